// Expectations tests
