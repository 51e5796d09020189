//===- ForcedIncludes.cpp - What nvcc has and clang's CUDA mode lacks -----===//

#include "ForcedIncludes.h"
#include "Frontend/Nvcc/ThreadObjects.h"
#include "Frontend/StandIns/StandInDoubts.h"
#include "SharedObjects.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

static constexpr StringRef Folder = "/__warplint__";

// What host code asks OpenMP's runtime, by section 3 of OpenMP 4.5. Clang has
// the pragmas without it.
static constexpr StringRef OpenMP = R"(#pragma once
#ifdef __cplusplus
extern "C" {
#endif
typedef struct { void *lock; } omp_lock_t;
typedef struct { void *lock; } omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided,
               omp_sched_auto } omp_sched_t;
void omp_set_num_threads(int), omp_set_dynamic(int), omp_set_nested(int);
void omp_set_max_active_levels(int), omp_set_schedule(omp_sched_t, int);
void omp_set_default_device(int);
int omp_get_num_threads(void), omp_get_max_threads(void), omp_get_thread_num(void),
    omp_get_num_procs(void), omp_in_parallel(void), omp_get_dynamic(void),
    omp_get_nested(void), omp_get_thread_limit(void), omp_get_level(void),
    omp_get_max_active_levels(void), omp_get_active_level(void),
    omp_get_ancestor_thread_num(int), omp_get_team_size(int),
    omp_get_default_device(void), omp_get_num_devices(void),
    omp_is_initial_device(void), omp_get_num_teams(void), omp_get_team_num(void);
double omp_get_wtime(void), omp_get_wtick(void);
void omp_init_lock(omp_lock_t *), omp_destroy_lock(omp_lock_t *),
    omp_set_lock(omp_lock_t *), omp_unset_lock(omp_lock_t *);
int omp_test_lock(omp_lock_t *);
void omp_init_nest_lock(omp_nest_lock_t *), omp_destroy_nest_lock(omp_nest_lock_t *),
    omp_set_nest_lock(omp_nest_lock_t *), omp_unset_nest_lock(omp_nest_lock_t *);
int omp_test_nest_lock(omp_nest_lock_t *);
#ifdef __cplusplus
}
#endif
)";

/// The declarations of the rows that are in force.
static std::string dialectText(const DialectRows &Applied) {
  std::string Text = "#pragma GCC system_header\n#ifdef __cplusplus\n";
  Text += SharedMacro;
  for (const DialectRow &Row : dialectRows())
    if (Row.Symptoms.empty() ||
        (Row.Kind == DialectKind::Shim && is_contained(Applied, &Row)))
      Text += Row.Repair;
  return Text + "#endif\n";
}

/// Reserved names and switches of CUDA's headers have to be known to the
/// wrapper.
static bool mustComeFirst(StringRef Name) {
  return Name.starts_with("_") || Name.contains("CUDA") || Name == "NDEBUG";
}

/// Takes the macros that can wait out of the command line; their definitions.
static std::string takeUserMacros(clang::PreprocessorOptions &Options) {
  std::string Text;
  erase_if(Options.Macros, [&](const auto &Macro) {
    auto [Name, Body] = StringRef(Macro.first).split('=');
    bool IsUndef = Macro.second;
    if (mustComeFirst(Name.split('(').first))
      return false;
    if (IsUndef) {
      Text += ("#undef " + Name + "\n").str();
      return true;
    }
    // As with -D: "N" is 1, and a definition ends at the first line break.
    if (Name == Macro.first)
      Body = "1";
    Body = Body.take_until([](char C) { return C == '\n' || C == '\r'; });
    Text += ("#define " + Name + " " + Body + "\n").str();
    return true;
  });
  return Text;
}

IntrusiveRefCntPtr<vfs::FileSystem>
ForcedIncludes::over(IntrusiveRefCntPtr<vfs::FileSystem> FS) const {
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(FS));
  Overlay->pushOverlay(Files);
  return Overlay;
}

ForcedIncludes installForcedIncludes(clang::CompilerInvocation &Invocation,
                                     vfs::FileSystem &FS,
                                     const DialectRows &Applied,
                                     const std::string &Launches,
                                     const std::string &Declared) {
  ForcedIncludes Added;
  auto Add = [&](StringRef Name, const std::string &Text) {
    std::string Path = (Folder + "/" + Name).str();
    Added.Files->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text));
    return Path;
  };
  clang::PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  std::vector<std::string> &Includes = Options.Includes;
  auto Wrapper = find_if(Includes, [](StringRef Include) {
    return Include.ends_with("__clang_cuda_runtime_wrapper.h");
  });
  // -nocudainc: the command has what else there is.
  if (Wrapper != Includes.end()) {
    declareThreadObjects(Invocation.getHeaderSearchOpts().ResourceDir +
                             "/include",
                         FS, *Added.Files);
    Added.Leading = Wrapper == Includes.begin() ? 2 : 0;
    const std::string Nvtx = "#include <nvtx3/nvToolsExt.h>\n";
    const std::string Dialect = dialectText(Applied);
    Added.Text = Nvtx + Dialect;
    Add("curand_mtgp32_kernel.h", "");
    Add("nvToolsExt.h", Nvtx);
    Add("omp.h", OpenMP.str());
    std::vector<std::string> Behind = {Add("dialect.h", Dialect)};
    if (std::string Macros = takeUserMacros(Options); !Macros.empty())
      Behind.push_back(Add("user-macros.h", Macros));
    Includes.insert(std::next(Wrapper), Behind.begin(), Behind.end());
    Invocation.getHeaderSearchOpts().AddPath(Folder, clang::frontend::After,
                                             /*IsFramework=*/false,
                                             /*IgnoreSysRoot=*/true);
  } else {
    Includes.push_back(Add("shared.h", SharedMacro));
  }
  if (!Launches.empty())
    Includes.push_back(Add("launches.h", Launches));
  if (!Declared.empty())
    Includes.push_back(Add(sys::path::filename(MissingNamesHeader), Declared));
  return Added;
}

} // namespace warplint
