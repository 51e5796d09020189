//===- MachineCode.cpp - What a compiler issues for a file ----------------===//

#include "warplint/MachineCode/MachineCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

const KernelCode *MachineCode::find(StringRef Mangled) const {
  const std::string Name = codeName(Mangled);
  auto Found = find_if(
      Kernels, [&](const KernelCode &Kernel) { return Kernel.Name == Name; });
  return Found == Kernels.end() ? nullptr : &*Found;
}

std::string codeName(StringRef Mangled) {
  StringRef Rest = Mangled;
  if (!Rest.consume_front("_Z"))
    return Mangled.str();
  std::string Name = Rest.consume_front("N") ? "_ZN" : "_Z";
  while (!Rest.empty()) {
    StringRef Part = Rest;
    if (Part.size() > 1 && Part[0] == 'L' && isDigit(Part[1]))
      Part = Part.drop_front();
    size_t Length = 0;
    StringRef Spelled = Part;
    if (Spelled.consumeInteger(10, Length) || Length > Spelled.size())
      break;
    StringRef Identifier = Spelled.take_front(Length);
    if (Identifier.starts_with("_GLOBAL__N_"))
      Name += "12_GLOBAL__N_1";
    else
      Name += utostr(Length) + Identifier.str();
    Rest = Spelled.drop_front(Length);
  }
  return Name + Rest.str();
}

} // namespace warplint
