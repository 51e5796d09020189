//===- CostReport.h - The tables of --cost ----------------------*- C++ -*-===//

#ifndef WARPLINT_REPORT_COSTREPORT_H
#define WARPLINT_REPORT_COSTREPORT_H

#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint {

/// A table for each kernel: its pipes, the busiest lines, and what bounds it.
void printCosts(llvm::raw_ostream &Out, llvm::ArrayRef<FileReport> Reports);

} // namespace warplint

#endif // WARPLINT_REPORT_COSTREPORT_H
