// Analysis
