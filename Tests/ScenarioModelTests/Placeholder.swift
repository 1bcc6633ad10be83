// ScenarioModel tests
