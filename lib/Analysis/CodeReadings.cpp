//===- CodeReadings.cpp - The model held against machine code -------------===//

#include "CodeReadings.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Support/RealNames.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

/// File, line, and whether it is a store.
using LineKey = std::tuple<std::string, unsigned, bool>;
/// How many requests there are of each width.
using Widths = std::map<unsigned, uint64_t>;

struct LineCode {
  Widths Found;
  bool HasGeneric = false;
};

/// Accesses of a kernel that are decided together.
struct Group {
  std::vector<KernelAccess *> Accesses;
  std::set<LineKey> Lines;
};

bool isStore(const KernelAccess &Access) {
  return Access.Effect == AccessEffect::Write;
}

/// Plain loads and stores: all others have the width that is written.
bool isAsked(const KernelAccess &Access) {
  return is_contained({AccessVerb::Load, AccessVerb::Store},
                      Access.Source->Verb) &&
         Access.Kind <= RequestKind::SharedStore && !Access.OtherSide &&
         Access.BytesPerLane && Access.Obstacle.empty() &&
         Access.MayLeadElsewhere.empty();
}

/// "loads of 4 and 16 bytes".
std::string widthsText(const Widths &Found, bool IsStore) {
  std::vector<std::string> Each;
  for (const auto &[Bytes, Count] : Found)
    Each.push_back(utostr(Bytes));
  return (IsStore ? "stores of " : "loads of ") + join(Each, " and ") +
         (Found.size() == 1 && Found.begin()->first == 1 ? " byte" : " bytes");
}

/// What the readings of a group lead to.
class GroupReading {
public:
  explicit GroupReading(const Group &G) {
    for (const KernelAccess *Access : G.Accesses)
      if (Access->Issue)
        add(*Access, *Access->Issue);
      else
        addAsWritten(*Access, G);
  }

  /// One of the readings could lead to these widths, whatever their numbers.
  bool mayLeadTo(const Widths &Found) const {
    std::set<unsigned> Real = keysOf(Found);
    return isJoined(Found) || all_of(Real, [&](unsigned Bytes) {
             return Written.contains(Bytes) || Joined.contains(Bytes);
           });
  }
  /// Nothing is left of the group.
  bool isGone() const { return Joined.empty(); }
  bool differ() const { return Joined != Written; }

  bool explainsAsWritten(const Widths &Found) const {
    return keysOf(Found) == Written && none_of(Wide, [&](const auto &W) {
             return Found.contains(W.first);
           });
  }

  /// \p Found has the widths of the joined reading, and no others. Beside what
  /// is certain an access of which the rules know nothing may be gone.
  bool isJoined(const Widths &Found) const {
    std::set<unsigned> Real = keysOf(Found);
    return all_of(Joined,
                  [&](unsigned Bytes) {
                    return Real.contains(Bytes) ||
                           (IsCertain && !Wide.empty() &&
                            !Alone.contains(Bytes));
                  }) &&
           all_of(Real, [&](unsigned Bytes) {
             return Joined.contains(Bytes) || Rest.contains(Bytes);
           });
  }

  bool explainsJoined(const Widths &Found) const {
    if (!isJoined(Found))
      return false;
    if (IsCertain) // The code bears out what follows from the rules.
      return true;
    std::set<unsigned> Real = keysOf(Found);
    // Where none of them can be an access that stayed apart, all are joined.
    bool IsPure =
        none_of(Real, [&](unsigned Bytes) { return Narrow.contains(Bytes); });
    return (IsPure && Wide.size() == 1) ||
           (HasCounts && agreesInNumbers(Found));
  }

private:
  static std::set<unsigned> keysOf(const Widths &Found) {
    std::set<unsigned> Keys;
    for (const auto &[Bytes, Count] : Found)
      Keys.insert(Bytes);
    return Keys;
  }

  /// Its copies are known where another access stands in the same loops.
  void addAsWritten(const KernelAccess &Access, const Group &G) {
    const unsigned Own = Access.BytesPerLane;
    Written.insert(Own);
    Joined.insert(Own);
    auto Beside = find_if(G.Accesses, [&](const KernelAccess *Other) {
      return Other->Issue && Other->Loops == Access.Loops;
    });
    if (Beside == G.Accesses.end()) {
      HasCounts = false;
      return;
    }
    const AccessIssue &I = *(*Beside)->Issue;
    Alone[Own] += I.Copies;
    if (I.HasRest)
      MostInRest += I.Copies - 1;
  }

  void add(const KernelAccess &Access, const AccessIssue &I) {
    const unsigned Own = Access.BytesPerLane;
    Written.insert(Own);
    IsCertain &= I.IsCertain;
    if (I.IsDropped)
      return;
    uint64_t Apart = I.Copies - std::min(I.Copies, I.Repeated);
    for (const IssuedRequest &R : I.Requests) {
      Apart -= std::min(Apart, R.Copies);
      Joined.insert(R.BytesPerLane);
      Wide[R.BytesPerLane] += R.Requests;
      Narrow.insert(Own);
      // Of the last iterations of a loop, which are fewer than a turn has.
      if (I.HasRest)
        for (unsigned Bytes = Own; Bytes < R.BytesPerLane; Bytes *= 2)
          Rest.insert(Bytes);
    }
    if (I.HasRest)
      MostInRest += I.Copies - 1;
    if (Apart) {
      Joined.insert(Own);
      Alone[Own] += Apart;
    }
  }

  /// The machine code may have several copies of all that the model counts.
  bool agreesInNumbers(const Widths &Found) const {
    uint64_t Times = 0;
    for (const auto &[Bytes, Count] : Wide)
      if (Count && !Alone.contains(Bytes))
        Times = std::max(Times, countOf(Found, Bytes) / Count);
    if (Times == 0)
      return false;
    uint64_t Surplus = 0;
    for (const auto &[Bytes, Count] : Found) {
      uint64_t Expected =
          Times * (countOf(Wide, Bytes) + countOf(Alone, Bytes));
      if (Count < Expected)
        return false;
      Surplus += Count - Expected;
    }
    return Surplus <= Times * MostInRest;
  }

  static uint64_t countOf(const Widths &Of, unsigned Bytes) {
    auto It = Of.find(Bytes);
    return It == Of.end() ? 0 : It->second;
  }

  std::set<unsigned> Joined, Written, Rest;
  std::set<unsigned> Narrow; ///< Of accesses that may be joined, as written.
  Widths Wide, Alone;        ///< Of the joined reading.
  uint64_t MostInRest = 0;
  bool HasCounts = true; ///< Of all accesses.
  bool IsCertain = true; ///< By the rules.
};

/// Why \p Found does not decide \p G; empty where it does, and then the issue
/// of each access is what it says.
std::string decide(Group &G, const LineCode &Found, bool IsStore) {
  GroupReading Reading(G);
  StringRef Noun = IsStore ? "store" : "load";
  if (Found.HasGeneric)
    return messages::LineHasGeneric(Noun);
  if (Found.Found.empty())
    return Reading.isGone() ? std::string() : messages::LineHasNone(Noun);
  if (!Reading.differ()) {
    bool IsOpen = any_of(G.Accesses, [](const KernelAccess *A) {
      return A->Issue && !A->Issue->IsCertain;
    });
    if (Reading.explainsAsWritten(Found.Found) && !IsOpen)
      return "";
  } else if (Reading.explainsJoined(Found.Found)) {
    for (KernelAccess *Access : G.Accesses)
      if (Access->Issue)
        Access->Issue->IsCertain = true;
    return "";
  } else if (Reading.explainsAsWritten(Found.Found)) {
    for (KernelAccess *Access : G.Accesses)
      if (Access->Issue && (Reading.isGone() || !Access->Issue->IsDropped))
        Access->Issue.reset();
    return "";
  }
  const std::string Has = widthsText(Found.Found, IsStore);
  // What the code speaks against is not certain any more.
  for (KernelAccess *Access : G.Accesses)
    if (Access->Issue)
      Access->Issue->IsCertain = false;
  if (!Reading.mayLeadTo(Found.Found))
    return messages::LineMatchesNone(Has);
  return messages::LineMatchesSeveral(Has);
}

/// The groups of the loads and stores of \p Kernel.
std::vector<Group> groupsOf(KernelModel &Kernel, RealNames &Names) {
  EquivalenceClasses<unsigned> Classes;
  std::map<LineKey, unsigned> First;
  std::map<unsigned, LineKey> KeyOf;
  for (unsigned N = 0; N != Kernel.NumShared; ++N) {
    const KernelAccess &Access = Kernel.Accesses[N];
    if (!isAsked(Access))
      continue;
    LineKey Key = {Names.of(Access.Source->File), Access.Source->Line,
                   isStore(Access)};
    Classes.insert(N);
    Classes.unionSets(First.try_emplace(Key, N).first->second, N);
    KeyOf.emplace(N, std::move(Key));
  }
  for (auto &[N, Key] : KeyOf)
    if (const auto &Issue = Kernel.Accesses[N].Issue)
      for (const IssuedRequest &Request : Issue->Requests)
        for (unsigned Other : Request.With)
          if (KeyOf.contains(Other))
            Classes.unionSets(N, Other);
  std::map<unsigned, Group> Groups;
  for (const auto &[N, Key] : KeyOf) {
    Group &G = Groups[Classes.getLeaderValue(N)];
    G.Accesses.push_back(&Kernel.Accesses[N]);
    G.Lines.insert(Key);
  }
  std::vector<Group> Result;
  for (auto &[Leader, G] : Groups)
    Result.push_back(std::move(G));
  return Result;
}

} // namespace

void readIssueOff(const MachineCode &Code, KernelModel &Kernel) {
  const KernelCode *Own = Code.find(Kernel.MangledName);
  RealNames Names;
  std::map<LineKey, LineCode> Lines;
  for (const CodeRequest &R :
       Own ? Own->Requests : std::vector<CodeRequest>()) {
    LineCode &Line = Lines[{Names.of(R.File), R.Line, R.IsStore}];
    ++Line.Found[R.BytesPerLane];
    Line.HasGeneric |= R.IsGeneric;
  }
  for (Group &G : groupsOf(Kernel, Names)) {
    LineCode Found;
    for (const LineKey &Key : G.Lines)
      if (auto It = Lines.find(Key); It != Lines.end()) {
        Found.HasGeneric |= It->second.HasGeneric;
        for (const auto &[Bytes, Count] : It->second.Found)
          Found.Found[Bytes] += Count;
      }
    const bool IsStores = isStore(*G.Accesses.front());
    std::string Doubt =
        Own ? decide(G, Found, IsStores) : messages::NoKernelCode();
    for (KernelAccess *Access : G.Accesses) {
      bool IsGone = Doubt.empty() && !Access->Issue && !Found.Found.empty() &&
                    !Found.Found.contains(Access->BytesPerLane);
      Access->Code = CodeReading{Code.Compiler,
                                 IsGone ? messages::LineHasOtherWidths(
                                              widthsText(Found.Found, IsStores))
                                        : Doubt};
    }
  }
}

} // namespace warplint
