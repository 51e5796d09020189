//===- DeclaredNames.h - A parse with what is missing declared --*- C++ -*-===//
//
// Parses a file again with declarations of the names that it lacks
// (StandIns/MissingNames.h). Each parse tells more of them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_DECLAREDNAMES_H
#define WARPLINT_LIB_FRONTEND_PARSE_DECLAREDNAMES_H

#include "Frontend/Recovery/IntactFunctions.h"
#include "Frontend/StandIns/MissingNames.h"
#include "ParsedFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint {

/// Null unless more functions are whole than in \p Given by \p Count, and those
/// that were before are what they were. \p Names learns what is missing.
std::unique_ptr<ParsedFile> withDeclarations(
    ParsedFile &Given, WholeFunctions &Whole, MissingNames &Names,
    llvm::function_ref<std::unique_ptr<ParsedFile>(ParseVariant)> Parse,
    llvm::function_ref<unsigned(ParsedFile &, WholeFunctions &)> Count);

/// Whether each function that both parses have whole uses stand-ins in \p Now
/// only if it does so in \p Before.
bool usesNoMoreStandIns(ParsedFile &Now, WholeFunctions &WholeNow,
                        ParsedFile &Before, WholeFunctions &WholeBefore);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_DECLAREDNAMES_H
