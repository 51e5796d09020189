//===- Architecture.cpp - GPU architectures as options name them ----------===//

#include "warplint/Frontend/Architecture.h"
#include "clang/Basic/OffloadArch.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace warplint;

std::string GpuArch::name() const {
  std::string Name = "sm_" + std::to_string(Number);
  if (Suffix)
    Name += Suffix;
  return Name;
}

std::optional<GpuArch> warplint::parseGpuArch(llvm::StringRef Text) {
  for (llvm::StringRef Prefix : {"sm_", "compute_", "lto_"})
    if (Text.consume_front(Prefix))
      break;
  GpuArch Arch;
  if (Text.ends_with("a") || Text.ends_with("f")) {
    Arch.Suffix = Text.back();
    Text = Text.drop_back();
  }
  // Two digits up to 9.x, three since 10.0.
  if (Text.size() < 2 || Text.size() > 3 || Text.getAsInteger(10, Arch.Number))
    return std::nullopt;
  return Arch;
}

static bool isOlder(GpuArch L, GpuArch R) {
  auto Rank = [](char Suffix) { return Suffix == 'a' ? 2 : Suffix == 'f'; };
  return std::pair(L.Number, Rank(L.Suffix)) <
         std::pair(R.Number, Rank(R.Suffix));
}

std::optional<GpuArch> warplint::newestGpuArch(llvm::ArrayRef<GpuArch> Archs) {
  if (Archs.empty())
    return std::nullopt;
  return *llvm::max_element(Archs, isOlder);
}

/// NVIDIA's architectures in clang's list, ascending.
static const std::vector<GpuArch> &clangArchs() {
  static const std::vector<GpuArch> Known = [] {
    std::vector<GpuArch> Archs;
    for (auto A = clang::OffloadArch::SM_20; clang::IsNVIDIAOffloadArch(A);
         A = static_cast<clang::OffloadArch>(static_cast<int>(A) + 1))
      if (auto Arch = parseGpuArch(clang::OffloadArchToString(A)))
        Archs.push_back(*Arch);
    llvm::sort(Archs, isOlder);
    return Archs;
  }();
  return Known;
}

GpuArch warplint::nearestClangArch(GpuArch Arch) {
  if (llvm::is_contained(clangArchs(), Arch))
    return Arch;
  GpuArch Best = clangArchs().front();
  for (GpuArch Known : clangArchs())
    if (!Known.Suffix && Known.Number <= Arch.Number)
      Best = Known;
  return Best;
}
