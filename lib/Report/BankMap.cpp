//===- BankMap.cpp - A request as a picture of the banks ------------------===//

#include "warplint/Report/BankMap.h"
#include "LaneTable.h"
#include "warplint/Finding/AccessOrder.h"
#include "warplint/Finding/CostliestRequest.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

/// What is known of the array that a request is drawn in; of a request without
/// one, nothing.
struct DrawnArray {
  std::vector<uint64_t> Extents;
  uint64_t ElementBytes = 0;
  uint64_t PadEvery = 0, PadBytes = 0;

  /// Of the array with its padding; nothing where it is not known.
  std::optional<uint64_t> bytes() const {
    if (Extents.empty() || !Extents.front())
      return std::nullopt;
    uint64_t Bytes = ElementBytes;
    for (uint64_t E : Extents)
      Bytes *= E;
    return PadEvery ? Bytes + Bytes / PadEvery * PadBytes : Bytes;
  }

  /// "[3][0]" for the element that begins at \p Byte as declared.
  std::string element(uint64_t Byte) const {
    if (Extents.empty())
      return "";
    uint64_t Number = Byte / ElementBytes;
    std::string Text;
    for (size_t D = Extents.size(); D-- > 1; Number /= Extents[D])
      Text = "[" + utostr(Number % Extents[D]) + "]" + Text;
    return "[" + utostr(Number) + "]" + Text;
  }

  /// No element has a byte of \p Word.
  bool isUnused(int64_t Word) const {
    const int64_t First = Word * BankBytes;
    const auto Size = bytes();
    if (Extents.empty() || First < 0)
      return false;
    if (Size && uint64_t(First) >= *Size)
      return true;
    if (!PadEvery)
      return false;
    for (unsigned B = 0; B < BankBytes; ++B)
      if (uint64_t(First + B) % (PadEvery + PadBytes) < PadEvery)
        return false;
    return true;
  }
};

class Drawing {
public:
  Drawing(const CostedRequest &What, const WarpRequest &Declared,
          DrawnArray Array)
      : What(What), Declared(Declared), Array(std::move(Array)),
        Table(laneTableOf(What.Request, What.Cost.Rule)) {}

  BankPicture draw() {
    Result.Cost = What.Cost;
    for (unsigned L = 0; L < WarpSize; ++L)
      if (Table.Rows[L].IsActive)
        addLane(L);
    addLines();
    for (const LaneGroup &G : Table.Groups) {
      BankGroup &To = Result.Groups.emplace_back();
      if (!Table.GroupName.empty())
        To.Name = Table.GroupName + " " + itostr(G.Number);
      To.Lanes = G.Lanes;
      To.Turns = G.TurnsOf;
    }
    return std::move(Result);
  }

private:
  void addLane(unsigned Lane) {
    const LaneRow &Row = Table.Rows[Lane];
    Result.Elements[Lane] = Array.element(Declared.ByteAddress[Lane]);
    for (unsigned W = 0; W < Table.WordsPerLane; ++W) {
      const int64_t Word = Row.Word + W;
      Touched[divideFloorSigned(Word, int64_t(NumBanks))][mod(Word)] |=
          LaneMask(1) << Lane;
    }
  }

  static unsigned mod(int64_t Word) {
    return static_cast<uint64_t>(Word) % NumBanks;
  }

  /// All from the first to the last where these are few.
  void addLines() {
    const int64_t First = Touched.begin()->first,
                  Last = Touched.rbegin()->first;
    if (Last - First < int64_t(BankPicture::MostLines))
      for (int64_t Line = First; Line < Last; ++Line)
        Touched[Line];
    std::optional<int64_t> Before;
    for (const auto &[Number, Lanes] : Touched) {
      if (Result.Lines.size() == BankPicture::MostLines) {
        ++Result.LeftOut;
        continue;
      }
      BankLine &Line = Result.Lines.emplace_back();
      Line.FirstWord = Number * NumBanks;
      Line.FollowsGap =
          Before ? Number != *Before + 1 : !Array.Extents.empty() && Number > 0;
      Before = Number;
      LaneMask Here = 0;
      for (unsigned Bank = 0; Bank < NumBanks; ++Bank) {
        Line.Cells[Bank] = {Lanes[Bank], Array.isUnused(Line.FirstWord + Bank)};
        Here |= Lanes[Bank];
      }
      Line.Elements = elementsOf(Here);
    }
  }

  /// "[3][0]", "[0][0], [1][0]", "[0][0], ..., [0][31]".
  std::string elementsOf(LaneMask Lanes) const {
    std::vector<std::string> Names;
    for (LaneMask Left = Lanes; Left; Left &= Left - 1)
      if (const std::string &Name = Result.Elements[countr_zero(Left)];
          !is_contained(Names, Name))
        Names.push_back(Name);
    if (Names.size() > 2)
      Names = {Names.front(), "...", Names.back()};
    return join(Names, ", ");
  }

  const CostedRequest &What;
  const WarpRequest &Declared;
  DrawnArray Array;
  LaneTable Table;
  std::map<int64_t, std::array<LaneMask, NumBanks>> Touched;
  BankPicture Result;
};

/// What is said of a layout that the request is drawn in.
void addRemedy(BankMap &Map, const MovedRequest &After,
               const ArrayRemedy &Remedy) {
  const OfferedLayout &L = Remedy.Layouts[After.Layout];
  Map.Remedy = L.Description + ", '" + L.Formula + "'";
  std::vector<std::string> Notes;
  if (After.WorstOfAccess > After.Moved.Cost.Predicted)
    Notes.push_back("another request of this access takes " +
                    grouped(After.WorstOfAccess) + " then");
  if (Remedy.Fix && Remedy.Fix->Layout == After.Layout)
    Notes.push_back("the edit is verified by a second analysis");
  else if (!Remedy.Blockers.empty())
    Notes.push_back("cannot fix: " + Remedy.Blockers.front().Message);
  if (!L.Condition.empty())
    Notes.push_back("if " + L.Condition);
  if (!L.BudgetProblem.empty())
    Notes.push_back("it " + L.BudgetProblem);
  Map.RemedyNote = join(Notes, "; ");
}

std::string noRemedyText(const AccessRecord &A, const ArrayRemedy *Remedy) {
  if (A.Verdict.Kind != VerdictKind::Excess)
    return "";
  if (!Remedy || !Remedy->IsSearched)
    return "cannot suggest a layout" +
           (Remedy && !Remedy->Blockers.empty()
                ? ": " + Remedy->Blockers.front().Message
                : std::string());
  if (Remedy->Layouts.empty())
    return "no layout of the array costs less";
  if (!A.InArray)
    return "the requests of the access cannot be listed, so the suggested "
           "layout has no picture";
  return isJudgedTogether(A)
             ? "with the suggested layout the accesses are no longer issued as "
               "one"
             : "the suggested layout does not change the request";
}

} // namespace

BankMap bankMapOf(const AccessRecord &A, const FileReport &Report) {
  BankMap Map;
  Map.Where = A.Where;
  Map.Title = accessTitle(A);
  const AccessVerdict &V = A.Verdict;
  if (A.Issue && A.Issue->isSilent()) {
    Map.Verdict = silentPhrase(A);
    return Map;
  }
  if (!hasFigure(V.Kind)) {
    Map.Verdict = outcomeText(V);
    return Map;
  }
  Map.Verdict = (isAtMost(A) ? "up to " : "") + figuresText(V.Worst.Cost);
  if (isJudgedTogether(A))
    Map.Verdict += " (" + togetherPhrase(A) + ")";
  const auto Costliest = costliestRequest(A);
  if (!Costliest)
    return Map;
  Map.Rule = ruleSentence(V.Worst.Cost.Rule);
  if (Costliest->Request.Instructions > 1)
    Map.Rule += "; " + counted(Costliest->Request.Instructions, "instruction") +
                " like the one drawn";
  const ArrayRemedy *Known = nullptr;
  for (const ArrayRemedy &R : Report.Layouts)
    if (R.Declaration == A.ArrayDeclaration)
      Known = &R;
  const RequestInArray *In = A.InArray ? &*A.InArray : nullptr;
  Map.Request = !In || In->IsWorst
                    ? (V.Kind == VerdictKind::Clean ? "a request"
                                                    : "the costliest request") +
                          (" of warp " + utostr(V.Worst.Warp))
                    : std::string("one of its costliest requests");
  if (std::string Facts = factsText(V.Worst); !Facts.empty())
    Map.Request += ", where " + Facts;
  if (In && Known && !Known->AssumedBlock.empty())
    Map.Request +=
        ", in an assumed block of " + Known->AssumedBlock + " threads";
  Map.Request += In ? "; words count from the start of '" + A.Array + "'"
                    : "; words are relative to the part that all lanes share";
  if (!In) {
    Map.Before = Drawing(*Costliest, Costliest->Request, {}).draw();
    Map.RemedyNote = noRemedyText(A, Known);
    return Map;
  }
  const CostedRequest &Declared = In->Declared;
  DrawnArray Array{In->Extents, In->ElementBytes};
  Map.Before = Drawing(Declared, Declared.Request, Array).draw();
  if (!In->After || !Known || In->After->Layout >= Known->Layouts.size()) {
    Map.RemedyNote = noRemedyText(A, Known);
    return Map;
  }
  Array.PadEvery = In->After->PadEvery;
  Array.PadBytes = In->After->PadBytes;
  Map.After = Drawing(In->After->Moved, Declared.Request, Array).draw();
  addRemedy(Map, *In->After, *Known);
  return Map;
}

std::vector<BankMap> bankMapsOf(ArrayRef<FileReport> Reports, bool All) {
  std::vector<BankMap> Maps;
  for (const FileReport &R : Reports)
    for (const AccessRecord &A : R.Accesses)
      if (All || outcomeName(A) == "conflicting")
        Maps.push_back(bankMapOf(A, R));
  llvm::sort(Maps, [](const BankMap &L, const BankMap &R) {
    return std::tie(L.Where, L.Title, L.Verdict, L.Request, L.Remedy) <
           std::tie(R.Where, R.Title, R.Verdict, R.Request, R.Remedy);
  });
  // A header's accesses come with each file that includes it.
  std::set<std::string> Printed;
  erase_if(Maps, [&](const BankMap &Map) {
    std::string Text = Map.Where.File + ":" + utostr(Map.Where.Line) + ":" +
                       utostr(Map.Where.Column) + ": " + Map.Title;
    raw_string_ostream Out(Text);
    printBankMap(Out, Map, {});
    return !Printed.insert(std::move(Text)).second;
  });
  return Maps;
}

} // namespace warplint
