"""Runs a command whose output is a terminal, and prints what it writes there."""

import os
import pty
import sys

code = pty.spawn(sys.argv[1:])
sys.exit(os.waitstatus_to_exitcode(code))
