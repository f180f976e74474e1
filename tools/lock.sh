#!/bin/sh
# Renews requirements.txt, requirements-pyodide.txt and package-lock.json.
set -e
compile() {
    .venv/bin/python -m uv pip compile --quiet --no-header --no-annotate --no-emit-index-url --generate-hashes --upgrade "$@"
}
compile --universal --python-version 3.12 --group dev --output-file requirements.txt
compile --universal --python-version 3.14 --group pyodide --output-file requirements-pyodide.txt
npm install --package-lock-only --loglevel=error
(cp .npmrc tools/node22/ && cd tools/node22 && npm install --package-lock-only --loglevel=error && rm .npmrc)
