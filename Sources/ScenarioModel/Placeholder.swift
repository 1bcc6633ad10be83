// ScenarioModel
