//===- ModelRows.h - Requests as JSON rows ----------------------*- C++ -*-===//
//
// A row is one request of one warp, and perhaps what a counter said of it:
//
//   {"instruction": "ld.shared.v2.u32", "bytes_per_lane": 8,
//    "lane_byte_offsets": [0, 8, 16, -1, ...], "unit": "wavefronts",
//    "measured": 2}
//
// or one fragment of wmma, all its instructions:
//
//   {"instruction": "wmma.load.a.row.m16n16k16.f16", "pitch": 24}
//
// or one whose generic address leads some lanes, those of a mask, to global memory:
//
//   {"instruction": "ld.f32", "lane_byte_offsets": [...], "global_lanes": 3}
//
// There are 32 offsets; -1 marks an inactive lane. bytes_per_lane may be left
// out where the instruction's name says it. unit and measured are optional;
// other members are ignored.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_MODEL_MODELROWS_H
#define WARPLINT_TOOLS_MODEL_MODELROWS_H

#include "warplint/Warp/WarpModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

struct ModelRow {
  std::string Instruction; ///< As it was given.
  WarpRequest Request;
  WarpCost Cost;
  /// What the lanes ask for that a generic address leads to global memory.
  std::optional<WarpRequest> Global;
  std::string Unit; ///< Of the measured figure; empty when not given.
  std::optional<int64_t> Measured;
};

/// A row from its parts; \p BytesPerLane 0 leaves the width to the instruction,
/// lanes past the end of \p LaneByteOffsets are inactive.
/// \p GlobalLanes go to global memory. Fails for an unknown instruction, a width
/// that it does not have, more than 32 offsets, misaligned ones, and where the model
/// has no rule.
llvm::Expected<ModelRow> makeRow(llvm::StringRef Instruction,
                                 unsigned BytesPerLane,
                                 const std::vector<int64_t> &LaneByteOffsets,
                                 LaneMask GlobalLanes = 0);

/// A fragment of wmma in a tile whose lines are \p Pitch elements apart. Fails
/// for other instructions and for fragments that were not measured.
llvm::Expected<ModelRow> makeFragmentRow(llvm::StringRef Instruction,
                                         unsigned Pitch);

/// Calls \p Visit for every row of \p Text with the row's place ("line 3", "row
/// 17") and the row, or what is wrong with it. \p Text is one row a line, or
/// one JSON document: {"rows": [...]}, an array of rows, or a row.
void readRows(llvm::StringRef Text,
              llvm::function_ref<void(llvm::StringRef Place,
                                      llvm::Expected<ModelRow> Row)>
                  Visit);

/// \p Text in quotes, shortened, without control characters.
std::string quoted(llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_TOOLS_MODEL_MODELROWS_H
