//===- ComparisonTest.cpp - Bounds and clamps that may wrap ---------------===//
//
// if (i < n), in[min(i, n - 1)] with i = f * blockIdx.x + threadIdx.x, which may
// be 2^32 and more. Verdicts against plain evaluation of values with which
// lanes of the warp lie on both sides of the limit, or of the end of the
// numbers.
//
//===----------------------------------------------------------------------===//

#include "BruteForce.h"
#include "LaneNotation.h"
#include <random>

using namespace warplint;

namespace {

/// How the limit n is compared with i and what the lanes read.
enum class Form { Guard, Clamp, ClampOfLast, Mirror, TwoPlaces, TwoStrides };

struct Bounded {
  RandomAccess Access;
  unsigned Factor = 0;
  int64_t Start = 0;
};

/// i = Factor * blockIdx.x + threadIdx.x + Start in a block of two warps.
Bounded bounded(Form What, unsigned Factor, int64_t Start, bool IsSigned,
                RequestKind Kind) {
  Bounded Result;
  Result.Factor = Factor;
  Result.Start = Start;
  RandomAccess &Made = Result.Access;
  LaneContext &C = *Made.Context;
  auto Node = [&](const LaneExpr *E) { return Value{&C, E}; };
  auto Symbol = [&](UniformSymbol S) {
    return Node(C.symbol(C.addSymbol(std::move(S))));
  };
  const Value Block = Symbol({.Name = "blockIdx.x",
                              .Kind = SymbolKind::BlockIdx,
                              .Lo = 0,
                              .Hi = INT32_MAX - 1});
  const Value N = Symbol({.Name = "n", .Kind = SymbolKind::Parameter});
  const Value I =
      Factor * Block + Node(C.threadIdx(0)) + static_cast<uint64_t>(Start);
  auto Less = [&](Value L, Value R) {
    return IsSigned ? lessSigned(L, R) : L < R;
  };
  Value Index = I;
  switch (What) {
  case Form::Guard:
    Made.Problem.Guard = Less(I, N).E;
    break;
  case Form::Clamp: // min(i, n - 1)
    Index = select(Less(I, N - 1), I, N - 1);
    break;
  case Form::ClampOfLast: // i < n ? i : n - 1
    Index = select(Less(I, N), I, N - 1);
    break;
  case Form::Mirror: // n <= i ? 2 * n - 1 - i : i
    Index = select(!Less(I, N), 2 * N - 1 - I, I);
    break;
  case Form::TwoPlaces:
    Index = select(Less(I, N), I.of(0), I.of(1000));
    break;
  case Form::TwoStrides: // i < n ? 2 * i : i
    Index = select(Less(I, N), 2 * I, I);
    break;
  }
  const bool IsGlobal = Kind == RequestKind::GlobalLoad;
  const Value Base =
      Symbol({.Name = "in",
              .Kind = IsGlobal ? SymbolKind::Parameter : SymbolKind::ArrayBase,
              .Width = IsGlobal ? 64u : 32u,
              .Lo = 0,
              .Hi = IsGlobal ? INT64_MAX / 4 : INT32_MAX,
              .MultipleOf = 256});
  Made.Problem.Kind = Kind;
  Made.Problem.BytesPerLane = 4;
  Made.Problem.Address =
      IsGlobal
          ? (Base + 4 * Index.cast(IsSigned ? LaneOp::SExt : LaneOp::ZExt, 64))
                .E
          : (Base + 4 * Index).E;
  Made.Shape = block(64);
  return Result;
}

/// Values with which the limit, or the end of the 32-bit numbers, lies near or
/// between the lanes.
WarpSample sampleNear(const Bounded &B, std::mt19937_64 &Engine) {
  WarpSample Sample;
  Sample.Warp = static_cast<unsigned>(Engine() % 2);
  constexpr uint64_t Turn = uint64_t(1) << 31;
  uint64_t Block = Engine() % Turn >> Engine() % 31;
  if (Engine() % 2) // A multiple of 2^31 is near.
    Block =
        Turn * (1 + Engine() % (B.Factor / 2 + 1)) / B.Factor - Engine() % 3;
  Block = std::min<uint64_t>(Block, INT32_MAX - 1);
  const uint64_t First =
      B.Factor * Block + 32 * Sample.Warp + static_cast<uint64_t>(B.Start);
  uint64_t Limit = First + Engine() % 40 - 4;
  if (Engine() % 8 == 0)
    Limit = Engine() >> Engine() % 40;
  for (unsigned L = 0; L < WarpSize; ++L) {
    LeafValues &Leaves = Sample.Lanes[L];
    Leaves.Symbols = {Block, static_cast<uint32_t>(Limit), 1 << 20};
    Leaves.ThreadIdx[0] = 32 * Sample.Warp + L;
    Leaves.BlockDim = {64, 1, 1};
  }
  return Sample;
}

bool isWorse(const WarpCost &A, const WarpCost &B) {
  return A.excess() != B.excess() ? A.excess() > B.excess()
                                  : A.Predicted > B.Predicted;
}

/// No sample costs more than the verdict says; the witness costs what it says.
void check(const Bounded &B, const AccessVerdict &Verdict, uint64_t Seed) {
  std::mt19937_64 Engine(Seed);
  unsigned WithRequest = 0;
  for (unsigned Try = 0; Try < 1500; ++Try) {
    const WarpSample Sample = sampleNear(B, Engine);
    auto Cost = costOfSample(B.Access, Sample);
    WithRequest += Cost && Cost->Predicted != 0;
    if (!Cost || !isWorse(*Cost, Verdict.Worst.Cost))
      continue;
    // That its lanes do not wrap one by one may be assumed, and then is said.
    if (!Verdict.Assumptions.empty() && wrapsBetweenLanes(B.Access, Sample))
      continue;
    FAIL() << Cost->Predicted << " (ideal " << Cost->Ideal << ") is more than "
           << summary(Verdict) << " for " << Sample.describe(*B.Access.Context);
  }
  EXPECT_GT(WithRequest, 250u);
  if (Verdict.Kind != VerdictKind::Excess || Verdict.Witness.empty())
    return;
  WarpSample Shown;
  for (unsigned L = 0; L < WarpSize; ++L)
    Shown.Lanes[L] = Verdict.Witness.at(L);
  auto Cost = costOfSample(B.Access, Shown);
  ASSERT_TRUE(Cost);
  EXPECT_EQ(Cost->excess(), Verdict.Worst.Cost.excess());
}

constexpr RequestKind Kinds[] = {RequestKind::GlobalLoad,
                                 RequestKind::SharedLoad};

AccessVerdict verdictOn(const Bounded &B) {
  return proveAccess(*B.Access.Context, B.Access.Problem, B.Access.Shape);
}

TEST(Comparison, OfIndicesThatWrapTogetherIsExact) {
  // Factors whose common divisor with 2^32 is a warp or more: all lanes wrap
  // together. Nothing has to be assumed: which of the 33 ways the lanes lie
  // about the limit is all that counts.
  uint64_t Seed = 1;
  for (unsigned Factor : {32u, 96u, 256u, 1024u, 1u << 20})
    for (Form What :
         {Form::Guard, Form::Clamp, Form::ClampOfLast, Form::TwoPlaces})
      for (bool IsSigned : {false, true})
        for (RequestKind Kind : Kinds) {
          SCOPED_TRACE(testing::Message()
                       << "factor " << Factor << ", form " << int(What)
                       << (IsSigned ? ", signed" : "") << ", kind "
                       << int(Kind));
          const Bounded B = bounded(What, Factor, 0, IsSigned, Kind);
          const AccessVerdict Verdict = verdictOn(B);
          EXPECT_NE(Verdict.Kind, VerdictKind::Unproven) << Verdict.ReasonText;
          EXPECT_TRUE(Verdict.Assumptions.empty());
          check(B, Verdict, Seed++);
        }
}

TEST(Comparison, OfAnyIndexIsSound) {
  // Lanes that wrap one by one, by many ends of the numbers; a warp that begins
  // below zero or with an odd lane; what is no clamp though it looks like one.
  uint64_t Seed = 1000;
  unsigned Decided = 0;
  for (unsigned Factor : {1u, 3u, 100u, 256u, 0x01000001u})
    for (int64_t Start : {-1, 0, 1, 31})
      for (Form What : {Form::Guard, Form::Clamp, Form::ClampOfLast,
                        Form::Mirror, Form::TwoPlaces, Form::TwoStrides})
        for (bool IsSigned : {false, true}) {
          SCOPED_TRACE(testing::Message() << "factor " << Factor << ", start "
                                          << Start << ", form " << int(What)
                                          << (IsSigned ? ", signed" : ""));
          const Bounded B =
              bounded(What, Factor, Start, IsSigned, Kinds[Seed % 2]);
          const AccessVerdict Verdict =
              proveAccess(*B.Access.Context, B.Access.Problem, B.Access.Shape,
                          {.MaxCases = 2048, .MaxSteps = 60'000});
          ++Seed;
          if (Verdict.Kind == VerdictKind::Unproven)
            continue;
          ++Decided;
          check(B, Verdict, Seed);
        }
  EXPECT_GT(Decided, 120u);
}

TEST(Comparison, ClampedLanesAreThoseOfTheLastOne) {
  // The lanes past the limit read what its last lane reads: never more than the
  // plain run of 128 bytes, in 4 sectors and 32 banks.
  for (Form What : {Form::Clamp, Form::ClampOfLast})
    for (RequestKind Kind : Kinds) {
      const Bounded B = bounded(What, 256, 0, true, Kind);
      EXPECT_EQ(summary(verdictOn(B)),
                clean(Kind == RequestKind::GlobalLoad ? 4 : 1));
    }
}

TEST(Comparison, BetweenTwoPlacesIsTwoSectors) {
  // in[i < n ? 0 : 1000]: n within a warp is the only way to touch two sectors,
  // and some n is.
  const Bounded B =
      bounded(Form::TwoPlaces, 256, 0, true, RequestKind::GlobalLoad);
  EXPECT_EQ(summary(verdictOn(B)), excess(2));
}

} // namespace
