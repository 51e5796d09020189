//===- TextTable.h - Tables for terminals -----------------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_TEXTTABLE_H
#define WARPLINT_SUPPORT_TEXTTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace warplint {

using Row = std::vector<std::string>;

/// Numbers to the right, the last \p Texts columns to the left; each line behind
/// \p Indent.
void printTable(llvm::raw_ostream &Out, llvm::ArrayRef<Row> Rows,
                unsigned Texts, llvm::StringRef Indent = "");

} // namespace warplint

#endif // WARPLINT_SUPPORT_TEXTTABLE_H
