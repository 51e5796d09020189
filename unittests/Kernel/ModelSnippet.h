//===- ModelSnippet.h - Models of kernels in unit tests ---------*- C++ -*-===//

#ifndef WARPLINT_UNITTESTS_KERNEL_MODELSNIPPET_H
#define WARPLINT_UNITTESTS_KERNEL_MODELSNIPPET_H

#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Kernel/KernelModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "gtest/gtest.h"
#include <functional>
#include <string>
#include <vector>

namespace warplint {

/// Everything there is to know.
inline constexpr Needs AllNeeds = {MemorySpaces::all(), true, true};

/// Parses \p Code, a file that begins with the stub header of the lit tests.
inline void withView(const std::string &Code, bool AllFunctions,
                     llvm::function_ref<void(ClangView &)> Use) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile("/w/snippet.cu", 0,
                  llvm::MemoryBuffer::getMemBufferCopy(Code));
  auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  FS->pushOverlay(Memory);
  const std::string File = "/w/snippet.cu";
  DeviceCommand Command = translateCommand(
      {"clang++", "-std=c++17", "-nocudainc", "-nocudalib", "-include",
       WARPLINT_CUDA_STUB, "--cuda-gpu-arch=sm_90", File},
      File, "/", {}, *FS);
  ParseOptions Options;
  Options.AllFunctions = AllFunctions;
  ParsedDevice Parsed = parseDevice(Command, FS, Options);
  EXPECT_TRUE(Parsed.Unit && !Parsed.Outcome.HadErrors)
      << textOf(Parsed.Outcome.Errors);
  if (Parsed.Unit)
    Use(*ClangView::of(*Parsed.Unit));
}

/// Reads the kernels of \p Code.
inline void readModel(const std::string &Code, const Needs &Wanted,
                      const std::function<void(const DeviceModel &)> &Use) {
  withView(Code, Wanted.wantsOthers(),
           [&](ClangView &View) { Use(buildDeviceModel(View, Wanted)); });
}

inline std::string spacesOf(MemorySpaces Spaces) {
  static constexpr std::pair<MemorySpace, const char *> Names[] = {
      {MemorySpace::Shared, "shared"},     {MemorySpace::Cluster, "cluster"},
      {MemorySpace::Global, "global"},     {MemorySpace::Local, "local"},
      {MemorySpace::Constant, "constant"}, {MemorySpace::Parameter, "param"}};
  if (Spaces == MemorySpaces::all())
    return "unknown";
  std::vector<std::string> Words;
  for (auto [Space, Name] : Names)
    if (Spaces.contains(Space))
      Words.push_back(Name);
  return llvm::join(Words, "|");
}

/// "write global 16 (known 1, type 16): g + 16*threadIdx.x".
inline std::string print(const KernelModel &Kernel, const KernelAccess &A) {
  const char *Effects[] = {"read", "write", "update"};
  std::string Text = std::string(Effects[unsigned(A.Effect)]) + " " +
                     spacesOf(A.Spaces) + " " + std::to_string(A.BytesPerLane) +
                     " (known " + std::to_string(A.KnownAlign) + ", type " +
                     std::to_string(A.TypeAlign) + ")";
  Text += ": " + (A.Address ? Kernel.Context->print(A.Address) : A.Obstacle);
  if (A.Guard)
    Text += " if " + Kernel.Context->print(A.Guard);
  return Text;
}

/// The accesses of the only kernel of \p Code in the order of the code.
inline std::vector<std::string> accesses(const std::string &Code,
                                         const Needs &Wanted = AllNeeds) {
  std::vector<std::string> Lines;
  readModel(Code, Wanted, [&](const DeviceModel &Model) {
    ASSERT_EQ(Model.Kernels.size(), 1u);
    const KernelModel &Kernel = Model.Kernels.front();
    std::vector<const KernelAccess *> Sorted;
    for (const KernelAccess &A : Kernel.Accesses)
      Sorted.push_back(&A);
    // They lie in one vector: equals stay in its order.
    llvm::sort(Sorted, [](const KernelAccess *A, const KernelAccess *B) {
      return std::pair(A->Position, A) < std::pair(B->Position, B);
    });
    for (const KernelAccess *A : Sorted)
      Lines.push_back(print(Kernel, *A));
  });
  return Lines;
}

} // namespace warplint

#endif // WARPLINT_UNITTESTS_KERNEL_MODELSNIPPET_H
