// Laboratory tests
