import TextLayout

/// How many columns of a terminal a text takes.
typealias DisplayWidth = TextLayout.DisplayWidth
