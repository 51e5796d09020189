//===- Enumeration.h - The requests of one access, as they are listed -----===//

#ifndef WARPLINT_LIB_LANE_REQUEST_ENUMERATION_H
#define WARPLINT_LIB_LANE_REQUEST_ENUMERATION_H

#include "RequestEnumeration.h"
#include "warplint/Lane/LaneEvaluation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace warplint {

/// What an expression rests on.
struct Leaves {
  llvm::DenseSet<unsigned> Loops;
  /// Beside the base of an array, and what is one of a few.
  const UniformSymbol *Unknown = nullptr;
  /// Symbols that have a few values: the stage of a pipeline.
  llvm::SmallVector<unsigned, 2> Choices;
  /// All of Unknown, by number.
  llvm::SmallVector<unsigned, 2> Symbols;
  const OpaqueValue *Opaque = nullptr;
  unsigned Axes = 0; ///< Bit 0 for threadIdx.x, and so on.

  bool isComputable() const { return !Unknown && Choices.empty() && !Opaque; }
};

/// How many values a symbol has that the kernel goes through in turn; 0 where
/// they are many, or not for the kernel to choose.
uint64_t numChoices(const UniformSymbol &S);

void addLeaves(const LaneContext &C, const LaneExpr *Root, Leaves &Found);

/// What the warp shares only shifts \p Root, if it is an index of all lanes: no
/// distance between lanes is a multiple of it.
bool isShifted(const LaneContext &C, const LaneExpr *Root);

/// The conditions that \p E joins with 'and'.
void addConditions(const LaneExpr *E,
                   llvm::SmallVectorImpl<const LaneExpr *> &Conditions);

/// Nothing where all went well.
using Failure = std::optional<UnlistedRequests>;

class Enumeration {
public:
  Enumeration(const LaneContext &C, const AccessProblem &Problem,
              const LoopNest &Nest, const LaunchShape &Shape, uint64_t Bytes,
              CaseBudget &Budget, bool MaySample)
      : C(C), Problem(Problem), Nest(Nest), Shape(Shape), Bytes(Bytes),
        Budget(Budget), MaySample(MaySample) {}

  std::variant<AccessCases, UnlistedRequests> run();

private:
  using Reason = UnlistedRequests::Reason;

  static Failure because(Reason Why, std::string Name = {},
                         bool IsParameter = false) {
    return UnlistedRequests{Why, std::move(Name), IsParameter};
  }
  Failure checkLeaves();
  void readGuard(const Leaves &OfAddress);
  void settleLoops();
  bool isEndKnown(const LaneLoop &Loop) const;
  bool isCounted(unsigned Number) const;
  std::optional<uint64_t> roundsOf(unsigned Number);
  std::optional<uint64_t> trips(const LaneLoop &Loop) const;
  Failure addWarp(unsigned Number);
  Failure addFrom(size_t Depth, LaneMask In, uint64_t Weight);
  Failure leave(const LaneLoop &Loop, LaneMask &In);
  Failure addCounted(size_t Depth, LaneMask In, uint64_t Weight);
  bool addRepeated(size_t Depth, std::optional<uint64_t> Trips, LaneMask In,
                   uint64_t Weight, Failure &Why);
  bool addDecided(const LaneExpr *E, size_t Depth,
                  llvm::SmallVectorImpl<const LaneExpr *> &Parts) const;
  bool addAlike(size_t Depth, std::optional<uint64_t> Trips, bool HasEnd,
                LaneMask In, uint64_t Weight, Failure &Why);
  Failure endOpenLoop(std::vector<OffsetCase> Few);
  Failure addLoop(size_t Depth, LaneMask In, uint64_t Weight);
  std::optional<uint64_t>
  periodAt(size_t Depth, llvm::SmallVectorImpl<const LaneExpr *> &Periodic);
  Failure addPeriod(size_t Depth, uint64_t Period,
                    std::optional<uint64_t> Trips, LaneMask In,
                    uint64_t Weight);
  Failure addRequest(LaneMask In, uint64_t Weight);
  Failure addChoices(size_t First, LaneMask In, LaneMask Sure, uint64_t Weight);
  Failure addSamples(LaneMask In, LaneMask Sure, uint64_t Weight);
  Failure addOffsets(LaneMask In, LaneMask Sure, uint64_t Weight);
  Failure readOffsets(LaneMask In, LaneMask Sure, OffsetCase &To);
  void add(OffsetCase Case, uint64_t Weight);
  LaneValues evaluated(const LaneExpr *E, const WarpLeaves &Leaves);
  void holdAt(unsigned Loop, uint64_t Iteration);

  const LaneContext &C;
  const AccessProblem &Problem;
  const LoopNest &Nest;
  const LaunchShape &Shape;
  const uint64_t Bytes;
  CaseBudget &Budget;
  const bool MaySample;

  llvm::SmallVector<unsigned, 2> Choices; ///< Symbols of the address.
  llvm::SmallVector<unsigned, 2>
      Sampled;                       ///< Those of them that may be anything.
  llvm::DenseSet<unsigned> Relevant; ///< Loops that are stepped through.
  llvm::DenseSet<unsigned>
      Aperiodic, ///< Those that were found to repeat nothing,
      Unlike;    ///< and those no iterations of which were found to be alike.
  /// All of them have to hold for a lane to go on.
  llvm::SmallVector<const LaneExpr *> Guards;
  bool HasAllGuards = true; ///< They are all that Problem.Guard says.
  /// What is not known of them is one answer for the warp: all lanes that the
  /// others let through make the request, or none does.
  bool IsDoubtShared = true;
  /// Symbols have no value in Lanes; in OfAddress, all are 0: there only bases
  /// of arrays are met, and offsets are wanted.
  WarpLeaves Lanes, OfAddress;
  LaneMask Existing = AllLanes;
  unsigned Warp = 0;
  unsigned Requests = 0;
  AccessCases Result; ///< Its cases are Found in the end.
  std::vector<OffsetCase> Found;
  /// Where each case is in Found.
  std::map<std::pair<LaneMask, std::array<int64_t, WarpSize>>, size_t> Known;
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_REQUEST_ENUMERATION_H
