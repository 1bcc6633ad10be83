// TOML tests
