"""The page: the only module that imports the browser."""

from pyodide.ffi import create_proxy

import js
from app.greeting import greet


def start() -> None:
    """Greet when the form is sent, and say that Python is ready."""
    document = js.document

    def answer(event: js.Event) -> None:
        event.preventDefault()
        document.querySelector("#greeting").textContent = greet(document.querySelector("#name").value)

    document.querySelector("#form").addEventListener("submit", create_proxy(answer))
    document.querySelector("#greeting").textContent = "Python is ready."
