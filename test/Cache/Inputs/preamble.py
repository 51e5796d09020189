"""Lints files behind the compiled headers of a toolkit, of which one header is a
copy that can be changed. tile[N * t] takes N wavefronts."""

import os
import pathlib
import re
import resource
import shutil
import socket
import subprocess
import sys

program, folder, cache, cuda = sys.argv[1:]
os.chdir(folder)
pathlib.Path(".git").mkdir()
cache = pathlib.Path(cache)
CACHED = dict(os.environ, WARPLINT_CACHE_DIR=str(cache))
UNCACHED = dict(os.environ, WARPLINT_CACHE_DIR="")

# A toolkit whose headers are links, but for one: every CUDA file is parsed
# behind it.
toolkit = pathlib.Path("toolkit")
shutil.copytree(pathlib.Path(cuda, "include"), toolkit / "include",
                copy_function=os.symlink, symlinks=False)
for name in ("bin", "nvvm", "version.json", "version.txt", "lib64"):
    if pathlib.Path(cuda, name).exists():
        (toolkit / name).symlink_to(pathlib.Path(cuda, name).resolve())
header = toolkit / "include" / "cuda_runtime.h"
original = header.read_text()
header.unlink()


def set_header(stride, more=""):
    header.write_text(f"{original}\n#define TOOLKIT_STRIDE {stride}\n{more}\n")


def write(name, stride):
    path = pathlib.Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Behind a declaration no header is one that the file begins with.
    path.write_text(f"""struct First;
#include <vector>
__global__ void kernel(float *out) {{
  __shared__ float tile[32 * 32];
  out[threadIdx.x] = tile[{stride} * threadIdx.x];
}}
std::vector<float> host(int n) {{ return std::vector<float>(n); }}
""")


def lint(name="kernel.cu", *flags, variables=CACHED, limit=None):
    command = [program, "-v", name, "--", "-x", "cuda", "--cuda-device-only",
               "--cuda-gpu-arch=sm_90", f"--cuda-path={toolkit.resolve()}",
               *flags]
    return subprocess.run(command, env=variables, capture_output=True,
                          text=True, preexec_fn=limit, check=False)


def outcome(run):
    assert "result from the cache" not in run.stderr, run.stderr
    ways = re.findall(r"(\d+)-way", run.stdout) or [f"none {run.stderr}"]
    how = "compiled" if "used precompiled headers" in run.stderr else "parsed"
    how += " with own" if "toolkit and its own" in run.stderr else ""
    return f"{ways[0]} {how}"


def tell(what, *words, **how):
    print(f"{what}: {outcome(lint(*words, **how))}", flush=True)


def preambles():
    return sorted(cache.glob("*-compiled"))


def count():
    kept = len(preambles())
    print(f"kept: {kept} preamble{'s'[:kept > 1]}", flush=True)


def forget_results():
    """What stays are the preambles."""
    stay = {path.name.removesuffix("-compiled") for path in preambles()}
    for path in cache.glob("llvmcache-*"):
        if path.name.removesuffix("-compiled") not in stay:
            path.unlink()


set_header(8)
write("kernel.cu", "TOOLKIT_STRIDE")
write("other.cu", 4)
write("user.cu", "STRIDE")
tell("not kept", variables=UNCACHED)
tell("first")
tell("another file", "other.cu")
tell("other macros of the user", "user.cu", "-DSTRIDE=16")
pathlib.Path("sub").mkdir()
tell("a folder of the project's behind the system's", "other.cu",
     f"-idirafter{pathlib.Path('sub').resolve()}")
count()
tell("another language version", "kernel.cu", "-std=c++20")
count()

shadow = pathlib.Path("shadow", "cuda_runtime.h")
shadow.parent.mkdir()
shadow.write_text(f'#include "{header.resolve()}"\n'
                  "#undef TOOLKIT_STRIDE\n#define TOOLKIT_STRIDE 32\n")
tell("a folder that has a header of the toolkit's", "kernel.cu", "-Ishadow")
shadow.rename(shadow.with_name("mine.h"))
tell("a folder that has others", "kernel.cu", "-Ishadow")
tell("the toolkit's own folder", "kernel.cu", f"-I{toolkit.resolve()}/include")

set_header(2)
tell("a header of the toolkit changed")
write("again.cu", "TOOLKIT_STRIDE")
tell("a file that was seen before, too", "again.cu")

expected = lint(variables=UNCACHED).stdout
newest = max(preambles(), key=lambda path: path.stat().st_mtime_ns)
goes_with = newest.with_name(newest.name.removesuffix("-compiled"))
for what in "damaged", "cut short":
    wrong = 0
    for path in newest, goes_with:
        whole = path.read_bytes()
        for part in range(4):
            at = (2 * part + 1) * len(whole) // 8
            path.write_bytes(whole[:at] if what == "cut short" else
                             whole[:at] + bytes([whole[at] ^ 0x41])
                             + whole[at + 1:])
            forget_results()
            run = lint()
            wrong += run.stdout != expected or "compiled" not in outcome(run)
            wrong += len(path.read_bytes()) != len(whole)  # Made anew.
    print(f"{what}: {wrong} wrong", flush=True)

newest.unlink()
forget_results()
tell("missing")

goes_with.unlink()
forget_results()
lock = goes_with.with_name(goes_with.name + ".lock")
lock.write_text(f"{socket.gethostname()} {os.getpid()}")
tell("another process makes it")
lock.unlink()

for path in cache.glob("llvmcache*"):
    path.unlink()


def no_space():
    resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))


tell("a disk that is full", limit=no_space)
assert not preambles()

set_header(2, "#error none of this")
tell("a toolkit with an error")
set_header(2)
forget_results()

command = [program, "-v", "kernel.cu", "--", "-x", "cuda",
           "--cuda-device-only", "--cuda-gpu-arch=sm_90",
           f"--cuda-path={toolkit.resolve()}"]
runs = [subprocess.Popen(command, env=CACHED, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True)
        for _ in range(6)]
print("six runs at once:",
      sum(run.communicate()[0] != expected for run in runs)
      + (len(preambles()) != 1), "wrong", flush=True)

# Headers that a file begins with. Those in toolkit/include count as the
# system's; what is noted of a file is used when it is linted again.
lines = 0


def own(text):
    """Another text of the file: results of earlier runs do not count."""
    global lines
    lines += 1
    pathlib.Path("own.cu").write_text(f"{text}\n// {lines}\n")


def tell_own(what, text, *flags, then=False):
    own(text)
    first = outcome(lint("own.cu", *flags))
    if then:
        own(text)
        lint("own.cu", *flags)  # Notes what the file begins with now.
        own(text)
        second = lint("own.cu", *flags)
        assert outcome(second).split()[0] == first.split()[0], second.stdout
        first += ", then " + outcome(second).split(" ", 1)[1]
    print(f"{what}: {first}", flush=True)


def system(name, text):
    (toolkit / "include" / name).write_text(text)


def kernel(stride):
    return f"""__global__ void kernel(float *out) {{
  __shared__ float tile[32 * 32];
  out[threadIdx.x] = tile[{stride} * threadIdx.x];
}}"""


def guarded(name, text):
    system(name, f"#ifndef {name[:-2].upper()}_H\n#define {name[:-2].upper()}_H"
           f"\n{text}\n#endif\n")


guarded("first.h", "template <int N> struct First { enum { value = N }; };")
guarded("second.h", "const int second = 4;")
pathlib.Path("mine.h").write_text(
    "#pragma once\n#include <second.h>\nconst int mine = 1;\n")
both = '#include <first.h>\n#define MINE\n#include "mine.h"\n'
own(both + kernel("First<2>::value"))
lint("own.cu")
tell_own("linted again", both + kernel("First<2>::value"))
tell_own("once more", both + kernel("First<2>::value"))
tell_own("other lines behind the headers", both + kernel("second"))
tell_own("one header less", '#include "mine.h"\n' + kernel("second"), then=True)
guarded("second.h", "const int second = 16;")
tell_own("one of its headers changed", '#include "mine.h"\n' + kernel("second"))
tell_own("a header that a condition would leave out behind itself",
         '#include <first.h>\n#ifndef SECOND_H\n#include "mine.h"\n#endif\n'
         + kernel("second"), then=True)

guarded("third.h", "const int third = THIRD;")
uses = "#define THIRD {}\n#include <third.h>\n"
tell_own("a macro that a header asks for", uses.format(8) + kernel("third"),
         then=True)
tell_own("another value of it", uses.format(32) + kernel("third"))
system("unguarded.h", "#ifndef STRIDE\n#define STRIDE 4\n#else\n"
       "#undef STRIDE\n#define STRIDE 2\n#endif\n")
tell_own("a header without a guard",
         "#include <unguarded.h>\n" + kernel("STRIDE"), then=True)
# Behind third.h the condition would be another one.
guarded("fourth.h", "#define FOURTH 1")
tell_own("a condition that a header changes",
         "#ifndef FOURTH\n#define STRIDE 4\n#endif\n#include <fourth.h>\n"
         "#ifndef STRIDE\n#define STRIDE 16\n#endif\n"
         + kernel("STRIDE"), then=True)

text = '#include <first.h>\n#include <second.h>\n' + kernel("second")
for _ in range(3):
    own(text)
    last = lint("own.cu")
assert "with own" in outcome(last), last.stderr
pathlib.Path("shadow", "second.h").write_text("const int second = 8;\n")
tell_own("a folder that has a header of theirs", text, "-Ishadow")

# Headers that are no headers of the system, from outside of the root: by -I.
outside = pathlib.Path(folder).parent / "outside"
shutil.rmtree(outside, ignore_errors=True)
outside.mkdir()
away = f"-I{outside}"


def other(name, text):
    (outside / name).write_text(f"#pragma once\n{text}\n")


other("deep.h", "#include <first.h>\nconst int deep = First<2>::value;")
other("away.h", '#include "deep.h"\nconst int away = 2 * deep;\n'
      "template <class F> void each(F f) { f(64); }")
text = "#include <away.h>\n" + kernel("away")
tell_own("a header from outside of the root", text, away, then=True)
other("deep.h", "const int deep = 8;")
tell_own("what it includes has changed", text, away)
tell_own("it begins with others", "#include <second.h>\n" + text, away, then=True)
pathlib.Path("alike.cu").write_text(
    "// A comment of its own.\n#include <second.h>\n" + text + "\nint alike;\n")
print("another file that begins alike:", outcome(lint("alike.cu", away)), flush=True)
# Its template calls what launches: the block is seen there, compiled or not.
calls = text + """
void host(float *out) { each([=](int n) { kernel<<<1, n>>>(out); }); }"""
tell_own("it calls what launches", calls, away)
for _ in range(2):
    own(calls)
    last = lint("own.cu", away)
assert "with own" in outcome(last) and "block (64,1,1)" in last.stdout, last.stdout
other("width.h", "#ifdef WIDTH\nconst int width = WIDTH;\n#endif")
text = "#include <width.h>\n" + kernel("width")
tell_own("a macro of the command", text, away, "-DWIDTH=4", then=True)
tell_own("another value of the command", text, away, "-DWIDTH=16", then=True)
tell_own("a macro of the file", "#define WIDTH 8\n" + text, away, then=True)
# What is looked for in the user's code is not in a compiled header.
for what, code in (("a kernel", "__global__ void there() {}"),
                   ("an attribute of its own", "__attribute__((shared)) extern int a[];"),
                   ("a launch", "#define LAUNCH(k) k<<<1, 32>>>"),
                   ("a header of the root", '#include "mine.h"')):
    other("away.h", f"const int away = 4;\n{code}")
    tell_own(f"it has {what}", "#include <away.h>\n" + kernel("away"), away, "-I.",
             then=True)
(outside / "away.h").write_text("const int away = 2;\n#undef away")
tell_own("it has no guard", "#include <away.h>\n" + kernel("away"), away, then=True)
