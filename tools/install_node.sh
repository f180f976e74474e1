#!/bin/sh
# Fills node_modules with the locked packages. Run by make when package-lock.json has changed.
set -e
how="install Node.js 20 or newer, with npm, and run the command again (Debian: apt-get install nodejs npm; others: nodejs.org)."
command -v node >/dev/null || { echo "Turntrack needs Node.js and found none: $how" >&2; exit 1; }
command -v npm >/dev/null || { echo "Turntrack needs npm, which comes with Node.js, and found none: $how" >&2; exit 1; }
major=$(node -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || { echo "Turntrack needs Node.js 20 or newer and found $(node --version): $how" >&2; exit 1; }
echo "Installing the JavaScript packages into node_modules"
npm ci --loglevel=error
touch node_modules/.ready
