print("toml-decoder")
