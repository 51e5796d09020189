//===- BruteForce.cpp - Figures by plain evaluation -----------------------===//

#include "BruteForce.h"
#include <set>

namespace warplint {

std::string WarpSample::describe(const LaneContext &Context) const {
  const LeafValues &First = Lanes[0];
  std::string Text = "warp " + std::to_string(Warp) + ", block";
  for (uint32_t Extent : First.BlockDim)
    Text += " " + std::to_string(Extent);
  for (unsigned S = 0; S < Context.numSymbols(); ++S)
    Text += ", " + Context.symbolAt(S).Name + " = " +
            std::to_string(static_cast<int64_t>(First.Symbols[S]));
  for (unsigned L = 0; L < Context.numLoops(); ++L)
    Text += ", iteration " + std::to_string(First.Iterations[L]) + " of loop " +
            std::to_string(L);
  return Text;
}

std::optional<WarpCost> costOfSample(const RandomAccess &Access,
                                     const WarpSample &Sample) {
  const AccessProblem &P = Access.Problem;
  WarpRequest Request{
      .Kind = P.Kind, .BytesPerLane = P.BytesPerLane, .Active = 0};
  LaneMask Relevant = Sample.Existing;
  if (P.Guard) {
    auto Guards =
        evaluateWarp(*Access.Context, P.Guard, Sample.Lanes, Sample.Existing);
    for (unsigned L = 0; L < WarpSize; ++L) {
      if (!(Sample.Existing >> L & 1))
        continue;
      if (!Guards[L])
        return std::nullopt;
      if (!*Guards[L])
        Relevant &= ~(LaneMask(1) << L);
    }
  }
  Relevant &= lanesWithAddress(P.Kind);
  auto Addresses =
      evaluateWarp(*Access.Context, P.Address, Sample.Lanes, Sample.Existing);
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(Relevant >> L & 1))
      continue;
    std::optional<uint64_t> Address = Addresses[L];
    if (!Address || *Address % P.BytesPerLane != 0)
      return std::nullopt;
    Request.ByteAddress[L] = *Address;
  }
  Request.Active = Relevant;
  return costOf(Request);
}

namespace {

using Wide = __int128;

/// How often an exact result leaves the numbers of its width, unsigned and
/// signed.
struct Turns {
  Wide Unsigned = 0, Signed = 0;
  friend bool operator==(const Turns &, const Turns &) = default;
};

int64_t asSigned(uint64_t Bits, unsigned Width) {
  return static_cast<int64_t>(Bits << (64 - Width)) >> (64 - Width);
}

Wide floorShift(Wide Value, unsigned Bits) { return Value >> Bits; }

std::optional<Turns> turnsOf(const LaneExpr *E, std::optional<uint64_t> L,
                             std::optional<uint64_t> R) {
  unsigned Width = E->width();
  if (!L)
    return std::nullopt;
  unsigned From = E->operand(0)->width();
  if (E->op() == LaneOp::Trunc)
    return Turns{
        floorShift(Wide(*L), Width),
        floorShift(asSigned(*L, From) + (Wide(1) << (Width - 1)), Width)};
  if (!R)
    return std::nullopt;
  Wide U, S;
  Wide SL = asSigned(*L, Width), SR = asSigned(*R, Width);
  switch (E->op()) {
  case LaneOp::Add:
    U = Wide(*L) + *R;
    S = SL + SR;
    break;
  case LaneOp::Mul:
    U = static_cast<Wide>(static_cast<unsigned __int128>(*L) * *R >> 1) * 2;
    S = SL * SR;
    break;
  default:
    if (*R >= Width)
      return std::nullopt;
    U = static_cast<Wide>(static_cast<unsigned __int128>(*L) << *R);
    S = static_cast<Wide>(static_cast<unsigned __int128>(SL) << *R);
  }
  return Turns{floorShift(U, Width),
               floorShift(S + (Wide(1) << (Width - 1)), Width)};
}

bool canWrap(LaneOp Op) {
  return Op == LaneOp::Add || Op == LaneOp::Mul || Op == LaneOp::Shl ||
         Op == LaneOp::Trunc;
}

void collect(const LaneContext &Context, const LaneExpr *E,
             std::set<const LaneExpr *> &Nodes) {
  if (!E || !Nodes.insert(E).second)
    return;
  for (unsigned I = 0; I < E->numOperands(); ++I)
    collect(Context, E->operand(I), Nodes);
  if (E->op() == LaneOp::Recurrence) {
    collect(Context, Context.recurrenceAt(E->index()).Init, Nodes);
    collect(Context, Context.recurrenceAt(E->index()).Next, Nodes);
  }
}

} // namespace

bool wrapsBetweenLanes(const RandomAccess &Access, const WarpSample &Sample) {
  std::set<const LaneExpr *> Nodes;
  collect(*Access.Context, Access.Problem.Address, Nodes);
  collect(*Access.Context, Access.Problem.Guard, Nodes);
  for (const LaneExpr *E : Nodes) {
    if (!canWrap(E->op()) || E->width() == 1)
      continue;
    std::optional<Turns> First;
    std::array<std::array<std::optional<uint64_t>, WarpSize>, 2> Operands;
    for (unsigned I = 0; I < E->numOperands(); ++I)
      Operands[I] = evaluateWarp(*Access.Context, E->operand(I), Sample.Lanes,
                                 Sample.Existing);
    for (unsigned L = 0; L < WarpSize; ++L) {
      if (!(Sample.Existing >> L & 1))
        continue;
      auto Here = turnsOf(E, Operands[0][L], Operands[1][L]);
      if (!Here)
        continue;
      if (First && *First != *Here)
        return true;
      First = Here;
    }
  }
  return false;
}

namespace {

/// The values that one leaf can take in samples.
struct Domain {
  enum class What : uint8_t { Symbol, Iteration } Kind = What::Symbol;
  unsigned Number = 0;
  int64_t Lo = 0, Hi = 0, Step = 1;
  uint64_t count() const {
    return static_cast<uint64_t>(Hi - Lo) / static_cast<uint64_t>(Step) + 1;
  }
};

class Sampling {
public:
  Sampling(const RandomAccess &Access, uint64_t Seed)
      : Access(Access), Context(*Access.Context), Engine(Seed) {
    findDomains();
  }

  bool run(unsigned Budget,
           const std::function<void(const WarpSample &)> &Visit);

private:
  void findDomains();
  bool isReached(const WarpSample &Sample) const;
  int64_t randomOf(const Domain &D);
  void visit(const std::vector<int64_t> &Values, std::array<unsigned, 3> Block,
             unsigned Warp);
  bool isBlockKnown() const {
    return Access.Shape.X && Access.Shape.Y && Access.Shape.Z;
  }
  std::array<unsigned, 3> randomBlock(bool &WholeWarpsOnly);
  uint64_t below(uint64_t Limit) { return Engine() % Limit; }

  const RandomAccess &Access;
  const LaneContext &Context;
  std::mt19937_64 Engine;
  std::vector<Domain> Domains;
  bool AreFinite = true;
  const std::function<void(const WarpSample &)> *Visit = nullptr;
};

void Sampling::findDomains() {
  std::set<const LaneExpr *> Nodes;
  collect(Context, Access.Problem.Address, Nodes);
  collect(Context, Access.Problem.Guard, Nodes);
  for (unsigned S = 0; S < Context.numSymbols(); ++S) {
    const UniformSymbol &Symbol = Context.symbolAt(S);
    Domain D{.Number = S,
             .Lo = Symbol.Lo,
             .Hi = Symbol.Hi,
             .Step = static_cast<int64_t>(Symbol.MultipleOf)};
    D.Hi = D.Lo + (D.Hi - D.Lo) / D.Step * D.Step;
    bool IsUsed = false;
    for (const LaneExpr *E : Nodes)
      IsUsed |= E->op() == LaneOp::Symbol && E->index() == S;
    // An array's place matters only where it could lie on a line.
    if (Symbol.Kind == SymbolKind::ArrayBase && D.Step >= 128)
      D.Hi = D.Lo;
    if (!IsUsed)
      D.Hi = D.Lo;
    Domains.push_back(D);
  }
  for (unsigned L = 0; L < Context.numLoops(); ++L) {
    Domain D{.Kind = Domain::What::Iteration, .Number = L, .Hi = 40};
    if (auto TripCount = Context.loopAt(L).TripCount)
      D.Hi = static_cast<int64_t>(*TripCount) - 1;
    else
      AreFinite &= Context.loopAt(L).Continue != nullptr;
    bool IsUsed = false;
    for (const LaneExpr *E : Nodes) {
      IsUsed |= E->op() == LaneOp::Iteration && E->index() == L;
      IsUsed |= E->op() == LaneOp::Recurrence &&
                Context.recurrenceAt(E->index()).Loop == L;
    }
    if (!IsUsed)
      D.Hi = 0;
    // An endless loop that no condition ends in time.
    AreFinite &= !IsUsed || Context.loopAt(L).TripCount.has_value();
    Domains.push_back(D);
  }
}

/// Iteration n runs only if some lane went through all that are before it.
bool Sampling::isReached(const WarpSample &Sample) const {
  for (unsigned Loop = 0; Loop < Context.numLoops(); ++Loop) {
    const LaneExpr *Continue = Context.loopAt(Loop).Continue;
    if (!Continue)
      continue;
    for (uint64_t N = 0; N < Sample.Lanes[0].Iterations[Loop]; ++N) {
      WarpLeaves Leaves = Sample.Lanes;
      for (LeafValues &Lane : Leaves)
        Lane.Iterations[Loop] = N;
      auto Runs = evaluateWarp(Context, Continue, Leaves, Sample.Existing);
      bool Goes = false;
      for (unsigned L = 0; L < WarpSize; ++L)
        Goes |= (Sample.Existing >> L & 1) && Runs[L].value_or(1);
      if (!Goes)
        return false;
    }
  }
  return true;
}

int64_t Sampling::randomOf(const Domain &D) {
  uint64_t Count = D.count();
  auto Nth = [&](uint64_t N) {
    return D.Lo + static_cast<int64_t>(N % Count) * D.Step;
  };
  if (Count <= 1024)
    return Nth(Engine());
  switch (below(8)) {
  case 0:
    return D.Lo;
  case 1:
    return D.Hi;
  case 2:
    return Nth(Engine());
  default: {
    // Small numbers, mostly positive: what programs pass.
    int64_t Small = static_cast<int64_t>(below(300)) - 40;
    Small = Small / D.Step * D.Step;
    return std::min(std::max(Small, D.Lo), D.Hi);
  }
  }
}

void Sampling::visit(const std::vector<int64_t> &Values,
                     std::array<unsigned, 3> Block, unsigned Warp) {
  WarpSample Sample;
  Sample.Warp = Warp;
  Sample.Existing = 0;
  LeafValues Leaves;
  Leaves.Symbols.resize(Context.numSymbols());
  Leaves.Iterations.resize(Context.numLoops());
  for (size_t I = 0; I < Domains.size(); ++I)
    (Domains[I].Kind == Domain::What::Symbol
         ? Leaves.Symbols
         : Leaves.Iterations)[Domains[I].Number] =
        static_cast<uint64_t>(Values[I]);
  for (unsigned L = 0; L < WarpSize; ++L) {
    unsigned Thread = Warp * WarpSize + L;
    Sample.Lanes[L] = Leaves;
    Sample.Lanes[L].BlockDim = {Block[0], Block[1], Block[2]};
    if (Thread >= Block[0] * Block[1] * Block[2])
      continue;
    Sample.Existing |= LaneMask(1) << L;
    Sample.Lanes[L].ThreadIdx = {Thread % Block[0],
                                 Thread / Block[0] % Block[1],
                                 Thread / Block[0] / Block[1]};
  }
  if (isReached(Sample))
    (*Visit)(Sample);
}

std::array<unsigned, 3> Sampling::randomBlock(bool &WholeWarpsOnly) {
  const LaunchShape &S = Access.Shape;
  unsigned Y = S.Y.value_or(1), Z = S.Z.value_or(1);
  WholeWarpsOnly = false;
  if (!S.X) {
    unsigned X = 32 * (1 + below(std::max(1u, 32 / (Y * Z))));
    if (!S.Y)
      Y = 1 + below(std::max(1u, 1024 / (X * Z)));
    if (!S.Z)
      Z = 1 + below(std::max(1u, 1024 / (X * Y)));
    return {X, Y, Z};
  }
  unsigned X = *S.X;
  if (X % WarpSize == 0) {
    if (!S.Y)
      Y = 1 + below(std::max(1u, 1024 / (X * Z)));
    if (!S.Z)
      Z = 1 + below(std::max(1u, 1024 / (X * Y)));
    return {X, Y, Z};
  }
  // Rows enough, or, where they are known, layers.
  WholeWarpsOnly = true;
  if (!S.Y)
    Y = std::max(1u, 1024 / (X * Z));
  else
    Z = std::max(1u, 1024 / (X * Y));
  return {X, Y, Z};
}

bool Sampling::run(unsigned Budget,
                   const std::function<void(const WarpSample &)> &VisitSample) {
  Visit = &VisitSample;
  uint64_t Combinations = 1;
  for (const Domain &D : Domains)
    Combinations = std::min<uint64_t>(
        Combinations * std::min<uint64_t>(D.count(), 1 << 20), 1 << 20);
  std::array<unsigned, 3> Block = {1, 1, 1};
  unsigned Warps = 1;
  if (isBlockKnown()) {
    Block = {*Access.Shape.X, *Access.Shape.Y, *Access.Shape.Z};
    Warps = (Block[0] * Block[1] * Block[2] + WarpSize - 1) / WarpSize;
    Combinations *= Warps;
  }
  bool IsComplete = isBlockKnown() && AreFinite && Combinations <= Budget;
  uint64_t Count = IsComplete ? Combinations : Budget;
  for (uint64_t Number = 0; Number < Count; ++Number) {
    std::vector<int64_t> Values;
    uint64_t Rest = Number / Warps;
    for (const Domain &D : Domains) {
      if (!IsComplete) {
        Values.push_back(randomOf(D));
        continue;
      }
      Values.push_back(D.Lo + static_cast<int64_t>(Rest % D.count()) * D.Step);
      Rest /= D.count();
    }
    if (IsComplete) {
      visit(Values, Block, Number % Warps);
      continue;
    }
    bool WholeWarpsOnly = false;
    if (!isBlockKnown())
      Block = randomBlock(WholeWarpsOnly);
    unsigned Threads = Block[0] * Block[1] * Block[2];
    unsigned Last = WholeWarpsOnly ? std::max(1u, Threads / WarpSize)
                                   : (Threads + WarpSize - 1) / WarpSize;
    visit(Values, Block, below(Last));
  }
  return IsComplete;
}

} // namespace

bool forEachSample(const RandomAccess &Access, unsigned Budget, uint64_t Seed,
                   const std::function<void(const WarpSample &)> &Visit) {
  return Sampling(Access, Seed).run(Budget, Visit);
}

namespace {

class TotalsByHand {
public:
  TotalsByHand(const RandomAccess &Access, WarpSample Sample)
      : Access(Access), Sample(std::move(Sample)) {}

  bool addFrom(unsigned Loop, LaneMask Running);
  WarpTotals Sum;

private:
  bool execute(LaneMask Running);

  const RandomAccess &Access;
  WarpSample Sample;
  unsigned StepsLeft = 2000;
};

/// One execution, by the lanes that are in all loops and pass the guard.
bool TotalsByHand::execute(LaneMask Running) {
  if (Access.Problem.Guard) {
    auto Guards = evaluateWarp(*Access.Context, Access.Problem.Guard,
                               Sample.Lanes, Sample.Existing);
    for (unsigned L = 0; L < WarpSize; ++L) {
      LaneMask Bit = LaneMask(1) << L;
      if (!(Running & Bit))
        continue;
      if (!Guards[L])
        return false;
      if (!*Guards[L])
        Running &= ~Bit;
    }
  }
  const AccessProblem &P = Access.Problem;
  WarpRequest Request{.Kind = P.Kind,
                      .BytesPerLane = P.BytesPerLane,
                      .Active = Running & lanesWithAddress(P.Kind)};
  auto Addresses =
      evaluateWarp(*Access.Context, P.Address, Sample.Lanes, Sample.Existing);
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(Request.Active >> L & 1))
      continue;
    if (!Addresses[L] || *Addresses[L] % P.BytesPerLane != 0)
      return false;
    Request.ByteAddress[L] = *Addresses[L];
  }
  if (!Request.Active)
    return true;
  auto Cost = costOf(Request);
  if (!Cost)
    return false;
  ++Sum.Requests;
  Sum.Value += Cost->Predicted;
  Sum.Ideal += Cost->Ideal;
  return true;
}

bool TotalsByHand::addFrom(unsigned Loop, LaneMask Running) {
  if (StepsLeft == 0)
    return false;
  --StepsLeft;
  if (Loop == Access.Context->numLoops())
    return execute(Running);
  const LaneLoop &L = Access.Context->loopAt(Loop);
  for (uint64_t N = 0; !L.TripCount || N < *L.TripCount; ++N) {
    for (LeafValues &Lane : Sample.Lanes)
      Lane.Iterations[Loop] = N;
    if (L.Continue) {
      auto Goes = evaluateWarp(*Access.Context, L.Continue, Sample.Lanes,
                               Sample.Existing);
      for (unsigned I = 0; I < WarpSize; ++I) {
        LaneMask Bit = LaneMask(1) << I;
        if (!(Running & Bit))
          continue;
        if (!Goes[I])
          return false;
        if (!*Goes[I])
          Running &= ~Bit;
      }
    }
    if (!Running)
      break;
    if (!addFrom(Loop + 1, Running))
      return false;
  }
  for (LeafValues &Lane : Sample.Lanes)
    Lane.Iterations[Loop] = 0;
  return true;
}

} // namespace

std::optional<WarpTotals> totalsOfSample(const RandomAccess &Access,
                                         const WarpSample &Given) {
  unsigned X = *Access.Shape.X, Y = *Access.Shape.Y, Z = *Access.Shape.Z;
  unsigned Threads = X * Y * Z;
  WarpTotals Sum;
  for (unsigned First = 0; First < Threads; First += WarpSize) {
    WarpSample Sample = Given;
    Sample.Existing = laneRange(0, std::min(WarpSize, Threads - First));
    for (unsigned L = 0; L < WarpSize; ++L) {
      unsigned T = First + L;
      Sample.Lanes[L].Symbols = Given.Lanes[0].Symbols;
      Sample.Lanes[L].BlockDim = {X, Y, Z};
      Sample.Lanes[L].ThreadIdx = {T % X, T / X % Y, T / X / Y};
      Sample.Lanes[L].Iterations.assign(Access.Context->numLoops(), 0);
    }
    TotalsByHand Warp(Access, Sample);
    if (!Warp.addFrom(0, Sample.Existing))
      return std::nullopt;
    Sum.Requests += Warp.Sum.Requests;
    Sum.Value += Warp.Sum.Value;
    Sum.Ideal += Warp.Sum.Ideal;
  }
  return Sum;
}

} // namespace warplint
