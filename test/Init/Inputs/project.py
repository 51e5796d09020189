"""Projects for the tests of `warplint init`."""

import pathlib
import shutil
import subprocess


class Project:
    """A folder that is a repository, with these files ({"src/a.cu": text})."""

    def __init__(self, folder, program, files, flags=()):
        self.folder = pathlib.Path(folder).resolve()
        self.program, self.flags = program, list(flags)
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / ".git").mkdir(parents=True)
        for name, text in files.items():
            self.write(name, text)

    def write(self, name, text):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    def read(self, name=".warplint"):
        return (self.folder / name).read_text()

    def names(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*")
                      if path.is_file() or path.is_symlink())

    def warplint(self, *words, code=0, below="."):
        """Standard output; of a run that fails standard error."""
        result = subprocess.run([self.program, *words], cwd=self.folder / below, text=True,
                                capture_output=True)
        assert result.returncode == code, (words, result)
        return result.stderr if code == 2 else result.stdout

    def init(self, *words, code=0, below="."):
        return self.warplint("init", *words, *(["--", *self.flags] if self.flags else []),
                             code=code, below=below)


def conflict(kernel, pitch, launch=True):
    """By hand: lane l touches word pitch * l: of the pitches 2, 4, 8 and so on as many lanes
    share a bank, so a request takes that many wavefronts (at most 32); the block of one
    warp pays one less than that over the ideal."""
    text = (f"__global__ void {kernel}(float *o, int n) {{\n"
            f"  __shared__ float s[1024];\n"
            f"  s[threadIdx.x] = o[threadIdx.x];\n"
            f"  o[threadIdx.x] = s[threadIdx.x * {pitch}];\n}}\n")
    if launch:
        text += f"void host_{kernel}(float *o) {{ {kernel}<<<1, 32>>>(o, 1); }}\n"
    return text
