//===- Spills.cpp - What ptxas says of the registers it spilled -----------===//

#include "Spills.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// The number before \p Words in \p Line: 12 in "..., 12 bytes spill stores".
static std::optional<unsigned> numberBefore(StringRef Line, StringRef Words) {
  const size_t End = Line.find(Words);
  unsigned Number = 0;
  if (End == StringRef::npos ||
      Line.take_front(End).rtrim().rsplit(' ').second.getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

void readSpills(StringRef Output, MachineCode &Code) {
  std::string Name;
  while (!Output.empty()) {
    StringRef Line;
    std::tie(Line, Output) = Output.split('\n');
    if (size_t At = Line.find("Function properties for ");
        At != StringRef::npos) {
      Name = codeName(Line.drop_front(At).rsplit(' ').second.trim());
      continue;
    }
    const auto Frame = numberBefore(Line, "bytes stack frame");
    const auto Stored = numberBefore(Line, "bytes spill stores");
    const auto Loaded = numberBefore(Line, "bytes spill loads");
    const auto Kernel = find_if(
        Code.Kernels, [&](const KernelCode &K) { return K.Name == Name; });
    if (Stored && Loaded && Kernel != Code.Kernels.end())
      Kernel->Spilled = SpilledBytes{*Stored, *Loaded, Frame.value_or(0)};
  }
}

} // namespace warplint
