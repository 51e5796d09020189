//===- Search.cpp - Better layouts of an array, ranked --------------------===//

#include "warplint/Layout/Search.h"
#include "Candidates.h"
#include "Judge.h"
#include "LinearSearch.h"
#include "warplint/Layout/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

namespace warplint {

//===----------------------------------------------------------------------===//
// Which layout is better
//===----------------------------------------------------------------------===//

/// The order of Search.h, the smallest first. Moving lanes asks more of the user
/// than an index does; of expressions of one length, the one whose operators
/// cost less and which more readers know.
static auto orderOf(const Remedy &R) {
  const auto *S = R.To.as<XorSwizzle>();
  const auto *X = R.To.as<RowXor>();
  const unsigned Family = S ? 0 : X ? 1 : 2;
  const unsigned ChangedBits = S ? S->Bits : X ? X->Bits : 0;
  // Of two paddings, the one that leaves them joined.
  const uint64_t Apart = R.To.as<Padding>() ? R.TakenApart.value_or(0) : 0;
  return std::tuple(!R.Budget.isHarmless(), R.Total, Apart, R.Worsened.size(),
                    R.Lanes.has_value(), R.ExtraBytes,
                    toRead(R.To, R.Operators), Family, S && !S->isCute(),
                    ChangedBits);
}

namespace {

/// The best layouts so far, best first.
class Ranking {
public:
  explicit Ranking(unsigned Capacity = ~0u) : Capacity(Capacity) {}

  void add(Remedy R) {
    auto Place = llvm::find_if(
        Kept, [&](const Remedy &K) { return orderOf(R) < orderOf(K); });
    Kept.insert(Place, std::move(R));
    if (Kept.size() > Capacity)
      Kept.pop_back();
  }

  const std::vector<Remedy> &remedies() const { return Kept; }
  const Remedy *best() const { return Kept.empty() ? nullptr : &Kept.front(); }
  bool hasRoomFor(const Remedy &R) const {
    return !isFull() || orderOf(R) < orderOf(Kept.back());
  }
  bool isFull() const { return Kept.size() >= Capacity; }

  /// A layout that costs more would not be kept; \p Otherwise if there is room
  /// for more.
  uint64_t limit(uint64_t Otherwise) const {
    if (!isFull() || !Kept.back().Budget.isHarmless())
      return Otherwise;
    return std::min(Otherwise, Kept.back().Total);
  }

private:
  unsigned Capacity;
  std::vector<Remedy> Kept;
};

} // namespace

//===----------------------------------------------------------------------===//
// One layout
//===----------------------------------------------------------------------===//

ProblemJudge::ProblemJudge(const ArrayProblem &Problem) : Problem(Problem) {}
ProblemJudge::~ProblemJudge() = default;

std::optional<Remedy> ProblemJudge::judge(const Layout &L) {
  const uint64_t Elements = Problem.Array.elements();
  if (!L.fits(Elements) || !L.keepsWhole(wholeRun(Problem)) ||
      !staysInBlocks(Problem, L) || !keepsFragments(Problem, L) ||
      !isBijection(L, Elements))
    return std::nullopt;
  if (!Own)
    Own = std::make_unique<Judge>(Problem);
  Remedy R = Own->remedy(L);
  Own->fillIn(R, Own->patterns(L).costsByAccess(L));
  R.WorsensLaunch = Own->worsensLaunch(L);
  return R;
}

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

namespace {

/// The families one after the other; what one finds bounds the next.
class Search {
public:
  Search(const Judge &J, const SearchOptions &Options)
      : J(J), Options(Options) {}

  void tryAll(const std::vector<Layout> &Layouts) {
    Ranking Best(Options.PerFamily);
    for (const Layout &L : Layouts)
      if (std::optional<uint64_t> Total = tryOne(L, worst(), Best))
        Least = std::min(Least.value_or(*Total), *Total);
    for (const Remedy &R : Best.remedies())
      All.add(R);
  }

  void tryFamilies();
  Ranking &ranking() { return All; }
  /// The best of those that the declaration alone says, or the source's rows.
  const std::vector<Remedy> &ofRows() const { return OfRows; }

  /// Costs above this are not offered.
  uint64_t worst() const { return worst(Options.LeastSaving); }

private:
  const Judge &J;
  const SearchOptions &Options;
  Ranking All;
  std::vector<Remedy> OfRows;
  std::optional<uint64_t> Least; ///< Of harmless ones.

  /// Costs above this save less than \p Percent of what the best one saves.
  uint64_t worst(unsigned Percent) const {
    if (!Least)
      return J.before() - 1;
    const uint64_t MostSaved = J.before() - *Least;
    return J.before() - std::max<uint64_t>(1, MostSaved * Percent / 100);
  }
  std::optional<uint64_t> tryOne(const Layout &L, uint64_t MostTotal,
                                 Ranking &Best);
  void tryLinearMaps();
  template <typename Predicate>
  void keepBest(const std::vector<std::vector<Layout>> &Families,
                uint64_t MostTotal, Predicate IsMeant);
};

} // namespace

/// Ranks \p L among \p Best, if it costs no more than \p MostTotal. The total
/// where it is ranked and harmless.
std::optional<uint64_t> Search::tryOne(const Layout &L, uint64_t MostTotal,
                                       Ranking &Best) {
  std::optional<uint64_t> Total = J.patterns(L).total(L, Best.limit(MostTotal));
  if (!Total || !J.isWorthwhile(L, *Total))
    return std::nullopt;
  Remedy R = J.remedy(L);
  R.Total = *Total;
  // Not even if it makes no access worse.
  if (!Best.hasRoomFor(R) || J.worsensLaunch(L))
    return std::nullopt;
  J.fillIn(R, J.patterns(L).costsByAccess(L));
  const bool IsHarmless = R.Budget.isHarmless();
  Best.add(std::move(R));
  return IsHarmless ? Total : std::nullopt;
}

void Search::tryFamilies() {
  Candidates Families = candidates(J.changed().Problem, Options.Rows);
  // Paddings of longer runs, which stay joined.
  if (&J.changed().Problem != &J.problem())
    for (std::vector<Layout> &Family :
         candidates(J.problem(), Options.Rows).Others) {
      llvm::erase_if(Family, [](const Layout &L) { return !L.as<Padding>(); });
      Families.Others.push_back(std::move(Family));
    }
  tryAll(Families.Linear);
  tryLinearMaps();
  for (const std::vector<Layout> &Family : Families.Others)
    tryAll(Family);
  if (!Options.LeastRowPaddingSaving)
    return;
  const uint64_t Most = worst(*Options.LeastRowPaddingSaving);
  Families.Others.push_back(std::move(Families.Linear));
  keepBest(Families.Others, Most, [&](const Layout &L) {
    return changesDeclarationOnly(L, J.problem().Array);
  });
  for (uint64_t Row : Options.Rows) {
    keepBest(Families.Others, Most, [&](const Layout &L) {
      const auto *I = L.as<RowInterleave>();
      return I && J.problem().Array.elements() == I->Ways * Row;
    });
    keepBest(Families.Others, Most, [&](const Layout &L) {
      const auto *P = L.as<Padding>();
      return P && P->Every == Row;
    });
    keepBest(Families.Others, Most, [&](const Layout &L) {
      if (const auto *X = L.as<RowXor>())
        return X->Length == Row;
      const auto *X = L.as<XorSwizzle>();
      return X && X->Shift > 0 && std::has_single_bit(Row) &&
             Row >> X->firstBitAbove() && !(Row >> (X->Base + X->Shift + 1));
    });
  }
}

/// The best of those layouts that are meant.
template <typename Predicate>
void Search::keepBest(const std::vector<std::vector<Layout>> &Families,
                      uint64_t MostTotal, Predicate IsMeant) {
  Ranking Best(1);
  for (const std::vector<Layout> &Family : Families)
    for (const Layout &L : Family)
      if (IsMeant(L))
        tryOne(L, MostTotal, Best);
  if (Best.best())
    OfRows.push_back(*Best.best());
}

/// A linear map where it beats those with one XOR.
void Search::tryLinearMaps() {
  const auto &[Problem, Patterns] = J.changed();
  if (Problem.Fill != ArrayFill::Lanes || Problem.IsForCute ||
      Least == Patterns.floor() ||
      llvm::any_of(Problem.Accesses,
                   [](const ArrayAccess &A) { return A.Pitch != 0; }))
    return;
  std::optional<BitMatrix> M = searchLinear(Patterns);
  if (M && staysInBlocks(Problem, Layout(*M)) &&
      Patterns.total(Layout(*M), Least.value_or(J.before()) - 1))
    tryAll({Layout(*M)});
}

//===----------------------------------------------------------------------===//
// Lane orders
//===----------------------------------------------------------------------===//

static bool lanesMayMove(const ArrayProblem &Problem) {
  return llvm::any_of(Problem.Accesses,
                      [](const ArrayAccess &A) { return A.LanesMayMove; });
}

/// The costs of all accesses under \p L and \p Order.
static std::vector<uint64_t> costsInOrder(const Judge &J, const Layout &L,
                                          const LaneOrder &Order) {
  const auto &[Problem, Patterns] = J.reading(L);
  std::vector<uint64_t> Costs = Patterns.costsByAccess(L);
  for (unsigned A = 0; A < Problem.Accesses.size(); ++A) {
    const ArrayAccess &Access = Problem.Accesses[A];
    if (!Access.LanesMayMove)
      continue;
    Costs[A] = 0;
    for (const AccessCase &C : Access.Cases) {
      const WarpRequest Request = requestOf(Problem.Array, Access, C, L);
      Costs[A] += costOf(reordered(Request, Order))->Predicted * C.Weight;
    }
  }
  return Costs;
}

static void searchLaneOrders(const Judge &J, const Remedy &Base,
                             Ranking &Best) {
  const ArrayProblem &Problem = J.reading(Base.To).Problem;
  std::vector<WeightedRequest> Requests;
  for (const ArrayAccess &Access : Problem.Accesses)
    if (Access.LanesMayMove)
      for (const AccessCase &C : Access.Cases)
        Requests.push_back(
            {requestOf(Problem.Array, Access, C, Base.To), C.Weight});
  for (const RankedLaneOrder &Ranked : findLaneOrders(Requests)) {
    Remedy R = Base;
    R.Worsened.clear();
    R.Lanes = Ranked.Order;
    J.fillIn(R, costsInOrder(J, Base.To, Ranked.Order));
    if (R.Total >= J.before() || R.Total > Best.limit(~uint64_t(0)))
      return;
    Best.add(std::move(R));
    if (Best.isFull())
      return; // The rest is no cheaper.
  }
}

/// Orders of their own, and on top of the best layout where they help there.
static void addLaneOrders(const Judge &J, Ranking &All,
                          const SearchOptions &Options) {
  // Groups of lanes with fewer banks are not what the model's orders know.
  if (J.problem().Banks != 32 || !lanesMayMove(J.problem()))
    return;
  std::vector<Remedy> Bases = {J.remedy(Layout())};
  if (const Remedy *Best = All.best(); Best && !Best->IsOptimal)
    Bases.push_back(*Best);
  for (const Remedy &Base : Bases) {
    Ranking Orders(Options.PerFamily);
    searchLaneOrders(J, Base, Orders);
    for (const Remedy &R : Orders.remedies())
      if (Base.To.isUnchanged() || R.Total < Base.Total)
        All.add(R);
  }
}

//===----------------------------------------------------------------------===//
// The whole search
//===----------------------------------------------------------------------===//

llvm::Expected<RemedyRanking> findRemedies(const ArrayProblem &Problem,
                                           const SearchOptions &Options) {
  if (llvm::Error E = check(Problem))
    return E;
  const Judge J(Problem);
  RemedyRanking Result;
  Result.Before = J.before();
  Result.Floor = J.floor();
  Result.Accesses = J.outcomes();
  Result.WholeRun = wholeRun(Problem);
  if (Result.Before == Result.Floor && !lanesMayMove(Problem))
    return Result;

  Search S(J, Options);
  if (Result.Before > Result.Floor)
    S.tryFamilies();
  addLaneOrders(J, S.ranking(), Options);
  for (const Remedy &R : S.ranking().remedies())
    if ((R.Total <= S.worst() || R.Lanes) &&
        isBijection(R.To, Problem.Array.elements()) &&
        R.To.keepsWhole(Result.WholeRun))
      Result.Remedies.push_back(R);
  for (const Remedy &R : S.ofRows())
    if (llvm::none_of(Result.Remedies, [&](const Remedy &Known) {
          return !Known.Lanes && Known.To == R.To;
        }))
      Result.Remedies.push_back(R);
  return Result;
}

} // namespace warplint
