//===- Architecture.cpp - GPU architectures as options name them ----------===//

#include "warplint/Frontend/Architecture.h"
#include "clang/Basic/OffloadArch.h"
#include "llvm/ADT/STLExtras.h"

using namespace warplint;

std::string GpuArch::name() const {
  return "sm_" + std::to_string(Number) + std::string(Suffix != 0, Suffix);
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

GpuArch warplint::nearestClangArch(GpuArch Arch) {
  using clang::OffloadArch;
  GpuArch Best{20};
  for (auto A = OffloadArch::SM_20; clang::IsNVIDIAOffloadArch(A);
       A = static_cast<OffloadArch>(static_cast<int>(A) + 1)) {
    auto Known = parseGpuArch(clang::OffloadArchToString(A));
    if (Known == Arch)
      return Arch;
    if (Known && !Known->Suffix && Known->Number <= Arch.Number)
      Best = std::max(Best, *Known, isOlder);
  }
  return Best;
}
