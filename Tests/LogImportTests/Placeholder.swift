// LogImport tests
