"""An agent for the tests of `warplint mcp`: speaks the protocol, decides nothing.

    with Agent(command, folder) as agent:
        text, data = agent.call("lint", file="a.cu")

Every wait ends after a minute, as an error.
"""

import json
import pathlib
import queue
import shutil
import subprocess
import threading

PATIENCE = 60  # seconds

# By hand: lane l reads word 32*l + y: all 32 words are of bank y, so 32
# wavefronts; the store of a row is one. 32 warps do each once: 32 + 32*32 = 1056,
# and 32 + 32 = 64 without a conflict.
COLUMN = """__global__ void column(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void host(float *out) { column<<<1, dim3(32, 32)>>>(out); }
"""


class Failure(Exception):
    """An error response."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


class ToolError(Exception):
    """A call that failed, as the model is told."""


def fresh(folder, **files):
    """The folder, empty but for files (a_cu="..." is a.cu)."""
    folder = pathlib.Path(folder).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    (folder / ".git").mkdir(parents=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


class Agent:
    def __init__(self, command, folder="."):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, cwd=folder)
        self.lines = queue.Queue()
        self.next_id = 0
        threading.Thread(target=self._read, daemon=True).start()
        self.told = self.ask("initialize", {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "agent", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _read(self):
        for line in self.server.stdout:
            self.lines.put(line)
        self.lines.put(b"")

    def write(self, line):
        """As it is."""
        self.server.stdin.write(line if isinstance(line, bytes) else line.encode())
        self.server.stdin.flush()

    def send(self, message):
        self.write(json.dumps(message) + "\n")

    def receive(self):
        line = self.lines.get(timeout=PATIENCE)
        assert line.endswith(b"\n"), line
        message = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        return message

    def ask(self, method, params=None):
        self.next_id += 1
        message = {"jsonrpc": "2.0", "id": self.next_id, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        answer = self.receive()
        assert answer["id"] == self.next_id
        if "error" in answer:
            raise Failure(answer["error"])
        return answer["result"]

    def call(self, tool, **arguments):
        """The text and the structured content."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        (content,) = result["content"]
        assert content["type"] == "text"
        self.bytes = (len(content["text"].encode()),
                      len(json.dumps(result.get("structuredContent"),
                                     separators=(",", ":")).encode()))
        if result["isError"]:
            assert "structuredContent" not in result
            raise ToolError(content["text"])
        return content["text"], result["structuredContent"]

    def error(self, tool, **arguments):
        """What a call that fails says."""
        try:
            text, _ = self.call(tool, **arguments)
        except ToolError as error:
            return str(error)
        raise AssertionError("no error: " + text)

    def leave(self):
        """The exit code."""
        self.server.stdin.close()
        return self.server.wait(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind:
            self.server.kill()
        else:
            assert self.leave() == 0
