// Reports tests
