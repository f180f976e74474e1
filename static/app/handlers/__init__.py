"""How the page answers to intents: each module takes those that the module of its name in ``app.intents`` lists."""
