//===- MeasuredRows.h - Requests with the counts of a GPU -------*- C++ -*-===//
//
// Reads the lists in Inputs/h200_*.json. A row has the offsets of the 32 lanes of
// a warp in bytes ("lane_byte_offsets", -1: inactive), and what was counted.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_WARP_MEASUREDROWS_H
#define WARPLINT_UNITTESTS_WARP_MEASUREDROWS_H

#include "warplint/Warp/WarpModel.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace warplint {

/// The rows of a list. A failure and no rows if they cannot be read.
inline llvm::json::Array measuredRows(const llvm::Twine &File,
                                      llvm::StringRef List) {
  auto Buffer =
      llvm::MemoryBuffer::getFile(WARPLINT_UNITTEST_INPUTS "/" + File);
  if (!Buffer) {
    ADD_FAILURE() << "cannot read " << File.str();
    return {};
  }
  auto Document = llvm::json::parse((*Buffer)->getBuffer());
  if (!Document) {
    ADD_FAILURE() << llvm::toString(Document.takeError());
    return {};
  }
  return std::move(*Document->getAsObject()->getArray(List));
}

/// The request of a row, without its kind.
inline WarpRequest measuredRequest(const llvm::json::Object &Row) {
  WarpRequest Request;
  Request.BytesPerLane = Row.getInteger("bytes_per_lane").value_or(0);
  Request.Active = 0;
  const llvm::json::Array *Offsets = Row.getArray("lane_byte_offsets");
  for (unsigned Lane = 0; Offsets && Lane < WarpSize; ++Lane) {
    const int64_t Offset = (*Offsets)[Lane].getAsInteger().value_or(-1);
    if (Offset < 0)
      continue;
    Request.Active |= LaneMask(1) << Lane;
    Request.ByteAddress[Lane] = Offset;
  }
  return Request;
}

} // namespace warplint

#endif
