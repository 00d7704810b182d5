"""A headless Chromium, driven by its DevTools protocol over a pipe."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

# Debian's chromium-headless-shell is half as large as its chromium; either works.
PROGRAMS = ("chromium-headless-shell", "chromium")
PATIENCE = 120  # Seconds to wait for one answer, on a busy machine.


def program() -> str | None:
    """Returns the path of a Chromium, or None."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)


class Chromium:
    """A browser with one page. `complaints` has the errors of the page: errors and
    warnings of its console, exceptions, requests to other hosts."""

    def __init__(self, width: int = 1400, height: int = 1000) -> None:
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.last_id = 0
        self.buffer = b""
        self.folder = tempfile.mkdtemp(prefix="chromium-")
        self._start(width, height)
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip

    def _start(self, width: int, height: int) -> None:
        """Starts the browser, which reads commands at descriptor 3 and answers at 4."""
        its_input, self.output = os.pipe()
        self.input, its_output = os.pipe()
        # Moves the ends away from 3 and 4.
        ends = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (its_input, its_output)]

        def connect() -> None:
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.session: str | None = None
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                [
                    str(program()), "--headless=new", "--remote-debugging-pipe",
                    # Root in a container has no sandbox, and a small /dev/shm.
                    "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                    "--no-first-run", "--disable-extensions", "--hide-scrollbars",
                    "--disable-background-networking", "--disable-component-update",
                    f"--user-data-dir={self.folder}/profile",
                    f"--window-size={width},{height}", "about:blank",
                ],
                preexec_fn=connect, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, env={**os.environ, "HOME": self.folder},
            )  # fmt: skip
        for fd in (its_input, its_output, *ends):
            os.close(fd)

    def close(self) -> None:
        """Ends the browser and removes its files."""
        try:
            self.session = None
            self.send("Browser.close")
            self.process.wait(20)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.output)
        os.close(self.input)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> "Chromium":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, deadline: float) -> dict[str, Any]:
        """Returns the next message; a zero byte ends each."""
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.input], [], [], left)[0]:
                raise RuntimeError("the browser does not answer" + self._log())
            data = os.read(self.input, 1 << 20)
            if not data:
                raise RuntimeError("the browser ended" + self._log())
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def _log(self) -> str:
        return "\n" + Path(self.folder, "log").read_text(errors="replace")[-3000:]

    def _note(self, message: dict[str, Any]) -> None:
        """Records an event."""
        method, details = message.get("method"), message.get("params", {})
        if method == "Runtime.consoleAPICalled" and details["type"] in (
            "error",
            "warning",
            "assert",
        ):
            values = [
                str(a.get("value", a.get("description"))) for a in details["args"]
            ]
            self.complaints.append(f"console {details['type']}: {' '.join(values)}")
        elif method == "Runtime.exceptionThrown":
            thrown = details["exceptionDetails"]
            self.complaints.append(
                f"exception: {thrown.get('exception', {}).get('description', thrown['text'])}"
            )
        elif method == "Log.entryAdded" and details["entry"]["level"] in (
            "error",
            "warning",
        ):
            self.complaints.append(f"log: {details['entry']['text']}")
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append(f"dialog: {details['message']}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(details["request"]["url"])
        self.events.append(message)

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Sends a command; returns its result."""
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data) :]
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self._read(deadline)
            if answer.get("id") != self.last_id:
                self._note(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def evaluate(self, script: str) -> Any:
        """Returns the value of a JavaScript expression, awaited if a promise."""
        result = self.send(
            "Runtime.evaluate",
            expression=script, returnByValue=True, awaitPromise=True,
        )  # fmt: skip
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(
                details.get("exception", {}).get("description", details["text"])
            )
        return result["result"].get("value")

    def wait_for(self, script: str) -> Any:
        """Waits until the expression is true; returns its value."""
        deadline = time.monotonic() + PATIENCE
        while not (value := self.evaluate(script)):
            if time.monotonic() > deadline:
                raise RuntimeError(f"never true: {script}; {self.complaints}")
            time.sleep(0.02)
        return value

    def open(self, path: str | os.PathLike[str]) -> None:
        """Opens a file, and waits until its report is drawn."""
        self.send("Page.navigate", url=Path(path).resolve().as_uri())
        self.wait_for("document.readyState === 'complete'")
        self.wait_for("document.body.dataset.ready === 'yes'")

    def move(self, x: float, y: float) -> None:
        """Moves the pointer; CSS pixels from the window's corner."""
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, x: float, y: float) -> None:
        """Clicks at a point."""
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.send(
                "Input.dispatchMouseEvent",
                type=kind, x=x, y=y, button="left", clickCount=1,
            )  # fmt: skip

    def drag(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Drags from one point to another."""
        self.move(x0, y0)
        common = {"button": "left", "clickCount": 1}
        self.send("Input.dispatchMouseEvent", type="mousePressed", x=x0, y=y0, **common)
        for part in (0.3, 0.7, 1):
            x, y = x0 + part * (x1 - x0), y0 + part * (y1 - y0)
            self.send(
                "Input.dispatchMouseEvent",
                type="mouseMoved",
                x=x,
                y=y,
                buttons=1,
                **common,
            )
        self.send(
            "Input.dispatchMouseEvent", type="mouseReleased", x=x1, y=y1, **common
        )

    def type(self, text: str) -> None:
        """Types into the focused element."""
        self.send("Input.insertText", text=text)

    def press(self, key: str, code: int) -> None:
        """Presses a key, by its virtual code: Enter is 13, Escape 27."""
        for kind in ("rawKeyDown", "keyUp"):
            self.send(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=code,
            )

    def screenshot(self, path: str | os.PathLike[str], whole: bool = False) -> None:
        """Writes a PNG of the window, or of the whole page."""
        shot = self.send(
            "Page.captureScreenshot", format="png", captureBeyondViewport=whole
        )
        Path(path).write_bytes(base64.b64decode(shot["data"]))
