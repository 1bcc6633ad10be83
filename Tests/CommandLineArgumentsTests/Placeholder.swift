// CommandLineArguments tests
