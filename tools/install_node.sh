#!/bin/sh
# Fills node_modules with the locked packages, and with a Node.js where the machine's own is too old. Run by make when
# package-lock.json has changed.
set -e
how="install Node.js 22 or newer, with npm, and run the command again (Debian: apt-get install nodejs npm; others: nodejs.org)."
command -v node >/dev/null || { echo "Turntrack needs Node.js and found none: $how" >&2; exit 1; }
command -v npm >/dev/null || { echo "Turntrack needs npm, which comes with Node.js, and found none: $how" >&2; exit 1; }
echo "Installing the JavaScript packages into node_modules"
npm ci --loglevel=error
hash -r # the node that was found may have been that of the folder which npm has just emptied
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 22 ]; then
    echo "Installing Node.js 22 into node_modules, because $(node --version) is too old"
    rm -rf build/node22
    mkdir -p build/node22
    cp .npmrc tools/node22/package.json tools/node22/package-lock.json build/node22
    (cd build/node22 && npm ci --loglevel=error) # with --prefix, npm would not read the settings of the machine
    # make looks for commands in this folder first.
    # npm leaves out in silence what it could not download, since each is for some machines alone.
    cp -L build/node22/node_modules/.bin/node node_modules/.bin/node 2>/dev/null || {
        echo "It was not downloaded: run the command again. If there is none for this machine, $how" >&2; exit 1; }
    rm -r build/node22
fi
touch node_modules/.ready
