import TextLayout

/// How many columns of a terminal a text takes.
typealias DisplayWidth = TextLayout.DisplayWidth

/// Text that is not the program's own, made fit to be printed.
public typealias VisibleText = TextLayout.VisibleText
