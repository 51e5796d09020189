"""Chromium without a window, driven over the W3C WebDriver protocol.

https://www.w3.org/TR/webdriver2/ by way of chromedriver, with nothing but Python's
own library.
"""

import base64
import json
import os
import re
import subprocess
import tempfile
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # The protocol's name for one.
# The driver is on this machine, whatever proxies there are.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
KEYS = {"tab": "\ue004", "enter": "\ue007", "escape": "\ue00c"}


class Browser:
    def __init__(self, folder):
        """Whatever the browser writes lies below folder, but for its sockets, whose
        paths have to be short."""
        self.folder = folder
        home = os.path.join(folder, "home")
        os.makedirs(home, exist_ok=True)
        self.sockets = tempfile.TemporaryDirectory()
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True,
            env=dict(os.environ, HOME=home, TMPDIR=self.sockets.name))
        port = None
        for line in self.driver.stdout:
            if port := re.search(r"successfully on port (\d+)", line):
                break
        assert port, "chromedriver did not start"
        self.root = f"http://127.0.0.1:{port[1]}/session"
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage",
                     "--hide-scrollbars", "--force-device-scale-factor=1",
                     f"--user-data-dir={home}/profile"]
        if os.geteuid() == 0:  # Its sandbox is for users.
            arguments.append("--no-sandbox")
        try:
            created = self.send("POST", "", {"capabilities": {"alwaysMatch": {
                "browserName": "chrome",
                "goog:chromeOptions": {"args": arguments},
                "goog:loggingPrefs": {"browser": "ALL"}}}})
        except BaseException:
            self.driver.kill()
            raise
        self.root += "/" + created["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.sockets.cleanup()

    def send(self, method, path, body=None):
        request = urllib.request.Request(
            self.root + path, method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        try:
            with DIRECT.open(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def post(self, path, **body):
        return self.send("POST", path, body)

    def open(self, url):
        self.post("/url", url=url)

    def size(self, width, height):
        self.command("Emulation.setDeviceMetricsOverride", width=width,
                     height=height, deviceScaleFactor=1, mobile=False)

    def command(self, name, **parameters):
        """One of the browser's own protocol."""
        return self.post("/goog/cdp/execute", cmd=name, params=parameters)

    def media(self, scheme="light", kind="screen"):
        self.command("Emulation.setEmulatedMedia", media=kind, features=[
            {"name": "prefers-color-scheme", "value": scheme}])

    def run(self, script, *arguments):
        """The value of a function's body."""
        return self.post("/execute/sync", script=script, args=list(arguments))

    def find(self, css):
        found = self.post("/element", using="css selector", value=css)
        return found[ELEMENT]

    def all(self, css):
        return [e[ELEMENT] for e in
                self.post("/elements", using="css selector", value=css)]

    def visible(self, css):
        return self.run("""return [...document.querySelectorAll(arguments[0])]
            .filter(e => e.checkVisibility()).length""", css)

    def text(self, css):
        return self.send("GET", f"/element/{self.find(css)}/text")

    def click(self, css):
        self.post(f"/element/{self.find(css)}/click")

    def type(self, css, text):
        self.post(f"/element/{self.find(css)}/value", text=text)

    def press(self, *keys):
        """As the keyboard does it, wherever the focus is."""
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value},
                        {"type": "keyUp", "value": value}]
        self.post("/actions", actions=[
            {"type": "key", "id": "keyboard", "actions": actions}])

    def screenshot(self, name):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("GET", "/screenshot")))
        assert os.path.getsize(path) > 1000
        return path

    def log(self):
        """What the page said on its console, and what the browser did of it."""
        return [entry["message"] for entry in self.post("/se/log", type="browser")]
