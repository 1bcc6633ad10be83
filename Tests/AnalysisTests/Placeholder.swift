// Analysis tests
