//===- LaneTable.h - A request, lane by lane --------------------*- C++ -*-===//
//
// The costliest request of an access as rows for people: which thread a lane
// is, which word and bank it touches, and which lanes are served together.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_REPORT_LANETABLE_H
#define WARPLINT_LIB_REPORT_LANETABLE_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "warplint/Warp/Target.h"
#include <array>

namespace warplint {

struct LaneRow {
  bool IsActive = false;
  /// threadIdx.x, .y, .z; nothing where the launch shape does not tell.
  std::array<std::optional<unsigned>, 3> Thread = {};
  /// Relative to the terms that all lanes share; of active lanes only, like
  /// what follows from it.
  int64_t ByteAddress = 0;
  int64_t Word = 0;  ///< The first one.
  unsigned Bank = 0; ///< Of the first word.
  int64_t Group = 0; ///< Lanes of one group are served together.
};

/// Lanes that a request serves together, and their fullest bank.
struct LaneGroup {
  int64_t Number = 0;
  LaneMask Lanes = 0; ///< The active ones.
  unsigned Bank = 0;
  /// Words that each bank serves one after the other (lanes, ...), as Turns.
  std::array<unsigned, NumBanks> TurnsOf = {};
  /// Words that the bank serves one after the other (lanes, for atomics and
  /// cp.async), with the lanes that each goes to.
  std::vector<std::pair<int64_t, LaneMask>> Turns;
};

struct LaneTable {
  std::array<LaneRow, WarpSize> Rows;
  /// Words that a lane touches: 4 for 16 bytes.
  unsigned WordsPerLane = 1;
  /// "half-warp", "quarter-warp", "matrix", "line", "sector"; empty where all
  /// lanes are one group.
  std::string GroupName;
  bool HasBanks = true; ///< Only the block's shared memory.
  /// Empty where the rule does not add up banks group by group.
  std::vector<LaneGroup> Groups;
};

/// Threads are not known of a request by itself.
LaneTable laneTableOf(const WarpRequest &Request, CostRule Rule);

/// Nothing where the access has no figure or no active lane.
std::optional<LaneTable> laneTableOf(const AccessRecord &Access);

/// "pitch mod 32 = 0 and s = 8": what a case rests on; may be empty.
std::string factsText(const WarpCase &Case);

} // namespace warplint

#endif // WARPLINT_LIB_REPORT_LANETABLE_H
