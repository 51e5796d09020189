"""An editor for the tests of `warplint lsp`: speaks the protocol, shows nothing.

    with Editor(command) as editor:
        file = editor.open("a.cu", text)
        assert editor.diagnostics(file) == [...]

Every wait ends after a minute, as an error.
"""

import json
import pathlib
import queue
import subprocess
import threading
import time

PATIENCE = 60  # seconds


class Failure(Exception):
    """An error response."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


def deep(value, path, new):
    """Sets the member a.b.c."""
    *way, last = path.split(".")
    for name in way:
        value = value.setdefault(name, {})
    value[last] = new


ABILITIES = {
    "textDocument.publishDiagnostics.relatedInformation": True,
    "textDocument.publishDiagnostics.codeDescriptionSupport": True,
    "textDocument.publishDiagnostics.dataSupport": True,
    "textDocument.hover.contentFormat": ["markdown"],
    "textDocument.codeAction.dataSupport": True,
    "textDocument.codeAction.resolveSupport.properties": ["edit"],
}


# Of an editor that asks for diagnostics.
PULLS = {"textDocument.diagnostic": {}, "workspace.diagnostics.refreshSupport": True}


def utf16(text):
    return len(text.encode("utf-16-le")) // 2


class File:
    """A document as the editor has it."""

    def __init__(self, path, text):
        self.path, self.text, self.version = pathlib.Path(path), text, 1

    @property
    def uri(self):
        return self.path.as_uri()

    def named(self):
        return {"uri": self.uri}

    def lines(self):
        return self.text.split("\n")

    def position(self, offset, count=utf16):
        before = self.text[:offset]
        line = before.count("\n")
        return {"line": line, "character": count(before[before.rfind("\n") + 1:])}

    def range(self, part, count=utf16):
        """Of the first place where the text has `part`."""
        at = self.text.index(part)
        return {"start": self.position(at, count),
                "end": self.position(at + len(part), count)}

    def offset(self, position, count=utf16):
        lines = self.text.split("\n")
        line, column = lines[position["line"]], 0
        while count(line[:column]) < position["character"]:
            column += 1
        return sum(len(l) + 1 for l in lines[:position["line"]]) + column

    def part(self, at, count=utf16):
        return self.text[self.offset(at["start"], count):
                         self.offset(at["end"], count)]

    def edited(self, edits, count=utf16):
        """The text with the edits of a WorkspaceEdit made."""
        text = self.text
        for edit in sorted(edits, key=lambda e: (e["range"]["start"]["line"],
                                                 e["range"]["start"]["character"]),
                           reverse=True):
            begin = self.offset(edit["range"]["start"], count)
            end = self.offset(edit["range"]["end"], count)
            text = text[:begin] + edit["newText"] + text[end:]
        return text


class Editor:
    def __init__(self, command, folder=".", abilities=None, encodings=None,
                 initialize=True, options=None):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, cwd=folder)
        self.folder = pathlib.Path(folder).resolve()
        self.incoming = queue.Queue()
        self.seen = []       # Notifications and requests of the server.
        self.answers = {}
        self.next_id = 0
        threading.Thread(target=self._read, daemon=True).start()
        if initialize:
            able = {}
            for path, value in {**ABILITIES, **(abilities or {})}.items():
                if value is not None:
                    deep(able, path, value)
            if encodings:
                deep(able, "general.positionEncodings", encodings)
            self.capabilities = self.ask("initialize", {
                "processId": None, "rootUri": self.folder.as_uri(),
                "capabilities": able,
                "initializationOptions": options})["capabilities"]
            self.notify("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind:
            self.server.kill()
            return
        assert self.leave() == 0

    def leave(self):
        """The exit code."""
        self.ask("shutdown", None)
        self.notify("exit", None)
        return self.server.wait(PATIENCE)

    def _read(self):
        out = self.server.stdout
        while True:
            length = None
            while True:
                line = out.readline()
                if not line:
                    self.incoming.put(None)
                    return
                if not line.strip():
                    break
                name, value = line.decode().split(":")
                if name.lower() == "content-length":
                    length = int(value)
            self.incoming.put(json.loads(out.read(length)))

    def write(self, body):
        """Bytes as one message."""
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def send(self, **message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method, params):
        self.send(method=method, params=params)

    def begin(self, method, params):
        self.next_id += 1
        self.send(id=self.next_id, method=method, params=params)
        return self.next_id

    def _take(self, deadline):
        message = self.incoming.get(timeout=max(0.01, deadline - time.time()))
        assert message is not None, "the server has ended"
        if "method" in message:
            self.seen.append(message)
            if "id" in message:
                self.send(id=message["id"], result=None)
        else:
            self.answers[json.dumps(message["id"])] = message
        return message

    def answer(self, number):
        key, deadline = json.dumps(number), time.time() + PATIENCE
        while key not in self.answers:
            self._take(deadline)
        message = self.answers.pop(key)
        if "error" in message:
            raise Failure(message["error"])
        return message["result"]

    def ask(self, method, params):
        return self.answer(self.begin(method, params))

    def fails(self, method, params):
        """The code of the error that it is answered with."""
        try:
            self.ask(method, params)
        except Failure as failure:
            return failure.code
        raise AssertionError(method + " did not fail")

    def told(self, method, holds=lambda params: True):
        """The parameters of the first such notification that was not asked for
        yet."""
        deadline = time.time() + PATIENCE
        while True:
            for i, message in enumerate(self.seen):
                if message["method"] == method and holds(message["params"]):
                    del self.seen[i]
                    return message["params"]
            self._take(deadline)

    # Files.

    def open(self, name, text, language="cuda-cpp"):
        file = File(self.folder / name, text)
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": file.uri, "languageId": language, "version": 1, "text": text}})
        return file

    def change(self, file, *changes, count=utf16):
        """Each change: (old, new) of the first place that has the old text."""
        events = []
        for old, new in changes:
            events.append({"range": file.range(old, count), "text": new})
            file.text = file.text.replace(old, new, 1)
        self.send_changes(file, events)

    def replace(self, file, begin, end, new, count=utf16):
        event = {"range": {"start": file.position(begin, count),
                           "end": file.position(end, count)}, "text": new}
        file.text = file.text[:begin] + new + file.text[end:]
        self.send_changes(file, [event])

    def send_changes(self, file, events):
        file.version += 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": file.uri, "version": file.version},
            "contentChanges": events})

    def close(self, file):
        self.notify("textDocument/didClose", {"textDocument": file.named()})

    def diagnostics(self, file):
        """Those of the newest text."""
        return self.told("textDocument/publishDiagnostics", lambda p:
                         p["uri"] == file.uri
                         and p.get("version") == file.version)["diagnostics"]

    def at(self, method, file, part, inside=0, **more):
        position = file.position(file.text.index(part) + inside)
        return self.ask("textDocument/" + method, {
            "textDocument": file.named(), "position": position, **more})

    def actions(self, file, part, only=None):
        context = {"diagnostics": []}
        if only:
            context["only"] = only
        return self.ask("textDocument/codeAction", {
            "textDocument": file.named(), "range": file.range(part),
            "context": context})

    def resolve(self, action):
        return self.ask("codeAction/resolve", action)


def edits_of(action, file):
    """The edits of an action that touches this file alone."""
    edit = action["edit"]
    if "documentChanges" in edit:
        (change,) = edit["documentChanges"]
        assert change["textDocument"] == {"uri": file.uri, "version": file.version}
        return change["edits"]
    assert list(edit["changes"]) == [file.uri], edit
    return edit["changes"][file.uri]


COLUMN = """#include "cuda_stub.h"
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void host(float *out) { column<<<1, dim3(32, 32)>>>(out); }
"""
# By hand: lane l reads word 32*l + y: all 32 words are of bank y, so 32
# wavefronts; the store of a row is one.
CONFLICT = "tile[threadIdx.x][threadIdx.y]"
