"""The bank map of VS Code's panel as a browser has it: webview.py FOLDER

FOLDER has webview-light.html and webview-dark.html, and gets pictures of them.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Html" / "Inputs"))
from browser import Browser

folder = pathlib.Path(sys.argv[1]).resolve()
# What VS Code lays around a page: the colours of its themes.
THEMES = {"light": ("#3b3b3b", "#ffffff"), "dark": ("#cccccc", "#1f1f1f")}


def brightness(browser, css, what):
    color = browser.run("return getComputedStyle(document.querySelector("
                        "arguments[0]))[arguments[1]]", css, what)
    red, green, blue = [int(n) for n in color[4:-1].split(",")[:3]]
    return 0.299 * red + 0.587 * green + 0.114 * blue


with Browser(str(folder)) as browser:
    for theme, (text, page) in THEMES.items():
        # The desktop prefers the other one.
        browser.media("dark" if theme == "light" else "light")
        for width, height in ((1280, 900), (480, 800)):
            browser.size(width, height)
            browser.open((folder / f"webview-{theme}.html").as_uri())
            browser.run("""
                const style = document.documentElement.style;
                style.setProperty('--vscode-foreground', arguments[0]);
                style.setProperty('--vscode-editor-font-family', 'monospace');
                document.body.style.backgroundColor = arguments[1];""", text, page)
            assert browser.text("h1").startswith("32-bit load of 'tile' in 'column'")
            # Before and after the remedy: 32 lanes each, all that the access has.
            assert browser.visible("svg .wl-lane") == 64
            paper = brightness(browser, "body", "backgroundColor")
            for css, what in ((".wl-head", "fill"), ("h1", "color")):
                assert abs(brightness(browser, css, what) - paper) > 100, (theme, css)
            # Numbers can be read: the map is moved where it has no place.
            assert browser.run("""return document.querySelector('svg')
                .getBoundingClientRect().width""") >= 900
            # Nothing else is wider than the panel, folded or not.
            assert browser.visible("pre") == 0
            browser.screenshot(f"webview-{width}-{theme}.png")
            browser.click("summary")
            assert browser.visible("pre") == 1
            assert browser.run(
                "return document.documentElement.scrollWidth") <= width, width
            assert browser.run("return document.scripts.length") == 0
    assert browser.log() == []
