"""What a program of scripts/random_hosts.py launches, and what warplint says of it."""

import json
import os
import pathlib
import re
import subprocess

STUBS = pathlib.Path(__file__).resolve().parent.parent / "test/Inputs"
LIMITS = (1024, 1024, 64)

# What the stand-in of CUDA's headers lacks. As CUDA's own, no file of the user's.
LAUNCH_CONFIG = """#pragma once
#pragma clang system_header
struct cudaLaunchAttribute;
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
};
struct cudaKernelNodeParams {
  void *func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
};
struct CUgraph_st;
struct CUgraphNode_st;
extern "C" {
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *kernel, void **arguments);
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                        void **arguments, size_t bytes, cudaStream_t stream);
cudaError_t cudaGraphAddKernelNode(CUgraphNode_st **node, CUgraph_st *graph,
                                   CUgraphNode_st *const *after, size_t count,
                                   const cudaKernelNodeParams *parameters);
int sscanf(const char *text, const char *format, ...);
void qsort(void *of, size_t count, size_t size,
           int (*compare)(const void *, const void *));
}
template <class... Expected, class... Actual>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                               void (*kernel)(Expected...), Actual &&...actual) {
  return [&](Expected... given) {
    void *arguments[] = {&given...};
    return cudaLaunchKernelExC(config, (const void *)kernel, arguments);
  }(static_cast<Actual &&>(actual)...);
}
"""

SHAPE = "#pragma once\nstruct Shape {\n  unsigned char rows;\n  int pitch;\n};\n"

# Plain C++: a launch is noted. Each run begins with the variables as they were when the
# program was loaded, and nothing counts of one that ends in undefined behavior or not at
# all.
RUNTIME = r"""
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <link.h>
#include <random>
#include <set>
#include <string>
#include <sys/time.h>
#include <vector>

struct dim3 { unsigned x, y, z; };
struct Config { dim3 grid, block; size_t bytes; void *stream, *attributes; unsigned count; };
struct Node { void *kernel; dim3 grid, block; unsigned bytes; void **arguments, **extra; };
struct Kernel { const void *handle; int program; const char *name;
                void (*values)(void **, long long *); int count; };
struct Entry { int program; bool isMain; void (*run)(int, int, int); };
extern const Kernel kernels[];
extern const Entry entries[];

using Lines = std::set<std::string>;
static Lines &noted() { static Lines *Noted = new Lines; return *Noted; }
static sigjmp_buf end;
static int left; // launches that a run may make

static int note(const void *kernel, dim3 g, dim3 b, void **arguments) {
  for (const Kernel *K = kernels; K->handle; ++K) {
    if (K->handle != kernel) continue;
    long long values[4] = {};
    if (K->count) K->values(arguments, values);
    char line[200];
    int at = snprintf(line, sizeof line, "%d %s %u %u %u %u %u %u", K->program, K->name,
                      g.x, g.y, g.z, b.x, b.y, b.z);
    for (int i = 0; i < K->count; ++i)
      at += snprintf(line + at, sizeof line - at, " %lld", values[i]);
    noted().insert(line);
  }
  if (!--left) siglongjmp(end, 1);
  return 0;
}

// A stack: an argument of a launch may make another one.
static struct { dim3 grid, block; } pushed[64];
static int depth;
extern "C" {
unsigned __cudaPushCallConfiguration(dim3 g, dim3 b, size_t, void *) {
  pushed[depth++ % 64] = {g, b};
  return 0;
}
unsigned __cudaPopCallConfiguration(dim3 *g, dim3 *b, size_t *bytes, void **stream) {
  --depth;
  *g = pushed[depth % 64].grid; *b = pushed[depth % 64].block;
  *bytes = 0; *stream = nullptr;
  return 0;
}
int cudaLaunchKernel(const void *k, dim3 g, dim3 b, void **arguments, size_t, void *) {
  return note(k, g, b, arguments);
}
int cudaLaunchKernelExC(const Config *c, const void *k, void **arguments) {
  return note(k, c->grid, c->block, arguments);
}
int cudaLaunchCooperativeKernel(const void *k, dim3 g, dim3 b, void **arguments, size_t, void *) {
  return note(k, g, b, arguments);
}
int cudaGraphAddKernelNode(void *, void *, void *, size_t, const Node *n) {
  return note(n->kernel, n->grid, n->block, n->arguments);
}
int cudaMalloc(void **p, size_t) { *p = nullptr; return 0; }
}

struct Memory { char *at; std::string was; };
static std::vector<Memory> *memory; // of the program's variables
static int findMemory(dl_phdr_info *info, size_t, void *) {
  char *from = nullptr;
  for (int i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO)
      from = (char *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto &H = info->dlpi_phdr[i];
    char *at = (char *)info->dlpi_addr + H.p_vaddr, *to = at + H.p_memsz;
    if (H.p_type == PT_TLS && info->dlpi_tls_data)
      at = (char *)info->dlpi_tls_data, to = at + H.p_memsz;
    else if (H.p_type != PT_LOAD || !(H.p_flags & PF_W))
      continue;
    else if (from > at && from <= to)
      at = from;
    memory->push_back({at, std::string(at, to - at)});
  }
  return 1; // The program comes first; its libraries stay as they are.
}

static volatile int calls, callsBefore;
static void onSignal(int signal) {
  if (signal == SIGPROF && calls != callsBefore)
    callsBefore = calls;
  else
    siglongjmp(end, 2);
}
/// Entry E with the input of that number; or, with Then, some calls of both.
static void call(const Entry &E, int number, const Entry *Then, std::minstd_rand &random) {
  static const int inputs[] = {0, 8, 32};
  for (int i = 0; i < (Then ? 5 : 1); ++i, number = random() % 27) {
    try {
      (Then && random() % 2 ? *Then : E).run(inputs[number / 9], inputs[number / 3 % 3],
                                             inputs[number % 3]);
    } catch (...) {}
  }
}
static void alone(Lines &All, const Entry &E, int number, const Entry *Then,
                  std::minstd_rand &random) {
  const int now = calls + 1, before = callsBefore;
  for (const Memory &M : *memory) memcpy(M.at, M.was.data(), M.was.size());
  calls = now, callsBefore = before, left = 200;
  noted().clear();
  const int ended = sigsetjmp(end, 1);
  if (!ended) call(E, number, Then, random);
  if (ended < 2) All.insert(noted().begin(), noted().end());
}
int main() {
  Lines All = noted(); // What initialisers launched.
  for (int signal : {SIGILL, SIGSEGV, SIGABRT, SIGFPE, SIGPROF, SIGTRAP})
    std::signal(signal, onSignal);
  itimerval ticks = {{0, 100000}, {0, 100000}};
  setitimer(ITIMER_PROF, &ticks, nullptr);
  memory = new std::vector<Memory>;
  dl_iterate_phdr(findMemory, nullptr);
  std::minstd_rand random(1);
  for (const Entry *E = entries; E->run; ++E) {
    const Entry *Then = E[1].program == E->program ? E + 1 : E;
    for (int number = 0; number < (E->isMain ? 1 : 27); ++number) {
      alone(All, *E, number, nullptr, random);
      if (!E->isMain) alone(All, *E, number, Then, random);
    }
  }
  for (const std::string &Line : All) puts(Line.c_str());
}
"""


def flags(folder):
    return ["-std=c++17", "-Wno-c++11-narrowing", "-nocudainc", "-nocudalib", f"-I{STUBS}",
            f"-I{folder}", "-include", f"{STUBS}/cuda_stub.h"]


def write(programs, folder):
    """A folder a program, each with a compilation database of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "launch_config.h").write_text(LAUNCH_CONFIG)
    (folder / "shape.h").write_text(SHAPE)
    for program in programs:
        own = folder / program.space
        own.mkdir(exist_ok=True)
        for old in own.iterdir():
            old.unlink()
        program.written = program.files()
        for name, text in program.written.items():
            (own / name).write_text(text)
        (own / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(own), "file": name,
              "arguments": ["clang++", *flags(folder), "-c", name]}
             for name in program.written], indent=0))


def driver(programs, folder):
    """The files with go, and the tables of what there is."""
    text, kernels, entries = "", "", ""
    for p in programs:
        text += f"#define main main_of_{p.space}\n#include \"{folder}/{p.space}/a.cu\"\n" \
                "#undef main\n"
        kept = "".join(f"values[{i}] = {value};" for i, value in enumerate(
            f"(*({kind} *)arguments[{i + 1}]){member}" for i, (kind, member) in
            enumerate(p.passed())))
        for name in p.kernels():
            kernels += f"{{(const void *){p.space}::{name}, {p.seed}, \"{name[0]}\", " \
                       "[](void **arguments, long long *values) { using namespace " \
                       f"{p.space}; {kept} }}, {len(p.passed())}}},\n"
        if p.has_main:
            entries += f"{{{p.seed}, true, [](int, int, int) {{ main_of_{p.space}(); }}}},\n"
            continue
        for entry in ("go", "enter")[:2 if p.has_enter() else 1]:
            text += f"namespace {p.space} {{ void {entry}(float *, int, int, int); }}\n"
            entries += f"{{{p.seed}, false, [](int a, int b, int c) " \
                       f"{{ {p.space}::{entry}(nullptr, a, b, c); }}}},\n"
    return text + """
struct Kernel { const void *handle; int program; const char *name;
                void (*values)(void **, long long *); int count; };
struct Entry { int program; bool isMain; void (*run)(int, int, int); };
extern const Kernel kernels[], *const first_kernel = kernels;
extern const Entry entries[], *const first_entry = entries;
""" + f"const Kernel kernels[] = {{\n{kernels}{{}}}};\n" \
        f"const Entry entries[] = {{\n{entries}{{}}}};\n"


def compiled(clang, command, folder):
    """Compiles; the seeds of programs that have errors."""
    run = subprocess.run([clang, *command], capture_output=True, text=True, cwd=folder,
                         check=False)
    bad = {int(seed) for seed in re.findall(r"/p(\d+)/\w+\.cu:\d+:\d+: error", run.stderr)}
    if run.returncode and not bad:
        bad = {int(seed) for seed in re.findall(r"\bp(\d+)::", run.stderr)}
    if run.returncode and not bad:
        raise RuntimeError(f"{clang} {' '.join(command)}\n{run.stderr[:5000]}")
    return bad, run.stderr


def truth(programs, folder, clang):
    """The launches of each program by seed, and the errors of those without."""
    runtime = folder / "runtime.o"
    if not runtime.exists() or (folder / "runtime.cc").read_text() != RUNTIME:
        (folder / "runtime.cc").write_text(RUNTIME)
        compiled(clang, ["-std=c++17", "-O1", "-c", "runtime.cc"], folder)
    errors = {}
    while programs:
        (folder / "driver.cu").write_text(driver(programs, folder))
        (folder / "others.cu").write_text("".join(
            f"#include \"{folder}/{p.space}/{name}\"\n"
            for p in programs for name in p.written if name != "a.cu"))
        cuda = flags(folder) + [
            "-x", "cuda", "--cuda-host-only", "-Xclang", "-target-sdk-version=12.8", "-w",
            "-fsanitize=undefined", "-fno-sanitize=function,vptr", "-fsanitize-trap=undefined",
            "-ferror-limit=0", "-c"]
        bad = {}
        for name in ("driver.cu", "others.cu"):
            seeds, text = compiled(clang, cuda + [name], folder)
            bad.update(dict.fromkeys(seeds, text))
        if not bad:
            seeds, text = compiled(clang, ["driver.o", "others.o", "runtime.o", "-o", "run"],
                                   folder)
            bad.update(dict.fromkeys(seeds, text))
        errors.update(bad)
        if not bad:
            break
        programs = [p for p in programs if p.seed not in bad]
    launches = {p.seed: set() for p in programs}
    if programs:
        run = subprocess.run([folder / "run"], capture_output=True, text=True, check=True)
        for line in run.stdout.splitlines():
            seed, kernel, *numbers = line.split()
            launches[int(seed)].add((kernel, *map(int, numbers)))
    return launches, errors


class Launch:
    """One that came, with the cost of the kernel's load in it."""

    def __init__(self, program, row):
        self.kernel, *numbers = row
        self.grid, self.block = tuple(numbers[:3]), tuple(numbers[3:6])
        self.values = dict(zip(program.fact_names(), numbers[6:]))
        self.values["gridDim.x"] = self.grid[0]
        self.used = program.names_in_word(self.kernel)

    def is_made(self):
        """CUDA refuses others."""
        x, y, z = self.block
        return 0 < x * y * z <= 1024 and all(
            n <= most for n, most in zip(self.block, LIMITS)) and all(
                0 < n < most for n, most in zip(self.grid, (2**31, 65536, 65536)))

    def wavefronts(self, index):
        """The costliest warp: the most words in one bank."""
        x_size, y_size, z_size = self.block
        threads = [(x, y) for _ in range(z_size) for y in range(y_size)
                   for x in range(x_size)]
        worst = 0
        for start in range(0, len(threads), 32):
            words = {index(x, y, self.values) % 2**32 for x, y in threads[start:start + 32]}
            banks = [word % 32 for word in words]
            worst = max(worst, *(banks.count(bank) for bank in banks))
        return worst

    def __str__(self):
        values = "".join(f", {name} = {self.values[name]}" for name in self.used)
        return f"{self.kernel} block {self.block}{values}"


class Told:
    """One launch that warplint judged the kernel for."""

    def __init__(self, launch, verdict, wavefronts):
        self.block = launch["block"] or [None] * 3
        self.source = launch["source"]
        self.values = {}
        for text in launch["values"]:
            match = re.fullmatch(r"([\w.]+) = (-?\d+)", text)
            if match:
                self.values[match.group(1)] = int(match.group(2))
        self.verdict, self.wavefronts = verdict, wavefronts

    def is_of(self, launch):
        return all(told in (None, came) for told, came in zip(self.block, launch.block)) and all(
            launch.values.get(name) == value for name, value in self.values.items())

    def is_known(self, used=()):
        return None not in self.block and all(name in self.values for name in used)

    def holds(self, launch, wavefronts):
        """What is left open may cost as much."""
        if self.verdict == "unproven" or self.wavefronts is None:
            return self.verdict == "unproven"
        if self.is_known(launch.used):
            return self.wavefronts == wavefronts
        return self.wavefronts >= wavefronts

    def __str__(self):
        block = ",".join("?" if n is None else str(n) for n in self.block)
        values = "".join(f", {name} = {value}" for name, value in self.values.items())
        return f"block ({block}){values} from {self.source}: {self.verdict}, " \
               f"{self.wavefronts} wavefronts"


def told(programs, folder, warplint, jobs):
    """What is said of each kernel, by seed and name."""
    run = subprocess.run(
        [warplint, "--format=json", f"-j{jobs}", *(f"{folder}/{p.space}/a.cu" for p in programs)],
        capture_output=True, text=True, check=False,
        env=os.environ | {"WARPLINT_CACHE_DIR": ""})
    said, errors = {p.seed: {} for p in programs}, {}
    if not run.stdout:
        raise RuntimeError(f"{warplint} ended with {run.returncode}: {run.stderr[:2000]}")
    for file in json.loads(run.stdout)["files"]:
        seed = int(re.search(r"/p(\d+)/a\.cu$", file["file"]).group(1))
        if file["hadErrors"]:
            errors[seed] = file["parseErrors"]
        for access in file["accesses"]:
            records = said[seed].setdefault(access["kernel"].rsplit("::", 1)[-1], [])
            worst = access["wavefronts"]["worst"] if access["wavefronts"] else None
            records.append(Told(access["launch"], access["verdict"], worst))
            records += [Told(other["launch"], other["verdict"], other["wavefronts"])
                        for other in access["otherLaunches"]]
    return said, errors


def problems(program, rows, said):
    """The launches that came and were not told, or told with another figure."""
    found = []
    for row in sorted(rows):
        launch = Launch(program, row)
        records = said.get(launch.kernel, [])
        if not launch.is_made():
            continue
        true = launch.wavefronts(program.word_of(launch.kernel))
        of_it = [t for t in records if t.is_of(launch)]
        if not of_it:
            found.append(("not told", f"{launch} came and is not told"))
        elif not any(t.holds(launch, true) for t in of_it):
            kind = "assumed" if all(t.source != "launch" for t in of_it) else "figure"
            found.append((kind, f"{launch} costs {true} wavefronts, told are "
                          f"{max(t.wavefronts or 0 for t in of_it)}"))
    return found
