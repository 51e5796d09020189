//===- Prelude.cpp - What nvcc has and clang's CUDA mode lacks ------------===//

#include "Prelude.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace warplint {

static constexpr StringRef Folder = "/__warplint__";
static constexpr StringRef MacrosHeader = "/__warplint__/user-macros.h";
static constexpr StringRef CurandHeader =
    "/__warplint__/curand_mtgp32_kernel.h";

static constexpr StringRef HostHeader = "/__warplint__/host-overloads.h";
/// Templates, so that a function of the project's own wins. The parameter types
/// need not agree: nvcc takes max(int, unsigned long).
static constexpr StringRef HostOverloads = R"(#pragma GCC system_header
#ifdef __cplusplus
template <bool> struct __warplint_if {};
template <> struct __warplint_if<true> { typedef int type; };
template <class A, class B> struct __warplint_numbers {
  typedef typename __warplint_if<(__is_integral(A) || __is_floating_point(A)) &&
                                 (__is_integral(B) ||
                                  __is_floating_point(B))>::type type;
};
template <class A, class B, typename __warplint_numbers<A, B>::type = 0>
__attribute__((host)) inline auto min(A a, B b) -> decltype(true ? a : b) {
  return a < b ? a : b;
}
template <class A, class B, typename __warplint_numbers<A, B>::type = 0>
__attribute__((host)) inline auto max(A a, B b) -> decltype(true ? a : b) {
  return a < b ? b : a;
}
#endif
)";

/// Reserved names and switches of CUDA's headers have to be known to the
/// wrapper.
static bool mustComeFirst(StringRef Name) {
  return Name.starts_with("_") || Name.contains("CUDA") || Name == "NDEBUG";
}

/// The text that defines \p Macro as -D does: "N" is 1, "N=5" is 5.
static std::string definition(StringRef Macro) {
  auto [Name, Body] = Macro.split('=');
  if (!Macro.contains('='))
    Body = "1";
  // A definition ends at the first line break, as in clang's own -D.
  Body = Body.take_until([](char C) { return C == '\n' || C == '\r'; });
  return ("#define " + Name + " " + Body + "\n").str();
}

/// Takes the macros that can wait out of the command line; their definitions.
static std::string takeUserMacros(clang::PreprocessorOptions &Options) {
  std::string Text;
  auto Waits = [&](const std::pair<std::string, bool> &Macro) {
    bool IsUndef = Macro.second;
    StringRef Name = StringRef(Macro.first).split('=').first;
    if (IsUndef || mustComeFirst(Name.split('(').first))
      return false;
    Text += definition(Macro.first);
    return true;
  };
  erase_if(Options.Macros, Waits);
  return Text;
}

IntrusiveRefCntPtr<vfs::FileSystem>
installPrelude(clang::CompilerInvocation &Invocation,
               IntrusiveRefCntPtr<vfs::FileSystem> FS) {
  clang::PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  auto Wrapper = find_if(Options.Includes, [](StringRef Include) {
    return Include.ends_with("__clang_cuda_runtime_wrapper.h");
  });
  if (Wrapper == Options.Includes.end())
    return FS; // -nocudainc: nothing stands before the user's own text.

  auto Virtual = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  Virtual->addFile(CurandHeader, 0, MemoryBuffer::getMemBuffer(""));
  Invocation.getHeaderSearchOpts().AddPath(Folder, clang::frontend::After,
                                           /*IsFramework=*/false,
                                           /*IgnoreSysRoot=*/true);
  Virtual->addFile(HostHeader, 0, MemoryBuffer::getMemBuffer(HostOverloads));
  auto Last = Options.Includes.insert(std::next(Wrapper), HostHeader.str());
  if (std::string Macros = takeUserMacros(Options); !Macros.empty()) {
    Virtual->addFile(MacrosHeader, 0, MemoryBuffer::getMemBufferCopy(Macros));
    Options.Includes.insert(std::next(Last), MacrosHeader.str());
  }
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(FS));
  Overlay->pushOverlay(std::move(Virtual));
  return Overlay;
}

} // namespace warplint
