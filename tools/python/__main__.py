"""Runs a game in a file without the package being installed: python FOLDER FILE."""

import sys

from foregone.__main__ import main

sys.exit(main(sys.argv[1:]))
