// LogImport
