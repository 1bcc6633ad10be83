// ScenarioLanguage tests
