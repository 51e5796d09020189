//===- WarpModel.h - What a request of one warp costs -----------*- C++ -*-===//
//
// The hardware as integer mathematics over 32 lanes. A *request* is one
// instruction executed by one warp: an address for each active lane and a
// width. Its cost is counted in
//
//   wavefronts  passes of the shared-memory data stage, one cycle of 128 bytes
//   lines       128-byte lines of shared memory (cp.async of 16 bytes)
//   sectors     32-byte sectors of global memory, of a thread's local memory, or
//               of the shared memory of another block of the cluster
//   passes      addresses that the constant cache serves one after the other
//
// Shared memory has 32 banks of one 4-byte word: bank(word) = word mod 32.
// conflict(S), for a set S of lanes, is the maximum over the banks of the
// number of *distinct words* that the lanes of S touch in that bank.
//
// Worked example: 32 lanes load float tile[8 * lane]. Lane l touches word 8*l,
// so lanes 0, 4, 8, ... all fall into bank 0 with eight different words:
// conflict = 8, hence 8 wavefronts where 1 would do.
//
// Source of every rule: the rows measured on an H200 (compute capability 9.0)
// that unittests/Warp/Inputs/h200_measured.json, h200_atomics_measured.json and
// h200_memories.tsv hold, checked one by one by the unit test. On other compute
// capabilities the same rules are assumed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_WARPMODEL_H
#define WARPLINT_WARP_WARPMODEL_H

#include "warplint/Warp/LaneMask.h"
#include "warplint/Warp/Target.h"
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warplint {

/// The instruction families whose cost follows one rule.
enum class RequestKind : uint8_t {
  SharedLoad,  ///< ld.shared of 1, 2, 4, 8 or 16 bytes a lane.
  SharedStore, ///< st.shared of 1, 2, 4, 8 or 16 bytes a lane.
  LdMatrixX1,  ///< ldmatrix: lanes 0-7 give the row addresses.
  LdMatrixX2,  ///< ldmatrix: lanes 0-15 give the row addresses.
  LdMatrixX4,  ///< ldmatrix: all lanes give row addresses.
  StMatrixX1,
  StMatrixX2,
  StMatrixX4,
  // Which of these a shared atomic is, SharedAtomic.h decides.
  SharedAtomic, ///< One ATOMS instruction: 32-bit integers, 64-bit exch.
  SharedAtomicAdd = SharedAtomic, ///< Its best known case.
  SharedAtomicCount,    ///< Counts the lanes of a word (ATOMS.POPC.INC).
  SharedAtomicCas,      ///< atom.shared.cas, 32 or 64 bits.
  SharedAtomicCombined, ///< Lanes at one word, combined before memory is asked.
  SharedAtomicCombinedIfFull, ///< The same, when all 32 lanes are active.
  SharedSwapLoop,      ///< Load, compute, compare-and-swap until all succeeded.
  SharedTriedSwapLoop, ///< The same after a try with the generic address.
  SharedRetryLoop,     ///< Load once, then compare-and-swap: 16-bit atomics.
  SharedAtomicOther,   ///< Any other shared atomic: not modelled.
  CpAsync,             ///< cp.async.ca of 4 or 8 bytes, cp.async.cg of 16.
  CpAsyncCached,       ///< cp.async.ca of 16 bytes.
  GlobalLoad,
  GlobalStore,
  GlobalReduction, ///< red.global, a vector's too.
  GlobalAtomic,    ///< atom.global, but for cas: it has an answer.
  GlobalCas,
  /// ld.shared through an address that the compiler takes for a generic one, or
  /// for the cluster's: it leads to the block's own memory.
  SharedGenericLoad,
  CpAsyncZero, ///< cp.async that reads nothing, and fills with zeros.
  // Of another block of the cluster.
  RemoteLoad,   ///< ld.shared::cluster.
  RemoteStore,  ///< st.shared::cluster.
  RemoteUpdate, ///< Its atomics, red.async and st.async.
  LocalAccess,  ///< ld.local, st.local.
  ConstantLoad, ///< ld.const, ld.param with an address that differs by lane.
};

enum class CostUnit : uint8_t { Wavefronts, Lines, Sectors, Passes };

/// Which rule of the table gave the figure.
enum class CostRule : uint8_t {
  NoActiveLane, ///< 0 wavefronts, ideal 0.
  WholeWarp,    ///< conflict(all lanes): accesses of up to 4 bytes.
  HalfWarps,    ///< Sum over lanes 0-15 and 16-31: 8 bytes a lane.
  QuarterWarps, ///< Sum over groups of 8 lanes: 16 bytes a lane.
  PairMerged,   ///< 8- or 16-byte load whose lane pairs agree: groups merge.
  MatrixRows,   ///< Sum over groups of 8 row addresses.
  LanesPerBank, ///< Atomics, 4-byte cp.async: active lanes in the fullest bank.
  LanesPerBankTwice,  ///< Compare-and-swap: twice the above.
  LanesPerBankHalves, ///< 8 bytes a lane: the same for each half-warp, summed.
  LanesPerBankHalvesTwice, ///< 64-bit compare-and-swap: twice the above.
  LanesPerBankQuarters,    ///< 16-byte cp.async.ca and exch: by quarter-warps.
  LanesPerBankQuartersTwice, ///< 128-bit compare-and-swap: twice the above.
  CountingAtomic,            ///< ATOMS.POPC.INC: conflict(all lanes).
  CombinedAtomic,            ///< One lane asks memory for all.
  SwapLoop,      ///< Loads and swaps of every pass: see SharedLoops.h.
  RetryLoop,     ///< One load, and the swaps of every pass.
  FullLines,     ///< cp.async.cg of 16 bytes: 128-byte lines touched.
  Sectors,       ///< Global memory: 32-byte sectors touched.
  SectorTurns,   ///< Global atomics: lanes at one address take turns.
  LocalSectors,  ///< Local memory: words of 32 lanes lie side by side.
  RemoteSectors, ///< Distributed shared memory: 32-byte sectors touched.
  RemoteTurns,   ///< Its atomics: lanes at one address take turns.
  ConstantTurns, ///< Constant cache: distinct addresses, 8 bytes at a time.
};

/// One instruction of one warp. Addresses are in bytes; those of inactive lanes
/// are ignored. For shared memory only the address modulo 128 and the equality
/// of words matter, so any common multiple of 128 may have been left out. The
/// GPU wants addresses aligned to the width; one that is not is costed by what
/// it covers.
struct WarpRequest {
  RequestKind Kind = RequestKind::SharedLoad;
  /// 1, 2, 4, 8 or 16, of global memory 32, too. For ldmatrix and stmatrix 16,
  /// the length of a row.
  unsigned BytesPerLane = 4;
  LaneMask Active = AllLanes;
  /// Of local memory: offsets in the lane's own.
  LaneAddresses ByteAddress = {};
  /// Instructions that one access becomes, alike but for an offset that is the
  /// same in all lanes and a multiple of 4 bytes (the blocks of a wmma
  /// fragment). The figures are those of all of them.
  unsigned Instructions = 1;
};

/// Lanes of one group that meet in one bank.
struct Collision {
  /// Bank 0-31.
  unsigned Bank = 0;
  /// All lanes of the group that touch this bank: the witnesses.
  LaneMask Lanes = 0;
  /// Distinct words that those lanes touch in the bank; for atomics and
  /// cp.async the number of lanes.
  unsigned Ways = 0;
  friend bool operator==(const Collision &, const Collision &) = default;
};

struct WarpCost {
  CostUnit Unit = CostUnit::Wavefronts;
  CostRule Rule = CostRule::NoActiveLane;
  unsigned Predicted = 0;
  /// Of these, the loads that a loop of compare-and-swap makes; they count as
  /// loads in a profile, the rest as atomics.
  unsigned LoadsOfLoop = 0;
  /// The fewest that any layout of the same data could reach: a layout cannot
  /// change which lanes share an element, nor where the groups end. For loads
  /// and stores 1 for each group with an active lane; for ldmatrix .xN, where
  /// all lanes are active, N; for atomics the most active lanes of a group at
  /// one address (twice for CAS), the contention that no layout removes; for
  /// loops of compare-and-swap what they would cost if all words lay in banks
  /// of their own; for lines and sectors what the distinct bytes fill when
  /// packed; for passes those of one address. Never above Predicted.
  unsigned Ideal = 0;
  /// Present when some bank serves more than one word (more than the lanes at
  /// one address, for atomics) in one group: the fullest bank of the costliest
  /// group. The first group and the lowest bank where several are as bad. Never
  /// present for other units.
  std::optional<Collision> Worst;

  unsigned excess() const { return Predicted > Ideal ? Predicted - Ideal : 0; }
};

/// The cost of \p Request, or nothing where no rule was measured (atomics that
/// SharedAtomic.h has no rule for, a width that the instruction does not have).
std::optional<WarpCost> costOf(const WarpRequest &Request);

/// Shared memory of the block serves it.
bool isOfShared(RequestKind Kind);

/// Lanes whose address the instruction takes: ldmatrix and stmatrix of one
/// matrix take those of lanes 0-7, of two 0-15.
LaneMask lanesWithAddress(RequestKind Kind);

/// Passes of the pipe in which \p Request moves no data, beside its cost: one of
/// a measured kind where no lane is active, three of a cp.async.
unsigned idleSlotsOf(const WarpRequest &Request);

/// Passes of L1's data stage for a request to global or local memory: banks
/// serve them as they do shared memory. Nothing for other requests, and where
/// that was not measured.
std::optional<unsigned> passesInL1(const WarpRequest &Request);

/// Cycles from one load or store of another block's shared memory to the next,
/// where many are on their way; nothing for other requests.
std::optional<double> remoteCycles(const WarpRequest &Request);

/// Every bank of every group that serves more than WarpCost::Worst asks for, by
/// group and then by bank. Empty where Worst is.
std::vector<Collision> collisionsOf(const WarpRequest &Request);

/// The pair rule of 8- and 16-byte loads: 1 or 2 when every active lane i has
/// lane i xor 1 (i xor 2) inactive or at its own address, one of them for the
/// whole warp. Nothing when neither holds. Stores never merge, whatever this
/// says.
std::optional<unsigned> pairDistance(const WarpRequest &Request);

/// "wavefronts", "lines", "sectors", "passes".
std::string_view unitName(CostUnit Unit);

/// One sentence that states the rule, for explanations.
std::string_view ruleSentence(CostRule Rule);

/// A short stable name for JSON: "whole-warp", "pair-merged", ...
std::string_view ruleName(CostRule Rule);

} // namespace warplint

#endif // WARPLINT_WARP_WARPMODEL_H
