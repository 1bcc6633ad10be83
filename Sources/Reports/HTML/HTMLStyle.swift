extension HTML {
    /// How a document looks: light or dark as the reader's system is, on paper light.
    static let style = #"""
        :root {
          color-scheme: light dark;
          --ground: #ffffff; --card: #f5f6f8; --ink: #1a1e23; --faint: #59636e; --line: #d4d9df;
          --good: #1a7f4b; --bad: #c0271b; --warning: #9a5300; --band: #2b68c5; --event: #7446bd; --code: #8a2f7f;
          --chosen: #fff0c9; --busy: #9db8dc; --other: #b9c0c9;
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --ground: #14171b; --card: #1d2127; --ink: #e6e9ed; --faint: #9ca7b3; --line: #363d46;
            --good: #4cc38a; --bad: #ff7d70; --warning: #eea54b; --band: #73aaff; --event: #b89cff; --code: #e29bd6;
            --chosen: #423612; --busy: #40597f; --other: #4d5661;
          }
        }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 90rem; padding: 1rem 1.5rem 3rem; background: var(--ground); color: var(--ink);
          font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        h1 { font-size: 1.3rem; margin: 0; text-wrap: balance; }
        h2 { font-size: 1rem; margin: 0 0 .35rem; }
        h2 small, .facts, .faint { color: var(--faint); font-weight: normal; }
        summary h2 { display: inline; }
        p { margin: .25rem 0; max-width: 60rem; }
        .facts { font-size: .85rem; margin-bottom: .75rem; overflow-wrap: anywhere; }
        .facts code { color: inherit; }
        section { margin-bottom: 1.25rem; }
        code, pre, .lines { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
          font-size: .8rem; }
        code { color: var(--code); overflow-wrap: anywhere; }
        pre { overflow: auto; margin: .25rem 0; padding: .5rem; background: var(--card); border-radius: 6px; }
        a { color: var(--band); }
        :focus-visible { outline: 2px solid var(--band); outline-offset: 2px; }
        .good { color: var(--good); } .bad { color: var(--bad); } .warning { color: var(--warning); }
        .band { color: var(--band); } .sum { font-size: 1.1rem; }
        .items { list-style: none; margin: 0; padding: 0; }
        .items li { margin-bottom: .5rem; overflow-wrap: anywhere; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .75rem; margin: .15rem 0 0; }
        dt { color: var(--faint); text-align: right; min-width: 2.5rem; }
        dd { margin: 0; min-width: 0; }
        .scroll { overflow-x: auto; margin-bottom: .4rem; }
        table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
        th, td { padding: .2rem .75rem .2rem 0; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); }
        .figures :is(td, thead th:not(.of-row)) { text-align: right; padding: .2rem .25rem .2rem .75rem; }
        thead th { color: var(--faint); font-weight: normal; }
        details > summary { cursor: pointer; color: var(--faint); }

        .source { display: flex; flex-direction: column; }
        .lines { margin: 0; padding: .4rem 0; height: 0; flex: 1 0 15rem; overflow: auto; position: relative; counter-reset: line;
          list-style: none; background: var(--card); border-radius: 6px; }
        .lines li { counter-increment: line; padding: 0 .75rem 0 3.25rem; position: relative;
          border-left: 3px solid transparent; white-space: pre-wrap; min-height: 1.45em; }
        .lines li::before { content: counter(line); position: absolute; left: 0; width: 2.4rem; text-align: right;
          color: var(--faint); }
        .lines code { color: inherit; }
        .lines li.bad { border-color: var(--bad); color: inherit; }
        .lines li.warning { border-color: var(--warning); color: inherit; }
        .lines li.faint { border-color: var(--faint); color: inherit; }
        .lines li.chosen, .lines li:target { background: var(--chosen); }
        .note { white-space: normal; font: .85rem/1.4 system-ui, sans-serif; color: var(--faint); padding-bottom: .15rem; }
        .bad > .note b { color: var(--bad); } .warning > .note b { color: var(--warning); }

        .tools { display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; margin-bottom: .35rem; }
        .tools[hidden] { display: none; }
        .tools label { margin-left: .5rem; color: var(--faint); }
        button, select { font: inherit; font-size: .85rem; padding: .15rem .6rem; min-width: 2.2rem; color: var(--ink);
          background: var(--card); border: 1px solid var(--line); border-radius: 5px; }
        button:hover { border-color: var(--faint); }
        #timeline { touch-action: pan-y; user-select: none; -webkit-user-select: none; cursor: grab; border-radius: 6px; }
        #timeline svg { display: block; width: 100%; }
        #timeline text { font-size: 11px; fill: var(--faint); }
        #timeline .name { font-size: 12px; fill: var(--ink); } #timeline .shown { font-weight: bold; }
        #timeline .inside { fill: var(--ink); }
        #timeline .rule { stroke: var(--line); fill: none; }
        #timeline .f-good { fill: var(--good); } #timeline .f-late { fill: var(--bad); }
        #timeline .f-lost { fill: var(--warning); } #timeline .f-mode { fill: var(--band); opacity: .35; }
        #timeline .f-event { fill: var(--event); opacity: .45; } #timeline .f-busy0 { fill: var(--busy); }
        #timeline .f-busy1 { fill: var(--event); opacity: .55; } #timeline .f-busy2 { fill: var(--other); }
        #timeline .f-episode { fill: var(--warning); opacity: .14; }
        #timeline .f-interval { fill: var(--band); opacity: .13; }
        #timeline .s-good { stroke: var(--good); fill: none; } #timeline .s-late { stroke: var(--bad); fill: none; }
        #timeline .s-lost { stroke: var(--warning); fill: none; stroke-width: 1.5; }
        #timeline .s-due { stroke: var(--faint); fill: none; }
        #timeline .s-join { stroke: var(--faint); fill: none; opacity: .6; }
        #timeline .s-wait { stroke: var(--warning); fill: none; opacity: .45; }
        #timeline .f-lag { fill: var(--ink); }
        #timeline .s-drift { stroke: var(--band); fill: none; stroke-dasharray: 5 3; }
        #timeline .s-chosen { stroke: var(--ink); stroke-width: 2; fill: none; }
        #detail { min-height: 3.1rem; padding: .35rem .75rem; margin-top: .25rem; background: var(--card); border-radius: 6px; }
        #keys { font-size: .85rem; max-width: none; }
        #detail:empty { display: none; }
        #detail ul { display: inline; margin: 0; padding: 0; }
        #detail li { display: inline; margin-right: 1rem; }
        figure { margin: 0; }
        figure img { max-width: none; border-radius: 6px; }
        input[type=range] { width: min(30rem, 60vw); vertical-align: middle; }
        @media screen and (prefers-color-scheme: dark) { figure img { filter: invert(.92) hue-rotate(180deg); } }
        @media (min-width: 62rem) {
          .wide { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 1.75rem; }
        }
        @media (max-width: 40rem) { body { padding: .75rem .75rem 2rem; } }
        @media print {
          body { max-width: none; padding: 0; font-size: 10pt; }
          .tools, #keys, #calls { display: none; }
          .lines { height: auto; overflow: visible; }
          pre { overflow: visible; white-space: pre-wrap; }
          .wide { display: block; }
          .source { display: block; }
          section, tr, .lines li { break-inside: avoid; }
          .source, section:has(> details) { break-inside: auto; }
        }
        """#
}
