// Written by Tests/Support/embed.
// swift-format-ignore-file

enum WeatherTexts {
static let all = [
"weathers": """
clear | nothing but the wake-ups | []\nlight-work | 2 ms of work every 100 ms | [{ id = "callback", at = "100ms", every = "100ms", do = [{ work = { p0 = "1ms", p50 = "2ms", p100 = "4ms" } }] }]\nheavy-callback | 250 ms of work every 300 ms | [{ id = "callback", at = "100ms", every = "300ms", do = [{ work = { p0 = "240ms", p50 = "250ms", p100 = "260ms" } }] }]\nbusy-main | 350 ms of work every 2 s | [{ id = "layout", at = "1.03s", every = "2s", do = [{ work = { p0 = "300ms", p50 = "350ms", p100 = "400ms" } }] }]\ndrag | a drag of 2 s every 10 s | [{ id = "drag", at = "3.03s", every = "10s", do = [{ mode = "tracking", for = "2s" }] }]\nsystem-sleep | the system sleeps for 15 s | [{ id = "sleep", at = "20.05s", do = [{ system_sleep = "15s" }] }]\nbackground | 15 s in the background | [{ id = "away", at = "20.05s", do = [{ background = true }] }, { id = "back", at = "35.05s", do = [{ foreground = true }] }]\nburst | 200 blocks of 2 ms on the main queue every 5 s | [{ id = "answer", at = "5.03s", every = "5s", do = [{ repeat = 200, do = [{ async = "main", do = [{ work = "2ms" }] }] }] }]\n
""",
]
}
