//===- BlockCost.h - The pipes of the kernels of a file ---------*- C++ -*-===//

#ifndef WARPLINT_COST_BLOCKCOST_H
#define WARPLINT_COST_BLOCKCOST_H

#include "warplint/Analysis/FileFacts.h"
#include "warplint/Basic/Needs.h"

namespace warplint {

/// What the tables are made of.
Needs costNeeds();

/// Fills in FileReport::Costs, a table for each kernel of \p Facts whose work was
/// looked at, of a GPU of \p Architecture.
void addCosts(FileFacts &Facts, llvm::StringRef Architecture,
              FileReport &Report);

/// Estimates what fixing each of \p Report's findings can gain, by its tables.
/// Said in a note, and what findings are sorted by, where it \p TellsAll; else
/// only that it is nothing.
void addGains(FileReport &Report, bool TellsAll);

} // namespace warplint

#endif // WARPLINT_COST_BLOCKCOST_H
