// Plain C++: a launch is noted. Each run begins with the variables as they were when the
// program was loaded, and nothing counts of one that ends in undefined behavior or not at
// all.
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
