//===- Footprint.h - The bytes that threads touch together ------*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_FOOTPRINT_H
#define WARPLINT_LIB_RACE_FOOTPRINT_H

#include "Race/Values/ThreadValues.h"
#include "warplint/Race/BlockHazards.h"

namespace warplint {

/// One access as threads of the block execute it once.
struct Footprint {
  struct Piece {
    int64_t Offset = 0;
    unsigned Thread = 0;
    friend auto operator<=>(const Piece &, const Piece &) = default;
  };
  /// Places that differ by known numbers, the lowest first.
  struct Group {
    uint32_t Sum = 0;
    std::vector<Piece> Pieces;
  };

  unsigned Access = 0; ///< In KernelModel::Accesses; of a copy in Barriers.
  bool IsCopy = false; ///< By the copy engine.
  unsigned Bytes = 0;  ///< Of each thread.
  AccessEffect Effect = AccessEffect::Read;
  bool IsAsync = false; ///< It goes on while the thread does.
  /// The lanes of a warp exchange what each of them touches.
  bool IsOfWarp = false;
  bool IsOfOneValue = false; ///< That all threads store.
  ThreadSet Of;
  std::vector<Group> Groups;
  bool HasUnknown = false; ///< Some threads' places are not known.
  /// A condition says that the unknown of a sum is larger than a number of the
  /// thread: `t < n` of each thread t.
  struct Bound {
    uint32_t Sum = 0;
    std::vector<int64_t> Above;
  };
  std::vector<Bound> Bounds;
  /// Each place is Base plus Rest times the bytes of an access, and a condition
  /// says of each thread that Rest is at least 0 and less than the unknown of
  /// Limit: `if (j < n) s[i * n + j] = ...`.
  struct Slice {
    uint32_t Limit = 0;
    ThreadForm Base;
  };
  std::vector<Slice> Slices;
  /// A condition says that the unknown of a sum plus a number of the thread is a
  /// multiple of Modulus: `(x + t) % 4 == 1`; or that it is 0: `t == x`. Threads
  /// whose numbers differ otherwise are not both there.
  struct Residue {
    uint32_t Sum = 0;
    int64_t Modulus = 0; ///< 0: the sum is 0.
    std::vector<int64_t> Numbers;
  };
  std::vector<Residue> Residues;
  /// Each place is Base plus Stride times the number that the thread got from
  /// Atomic. Others get other numbers, by at least Least.
  struct Slot {
    unsigned Atomic = 0; ///< In KernelModel::Accesses.
    ThreadForm Counter, Base;
    int64_t Stride = 0, Least = 0;
  };
  std::optional<Slot> Numbered;
  /// Bytes are those from the first to the last that a thread may touch.
  bool IsRange = false;
  /// Each place may lie any multiple of that further on; 0: it does not.
  int64_t Step = 0;
  /// By number in the proof: the access of which this is a part.
  uint32_t Origin = 0;

  /// Of threads \p Threads whose addresses are \p Address.
  void setPlaces(const FormsOfBlock &Address, unsigned Threads);
  /// Of \p Threads, of whose places some are not known: what is known of them.
  void setFreePlaces(const LaneExpr *Address, unsigned Threads,
                     BlockEvaluation &Values);
  /// What each part of \p Guard, under which threads access, says.
  void setConditions(const LaneExpr *Guard, const LaneExpr *Address,
                     unsigned Threads, BlockEvaluation &Values);
  /// What \p Some have no part in.
  Footprint without(const ThreadSet &Some) const;

private:
  void setRanges(const LaneExpr *Address, unsigned Threads,
                 BlockEvaluation &Values);
  void addBound(const LaneExpr *Less, const LaneExpr *Address, unsigned Threads,
                BlockEvaluation &Values);
  void addSlice(const FormsOfBlock &Rest, ThreadForm Limit,
                const FormsOfBlock &Address, unsigned Threads,
                BlockEvaluation &Values);
  void addResidue(const LaneExpr *Truth, bool Holds, unsigned Threads,
                  BlockEvaluation &Values);
  void setMultiples(const LaneExpr *Address, unsigned Threads,
                    BlockEvaluation &Values);
};

/// By number, the warps that have a thread in \p Threads.
uint32_t warpsOf(const ThreadSet &Threads);

/// Which two threads of two footprints nothing orders: those of two warps, and
struct Unordered {
  uint32_t Warps = 0;       ///< lanes of these,
  unsigned Tile = 1;        ///< of two different tiles of so many lanes,
  bool OfOneThread = false; ///< and a thread with itself.

  /// There are two such threads.
  bool hasAny(const Footprint &X, const Footprint &Y) const;
};

/// Two threads that nothing orders may touch one byte, for all that is known.
bool mayMeet(const Footprint &X, const Footprint &Y, const Unordered &How,
             FormTable &Table);

/// Each of two threads accesses an element that has a number of its own.
bool haveOwnSlots(const Footprint &X, const Footprint &Y);

} // namespace warplint

#endif // WARPLINT_LIB_RACE_FOOTPRINT_H
