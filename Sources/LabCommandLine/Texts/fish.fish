# fish completion for timerlab
function __timerlab_offer
    set -l current (commandline -ct)
    set -l prefix (string match -r -- '^--[^=]+=' "$current")
    set -l words (commandline -opc)
    for line in (timerlab __complete $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :folders
                __fish_complete_directories
            case :files
                __fish_complete_path
            case ':files *'
                __fish_complete_suffix .(string split ' ' -- $line)[2..-1]
            case '*'
                echo "$prefix$line"
        end
    end
end
complete -c timerlab -f -a '(__timerlab_offer)'
