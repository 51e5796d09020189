//===- MissingDeclarations.h - Whether names are declared -------*- C++ -*-===//
//
// What a program asked for with --declare-missing: where no header declares a
// name, it is declared as its uses demand (docs/foreign-files.md). Off unless
// it is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_MISSINGDECLARATIONS_H
#define WARPLINT_FRONTEND_MISSINGDECLARATIONS_H

namespace warplint {

/// For the whole process, and those that it forks; set before the first parse.
void setDeclaresMissing(bool Declares);
bool declaresMissing();

} // namespace warplint

#endif // WARPLINT_FRONTEND_MISSINGDECLARATIONS_H
