// Written by Tests/Support/embed.
// swift-format-ignore-file

enum ProfileTexts {
static let all = [
"ideal": "[device]\n",
"iphone-120hz": "[device]\nprofile = \"iphone-60hz\"\nrefresh = \"120Hz\"\nrefresh_rates = [120, 80, 60, 48, 40, 30, 24, 20, 16, 15, 12, 10]\n",
"iphone-60hz": """
# The wake-up is that of iphone6.\n[device]\nwake_up = { p0 = "5us", p50 = "60us", p95 = "130us", p100 = "162us" }\nrefresh = "60Hz"\nwake_in_window = "1"\n
""",
"iphone6": """
# Fitted to the quoted logs of claims 0.11, 0.12 and 0.13.\n#\n# Wake-up: without work (0.13) successive lines are at most 0.157 ms off a second; the table spans just that.\n#\n# Loop cost: 10⁹ turns (0.12) take between 5 and 6 s, since five points are dropped each time. 5.4 ns a turn is in the\n# middle. Its lines drift apart by up to 26 ms, more than the ramp below explains: the rest is a factor of ±0.15 %.\n#\n# Ramp: with 10⁶ turns (0.11) the lines are up to 9.81 ms apart although the work takes only 5.4 ms. That is no factor,\n# since 10⁹ turns do not spread a thousand times as much. It is additional time for each piece of work while the processor\n# gets up to speed. The table follows the eight lines, measured from the earliest.\n[device]\nloop_cost = "5.4ns"\nwake_up = { p0 = "5us", p50 = "60us", p95 = "130us", p100 = "162us" }\nwork = { p0 = 0.9985, p100 = 1.0015 }\nramp_up = { p0 = "0s", p10 = "5ms", p20 = "6.7ms", p50 = "7.7ms", p80 = "9.1ms", p100 = "9.81ms" }\nwake_in_window = "1"\n
""",
"mac": "[device]\nplatform = \"macos\"\n",
"simulator": """
# Fitted to the quoted logs of claims 0.9 and 0.10.\n#\n# Wake-up: the nine lines of an empty callback (0.9) differ by their wake-up latency alone. Measured from the earliest\n# they lie in two heaps, near 0.1 ms and near 1.1 ms. Successive lines are at most 1.058 ms off a second, so the table has\n# those heaps and spans 1.058 ms. Its lower end is a guess, since a log does not show an offset that all lines share.\n#\n# Work: with a loop of 10⁶ turns (0.10) the lines spread by 1.352 ms, so the work varies by the remaining 0.294 ms. At the\n# 2 ns that an unoptimised turn takes on such a machine that is ±7.35 %.\n[device]\nloop_cost = "2ns"\nwake_up = { p0 = "20us", p40 = "130us", p50 = "320us", p60 = "900us", p100 = "1078us" }\nwork = { p0 = 0.9265, p100 = 1.0735 }\nwake_in_window = "2/3"\n
""",
]
}
