//===- RecordValues.h - Records in registers --------------------*- C++ -*-===//
//
// A device function returns a record as a value: `insertvalue` puts it
// together, `extractvalue` takes it apart again, and a tuple of tuples goes
// through many of both. An address that travels this way is followed by reading
// every element where it was put in.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_RECORDVALUES_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_RECORDVALUES_H

namespace llvm {
class Function;
}

namespace warplint {

/// Replaces the elements of records that \p F builds itself by the values put
/// in, and drops the records. Returns true if anything changed.
bool foldRecordValues(llvm::Function &F);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_RECORDVALUES_H
