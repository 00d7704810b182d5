"""interrupt.py FILE TEXT COMMAND...: runs the command with a terminal as its standard
error, sends Ctrl-C once the line of progress contains TEXT, and prints the exit code.
The terminal's output goes to FILE."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

ours, theirs = pty.openpty()
process = subprocess.Popen(
    sys.argv[3:],
    stderr=theirs,
    # lit starts tests with SIGINT ignored, which children inherit.
    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
)
os.close(theirs)
shown, is_sent = b"", False
while True:
    try:
        chunk = os.read(ours, 4096)
    except OSError:  # The other side is closed.
        break
    if not chunk:
        break
    shown += chunk
    if not is_sent and sys.argv[2].encode() in shown:
        process.send_signal(signal.SIGINT)
        is_sent = True
Path(sys.argv[1]).write_bytes(shown.replace(b"\r", b"\n"))
print("exit code", process.wait())
