//===- TextTable.cpp - Tables for terminals -------------------------------===//

#include "warplint/Support/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

void printTable(raw_ostream &Out, ArrayRef<Row> Rows, unsigned Texts,
                StringRef Indent) {
  std::vector<size_t> Widths(Rows.front().size());
  for (const Row &R : Rows)
    for (auto [Width, Cell] : zip_equal(Widths, R))
      Width = std::max(Width, Cell.size());
  for (const Row &R : Rows) {
    Out << Indent;
    for (auto [I, Cell] : enumerate(ArrayRef(R).drop_back()))
      if (I + Texts < R.size())
        Out << right_justify(Cell, Widths[I]) << "  ";
      else
        Out << left_justify(Cell, Widths[I]) << "  ";
    Out << R.back() << '\n';
  }
}

} // namespace warplint
