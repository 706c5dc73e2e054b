"""What the page's Python does first: import the engine with every game, and the articles' side."""

import sys

if "/engine.zip" not in sys.path:
    sys.path.insert(0, "/engine.zip")

import upcard.bots
import upcard.examples
import upcard.teeth
from upcard.games import find, modules
from upcard_library.served import respond, start

for _module in modules():
    find(_module)
start()
