//===- LayoutNotes.cpp - Notes about layouts on findings ------------------===//

#include "FixProof.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Layouts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// Blockers shown for one array, and families that are as good as the best.
constexpr size_t MostBlockers = 3, MostTies = 2;

std::string costText(const ArrayRemedy &R, const OfferedLayout &L) {
  std::string Text = (R.IsEstimate ? "about " : "") + utostr(R.Wavefronts) +
                     " -> " + utostr(L.Wavefronts) + " wavefronts " +
                     blocksPhrase(R) + ifJoinedPhrase(R, L);
  Text += L.IsOptimal ? " (optimal, " : " (";
  // Of several instances the one that gets the most memory is shown.
  const bool IsOne = L.Instance.empty();
  if (L.ExtraBytes < 0)
    return Text + (IsOne ? "" : "at least ") + counted(-L.ExtraBytes, "byte") +
           " less)";
  if (!L.ExtraBytes)
    return Text + "no extra memory)";
  return Text + (IsOne ? "" : "at most ") + counted(L.ExtraBytes, "byte") +
         " more)";
}

std::string layoutText(const ArrayRemedy &R, const OfferedLayout &L) {
  std::string Text =
      L.Description + ", '" + L.Formula + "'" +
      (L.Instance.empty() ? "" : " in '" + shortName(L.Instance) + "'") + ": " +
      costText(R, L);
  if (R.UsesCute && !L.Cute.empty())
    Text += "; CuTe: " + L.Cute;
  if (!L.TensorMode.empty())
    Text += "; copy engine: " + L.TensorMode;
  if (!L.Condition.empty())
    Text += ", if " + L.Condition;
  if (!L.BudgetProblem.empty())
    Text += "; " + L.BudgetProblem;
  if (!R.LaidOutWith.empty())
    Text += "; together with '" + join(R.LaidOutWith, "', '") + "'";
  return Text;
}

/// Why there is no edit in the style \p Style where no use of the array stands
/// in the way.
std::string whyNoEdit(const ArrayRemedy &R, FixStyle Style,
                      const FileReport &Report) {
  if (!Report.ParsedThrough.empty())
    return messages::FileNotAlone();
  auto IsPadding = [](const OfferedLayout &L) { return L.Family == "padding"; };
  std::string Name = fixStyleName(Style).str();
  if (Style == FixStyle::Pad && none_of(R.Layouts, IsPadding))
    return messages::NoPadding();
  if (Style != FixStyle::Pad && Style != FixStyle::Auto &&
      all_of(R.Layouts, IsPadding))
    return messages::OnlyPadding();
  return messages::NoEditOfStyle(Name, R.advised()->Description);
}

void addBlockers(const ArrayRemedy &R, Finding &F) {

  for (const FindingNote &Blocker :
       ArrayRef(R.Blockers).take_front(MostBlockers))
    F.Notes.push_back(
        {Blocker.Where,
         R.IsSearched ? messages::CannotFix(R.Array, Blocker.Message)
                      : messages::CannotSuggest(R.Array, Blocker.Message),
         &Blocker == R.Blockers.data() ? NoteKind::Array : NoteKind::Detail});
  if (R.MayBePadded)
    F.Notes.push_back({R.Declaration, messages::TryPadding(), NoteKind::Array});
}

void addDetails(const ArrayRemedy &R, std::optional<FixStyle> Style,
                const FileReport &Report, Finding &F) {
  const OfferedLayout &Best = *R.advised();
  for (const SourcePlace &Where : Best.Worsened)
    F.Notes.push_back({Where, messages::CostsMore(), NoteKind::Array});
  std::set<StringRef> Families = {Best.Family};
  for (const OfferedLayout &L : R.Layouts)
    if (L.Wavefronts == Best.Wavefronts && Families.size() <= MostTies &&
        Families.insert(L.Family).second)
      F.Notes.push_back(
          {R.Declaration, messages::EquallyGood(layoutText(R, L))});
  if (!R.Fix && R.Blockers.empty() && Style)
    F.Notes.push_back(
        {R.Declaration,
         messages::CannotFix(R.Array, whyNoEdit(R, *Style, Report)),
         NoteKind::Array});
  if (!R.Fix)
    return addBlockers(R, F);
  F.Notes.push_back({R.Declaration, Report.editNote(R), NoteKind::Array});
}

/// The block or the template arguments are assumed.
bool isAssumed(const ArrayRemedy &R) {
  return R.IsAssumed || !R.AssumedBlock.empty();
}

/// The floor is a sum of one for each access: where the array costs as much, none
/// of them can cost less, however often each is executed.
std::string nothingBetter(const ArrayRemedy &R) {
  const bool IsProven = R.Wavefronts == R.Floor;
  if (!R.Declined.empty())
    return messages::NoneWorthwhile(R.Array, R.Declined);
  if (R.IsEstimate || R.IsAssumed)
    return IsProven ? messages::NoneCheaperOfProven(R.Array)
                    : messages::NoneCheaperProven(R.Array);
  return IsProven
             ? messages::NoneCheaper(R.Array, R.Wavefronts, blocksPhrase(R))
             : messages::NoneTriedCheaper(R.Array, R.Wavefronts,
                                          blocksPhrase(R));
}

/// The extents in "Body[128]", multiplied.
uint64_t elementsOf(StringRef Type) {
  uint64_t Elements = 1;
  for (StringRef Rest = Type.drop_until([](char C) { return C == '['; });
       Rest.consume_front("[");) {
    uint64_t Extent = 0;
    if (Rest.consumeInteger(10, Extent) || !Rest.consume_front("]"))
      return 0;
    Elements *= Extent;
  }
  return Elements;
}

/// What keeps accesses of \p R apart, where no layout does better and its elements,
/// of which these are members, stay whole; or empty.
std::string membersApart(const ArrayRemedy &R, const FileReport &Report) {
  uint64_t Bytes = 0, Narrowest = ~uint64_t(0);
  for (const AccessRecord &A : Report.Accesses)
    if (A.Array == R.Array && A.ArrayDeclaration == R.Declaration) {
      Narrowest = std::min<uint64_t>(Narrowest, A.BytesPerLane);
      Bytes = A.ArrayBytes;
    }
  const uint64_t Elements = elementsOf(R.ArrayType);
  const uint64_t Element = Elements ? Bytes / Elements : 0;
  if (!R.Declined.empty() || Narrowest >= Element || Element <= BankBytes)
    return "";
  return messages::MembersStayTogether(R.Array, Element, Narrowest);
}

/// The unknown pitch of the rows of \p R that conflict unless it is odd, in all
/// accesses, which are of one width; or empty. Rows of any odd length are read by
/// columns as those of this length would be, were it odd.
std::string evenPitch(const ArrayRemedy &R, const FileReport &Report) {
  StringRef Pitch;
  unsigned Bytes = 0;
  for (const AccessRecord &A : Report.Accesses) {
    if (A.Array != R.Array || A.ArrayDeclaration != R.Declaration)
      continue;
    if (!hasFigure(A.Verdict.Kind) || (Bytes && Bytes != A.BytesPerLane))
      return "";
    Bytes = A.BytesPerLane;
    if (A.Verdict.Kind != VerdictKind::Excess)
      continue;
    const std::vector<CaseRow> &Rows = A.Verdict.Rows;
    if (Rows.empty() || (!Pitch.empty() && Pitch != Rows.front().Fact.Name) ||
        any_of(Rows, [&](const CaseRow &C) {
          return C.Fact.What != CaseFact::Kind::Residue ||
                 C.Fact.Name != Rows.front().Fact.Name ||
                 C.Fact.Modulus % 2 != 0 ||
                 (C.Fact.Value % 2 != 0 && C.Predicted > C.Ideal);
        }))
      return "";
    Pitch = Rows.front().Fact.Name;
  }
  const std::string Name = Pitch.str();
  return any_of(R.Blockers,
                [&](const FindingNote &B) {
                  return B.Message == messages::IndexOfParameter(Name) ||
                         B.Message == messages::IndexOfUnknown(Name);
                })
             ? Name
             : "";
}

void addNotes(const ArrayRemedy &R, bool IsFirst, std::optional<FixStyle> Style,
              const FileReport &Report, Finding &F) {
  if (!R.Layouts.empty()) {
    F.Notes.push_back(
        {R.Declaration,
         isAssumed(R) ? messages::AssumedLayout(layoutText(R, *R.advised()))
                      : messages::SuggestedLayout(layoutText(R, *R.advised())),
         NoteKind::Array});
    if (IsFirst)
      addDetails(R, Style, Report, F);
  } else if (IsFirst && R.IsSearched &&
             !(R.IsEstimate && !R.Blockers.empty())) {
    F.Notes.push_back({R.Declaration, nothingBetter(R), NoteKind::Array});
    if (std::string Why = membersApart(R, Report); !Why.empty())
      F.Notes.push_back({R.Declaration, std::move(Why), NoteKind::Array});
  } else if (IsFirst) {
    if (const std::string Pitch = evenPitch(R, Report); !Pitch.empty())
      F.Notes.push_back(
          {R.Declaration, messages::OddRows(R.Array, Pitch), NoteKind::Array});
    addBlockers(R, F);
  }
  if (IsFirst && !R.LaneOrder.empty())
    F.Notes.push_back(
        {R.Declaration, messages::IfLanesSwap(R.LaneOrder), NoteKind::Array});
}

/// Of a layout that saves less of an array's wavefronts, in percent, and of an
/// excess that no layout removes, in percent of the ideal.
constexpr uint64_t LeastSaved = 5, MostWithoutRemedy = 50;

/// Why a change of \p R is not worth it for \p F; or empty. \p IsOwn: the
/// program's code makes the access, by an index that it may choose.
std::string whyNotWorth(const ArrayRemedy &R, const Finding &F, bool IsOwn) {
  if (R.IsOfLibrary && !IsOwn)
    return messages::AccessOfLibrary(R.Array);
  if (!R.IsSearched || !R.LaneOrder.empty())
    return "";
  if (const OfferedLayout *Best = R.advised()) {
    const uint64_t Saved =
        R.Wavefronts - std::min(R.Wavefronts, Best->Wavefronts);
    if (Saved * 100 >= LeastSaved * R.Wavefronts)
      return "";
    return messages::SavesLittle(R.Array, LeastSaved);
  }
  const Metric &Cost = F.Metrics.front();
  if (Cost.excess() * 100 > MostWithoutRemedy * Cost.Ideal)
    return "";
  return messages::LittleExcess(R.Array, MostWithoutRemedy);
}

} // namespace

void addRemedyNotes(FileReport &Report, std::optional<FixStyle> Style) {
  // One structure may have several arrays.
  using DeclaredName = std::pair<SourcePlace, StringRef>;
  std::map<DeclaredName, const ArrayRemedy *> Remedies;
  for (const ArrayRemedy &R : Report.Layouts)
    Remedies[{R.Declaration, R.Array}] = &R;
  // A function that gets several arrays accesses them at one place.
  std::map<SourcePlace, SmallVector<DeclaredName, 1>> ArraysAt;
  std::set<SourcePlace> Own;
  for (const AccessRecord &A : Report.Accesses) {
    auto &At = ArraysAt[A.Where];
    const DeclaredName Name = {A.ArrayDeclaration, A.Array};
    if (!A.IsInLibrary)
      Own.insert(A.Where);
    if (A.Verdict.Kind == VerdictKind::Excess && !is_contained(At, Name))
      At.push_back(Name);
  }
  std::set<const ArrayRemedy *> Reported;
  for (Finding &F : Report.Findings) {
    if (F.Level == Severity::Warning && F.Access &&
        Report.Accesses[*F.Access].IsOfLibrary)
      F.demote(messages::OnlyLibraryAuthor());
    auto Arrays = ArraysAt.find(F.Where);
    // The other side of a copy is about global memory.
    if (F.Level == Severity::Remark || Arrays == ArraysAt.end() ||
        (!F.Metrics.empty() && F.Metrics.front().Unit == "sectors/request"))
      continue;
    std::string NotWorth;
    bool IsWorth = !F.Access;
    for (const DeclaredName &Array : Arrays->second) {
      auto Remedy = Remedies.find(Array);
      if (Remedy == Remedies.end())
        continue;
      const std::string Why =
          IsWorth ? "" : whyNotWorth(*Remedy->second, F, Own.contains(F.Where));
      IsWorth |= Why.empty();
      NotWorth = Why;
      if (!F.Array) {
        F.Array = Remedy->second - Report.Layouts.data();
        if (Remedy->second->Fix)
          F.Fixes.push_back(Remedy->second->Fix->Fix);
      }
      addNotes(*Remedy->second, Reported.insert(Remedy->second).second, Style,
               Report, F);
    }
    if (F.Level == Severity::Warning && !IsWorth && !NotWorth.empty())
      F.demote(NotWorth);
  }
}

} // namespace warplint
