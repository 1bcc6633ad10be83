// Recording tests
