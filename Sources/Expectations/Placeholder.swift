// Expectations
