"""Handlers of intents, one module for each module of ``app.intents``."""
