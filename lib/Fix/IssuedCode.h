//===- IssuedCode.h - Whether an edit costs machine code --------*- C++ -*-===//
//
// An edit that saves wavefronts may take them back elsewhere: an index that the
// compiler can not see through any more keeps accesses apart that it joined,
// and takes instructions and registers to compute.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FIX_ISSUEDCODE_H
#define WARPLINT_LIB_FIX_ISSUEDCODE_H

#include "ArraySurvey.h"
#include "warplint/MachineCode/MachineCode.h"

namespace warplint {

/// A file as it is compiled.
struct CompiledFile {
  std::vector<AccessRecord> Accesses;
  MachineCode Code;
};

/// What speaks in machine code against an edit of one array, which \p Before and
/// \p After survey; empty where nothing does. \p Old and \p New are the file
/// without and with it.
std::string codeObjection(const ArraySurvey &Before, const ArraySurvey &After,
                          const CompiledFile &Old, const CompiledFile &New);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_ISSUEDCODE_H
