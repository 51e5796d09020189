//===- AskedRecord.h - The record of an access that was asked for -*- C++ -*-===//

#ifndef WARPLINT_ANALYSIS_ASKEDRECORD_H
#define WARPLINT_ANALYSIS_ASKEDRECORD_H

#include "warplint/Finding/AccessRecord.h"
#include <cstddef>

namespace warplint {

struct SourceNode;

/// One source access of those that a check asked for.
struct AskedRecord {
  AccessRecord Record;
  /// The expression that makes it, or the user's call of a library that does, where
  /// it is known.
  const SourceNode *Written = nullptr;
  /// The worst of its instances, by its number among those asked for.
  size_t Access = 0;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_ASKEDRECORD_H
