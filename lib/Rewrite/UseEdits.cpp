//===- UseEdits.cpp - A layout put into every use -------------------------===//

#include "EditComments.h"
#include "SiteForms.h"
#include "warplint/Messages/Rewriting.h"
#include "warplint/Rewrite/SourceFix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <deque>
#include <map>
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// Where \p Row points to, in the first instantiation, from where what it is made of
/// does, if the array lies as \p L says.
uint64_t distance(const RowPointer &Row, const Layout &L,
                  const ArrayUses &Uses) {
  const uint64_t From =
      Row.Base ? Uses.RowPointers[*Row.Base].Offsets.front() : 0;
  return L.place(Row.Offsets.front()) - L.place(From);
}

/// The edit that makes what \p Row adds what \p L makes of it: of a number, or of a
/// product of which one factor is the length of a row.
std::optional<SourceEdit> editOfOffset(const RowPointer &Row, const Layout &L,
                                       const ArrayUses &Uses) {
  const WrittenIndex *Index = Row.added();
  uint64_t Number = 0;
  if (!Index)
    return std::nullopt;
  if (!StringRef(Index->Text).getAsInteger(10, Number)) {
    if (!all_equal(Row.Offsets))
      return std::nullopt;
    return SourceEdit{Index->Begin, Index->End - Index->Begin,
                      std::to_string(distance(Row, L, Uses))};
  }
  const auto *P = L.as<Padding>();
  return P && distance(Row, Layout(), Uses) % P->Every == 0
             ? grownProduct(Row.Factors, *P, Uses)
             : std::nullopt;
}

bool movesOffset(const RowPointer &Row, const Layout &L,
                 const ArrayUses &Uses) {
  return distance(Row, L, Uses) != distance(Row, Layout(), Uses);
}

/// Behind what \p Row points to, \p L puts all elements as far from it as those of the
/// array from its beginning, and its declaration can say where it is then.
bool beginsAnew(const RowPointer &Row, const Layout &L, const ArrayShape &Shape,
                const ArrayUses &Uses) {
  const uint64_t Elements = Shape.elements();
  for (uint64_t Offset : Row.Offsets) {
    // From the end on, it is that of a longer instance, or no element.
    const uint64_t Place = L.place(Offset);
    for (uint64_t I = 0; Offset + I < Elements; ++I)
      if (L.place(Offset + I) != Place + L.place(I))
        return false;
  }
  return !Row.Offsets.empty() &&
         (!movesOffset(Row, L, Uses) ||
          (Row.IsOfSites && Row.At.Run == 1 && editOfOffset(Row, L, Uses)));
}

/// \p Site as one of an array that begins where its pointer leads.
IndexSite siteBehind(const IndexSite &Site) {
  IndexSite Behind = Site;
  Behind.Indices = {*Site.Behind};
  Behind.Run = Site.BehindRun;
  Behind.SeenAs.clear();
  Behind.IsFolded = false;
  Behind.IsPointerSum = Site.IsBehindPlus;
  Behind.RowPointer.reset();
  return Behind;
}

/// Edits of one array, as they are gathered.
class EditsOfUses {
public:
  EditsOfUses(const ArrayUses &Uses, const Layout &L, const ArrayShape &Shape,
              const EditOptions &Options)
      : Uses(Uses), Whole(L), Declared(Shape), L(L.ofRest()),
        Shape(restOf(L, Shape)), Options(Options),
        Functions(Uses.Around.functions()) {}

  Expected<LayoutEdits> make();

private:
  const ArrayUses &Uses;
  const Layout &Whole;
  const ArrayShape &Declared;
  /// Of the columns that are not left out.
  const Layout L;
  const ArrayShape Shape;
  const EditOptions &Options;
  const FunctionNames Functions;
  std::vector<SiteForms> Sites;
  /// Sites that one function serves.
  std::map<std::string, std::vector<const SiteForms *>> ByFunction;
  /// Those that are written as calls.
  std::set<std::string> Called;
  /// One of them that the extent calls, too.
  std::string OfExtent;
  /// Of Uses.RowPointers, those that stay: by number.
  std::set<size_t> KeptPointers;
  /// Those behind which the layout is that of the array, and their sites.
  std::set<size_t> KeptOffsets;
  std::deque<IndexSite> Behind;
  LayoutEdits Made;

  bool isCalled(const SiteForms &S) const {
    return S.Call.Function && Called.contains(S.Call.Function->Name);
  }
  bool isWorthFunction(StringRef Name,
                       ArrayRef<const SiteForms *> Served) const;
  void findFunctions();
  Error addDeclaration();
  std::optional<std::string> behindPointer(const SiteForms &S) const;
  Error keepPointer(size_t Number);
  void keepOffsets();
  std::vector<SourceEdit> editsOf(const SiteForms &S) const;
  bool isOfSeveralRows(const IndexSite &Site) const;
  Error findForms(function_ref<bool(const IndexSite &)> IsMeant);
  Error writeForms();
  Error addSites();
  Error addSitesOfSeveralRows();
  Error addFunctions();
  Error copyMacros();
  void addComment();
  std::string aboutMap(const SiteForms &Of) const;
};

/// Not where one short index is all that changes, or all columns can change in
/// place.
bool EditsOfUses::isWorthFunction(StringRef Name,
                                  ArrayRef<const SiteForms *> Served) const {
  const bool IsOfIndex = Name.starts_with(Functions.Index);
  unsigned Whole = 0;
  for (const SiteForms *S : Served) {
    if (S->Split)
      continue;
    if (S->IsLong || (IsOfIndex && ++Whole > 1))
      return true;
  }
  return false;
}

void EditsOfUses::findFunctions() {
  for (const SiteForms &S : Sites)
    if (S.Call.Function)
      ByFunction[S.Call.Function->Name].push_back(&S);
  for (const auto &[Name, Served] : ByFunction)
    if (isWorthFunction(Name, Served))
      Called.insert(Name);
  // Where the end lies says how long a padded array is; a lambda comes behind
  // its declaration.
  const std::string &Index = Functions.Index;
  if (L.as<Padding>() && Called.contains(Index) && !Options.IsLocal &&
      all_of(ByFunction[Index],
             [](const SiteForms *S) { return S->Site->Run == 1; }))
    OfExtent = Index;
}

/// What is the index of \p S, if the pointer stays by which it is reached; nothing
/// where that would have to point to another row for it.
std::optional<std::string>
EditsOfUses::behindPointer(const SiteForms &S) const {
  if (S.Split && !isCalled(S))
    return columnOf(*S.Split, S.Parts);
  const IndexText &New = isCalled(S) ? S.Call : S.InPlace;
  if (New.IsFlat || New.Subscripts.size() < 2)
    return std::nullopt;
  for (auto [Text, Index] :
       zip(ArrayRef(New.Subscripts).drop_back(), S.Site->Indices))
    if (Text != Index.Text)
      return std::nullopt;
  return New.Subscripts.back();
}

/// Keeps a pointer to the beginning of a row, where its uses allow that.
Error EditsOfUses::keepPointer(size_t Number) {
  const RowPointer &Row = Uses.RowPointers[Number];
  if (L.as<RowInterleave>())
    return Error::success(); // No row stays one.
  if (KeptOffsets.contains(Number) || !Row.IsOfSites || !Row.MayStay ||
      any_of(Sites, [&](const SiteForms &S) {
        return S.Site->RowPointer == Number &&
               (!S.Site->SeenAs.empty() || !behindPointer(S));
      }))
    return Error::success();
  if (Row.At.Indices.size() > 1) {
    KeptPointers.insert(Number);
    return Error::success();
  }
  auto Forms = formsOf(Row.At, L, Shape, Functions, Options);
  if (!Forms)
    return Forms.takeError();
  if (!Forms->Split || Forms->Split->Column.Text != "0")
    return Error::success();
  // The column is that of each use.
  erase_if(Forms->Parts,
           [&](const SpanText &P) { return P.At == Forms->Split->ColumnAt; });
  KeptPointers.insert(Number);
  append_range(Made.Edits, editsOfSplit(*Forms));
  return Error::success();
}

std::vector<SourceEdit> EditsOfUses::editsOf(const SiteForms &S) const {
  const auto &Pointer = S.Site->RowPointer;
  if (!Pointer || !KeptPointers.contains(*Pointer))
    return isCalled(S) ? editsAt(*S.Site, S.Call)
           : S.Split   ? editsOfSplit(S)
                       : editsAt(*S.Site, S.InPlace);
  const std::string Index = *behindPointer(S);
  const Operand &Old =
      S.Split ? S.Split->Column : Operand(S.Site->Indices.back());
  if (Index == Old.Text)
    return {};
  IndexSite Behind = *S.Site;
  Behind.Name = Uses.RowPointers[*Pointer].Name;
  Behind.Indices.resize(1);
  std::vector<SourceEdit> Edits = editsAt(Behind, {{Index}, true});
  if (Behind.IsPointer) {
    const std::string Sum = Behind.Name + " + " + asTerm(Index);
    Edits.back().Text = Behind.IsInParentheses ? Sum : "(" + Sum + ")";
  }
  return Edits;
}

/// Keeps the pointers to where the layout begins anew, as it does behind whole
/// blocks: what is behind them is an array by itself.
void EditsOfUses::keepOffsets() {
  for (const auto &[Number, Row] : enumerate(Uses.RowPointers)) {
    if ((Row.Base && !KeptOffsets.contains(*Row.Base)) ||
        !beginsAnew(Row, L, Shape, Uses) ||
        any_of(Uses.Sites, [this, Number = Number](const IndexSite &S) {
          return S.RowPointer == Number &&
                 (S.MayLeaveRow || S.Outer ||
                  (!S.SeenAs.empty() && !L.keepsWhole(S.BehindRun)));
        }))
      continue;
    if (movesOffset(Row, L, Uses)) {
      Made.Edits.push_back(*editOfOffset(Row, L, Uses));
      ++Made.Places;
    }
    KeptOffsets.insert(Number);
  }
}

/// \p Site has one index for several rows: where these grow, it changes, too.
bool EditsOfUses::isOfSeveralRows(const IndexSite &Site) const {
  return !Site.HasTypedRows && Site.Indices.size() < Shape.Extents.size();
}

/// Finds how the sites that \p IsMeant can be written, and which of them as calls.
Error EditsOfUses::findForms(function_ref<bool(const IndexSite &)> IsMeant) {
  for (const IndexSite &Site : Uses.Sites) {
    if (!IsMeant(Site))
      continue;
    const IndexSite *Meant = &Site;
    if (Site.RowPointer && KeptOffsets.contains(*Site.RowPointer)) {
      // The first element stays the first.
      if (!Site.Behind)
        continue;
      Meant = &Behind.emplace_back(siteBehind(Site));
    }
    auto Forms = formsOf(*Meant, L, Shape, Functions, Options);
    if (!Forms)
      return Forms.takeError();
    Sites.push_back(std::move(*Forms));
  }
  findFunctions();
  return Error::success();
}

Error EditsOfUses::writeForms() {
  for (const SiteForms &S : Sites) {
    if (S.EvaluatesTwice && !isCalled(S) && !S.Split)
      return createStringError(messages::EvaluatedTwice());
    auto Edits = editsOf(S);
    Made.Places += !Edits.empty();
    Made.IsFree &=
        !isCalled(S) && (S.Split || movesFirstExtent(Whole, Declared));
    append_range(Made.Edits, std::move(Edits));
  }
  return Error::success();
}

Error EditsOfUses::addSites() {
  keepOffsets();
  if (Error E = findForms([](const IndexSite &) { return true; }))
    return E;
  for (size_t Number = 0; Number < Uses.RowPointers.size(); ++Number)
    if (Error E = keepPointer(Number))
      return E;
  if (Error E = writeForms())
    return E;
  append_range(Made.Edits, Uses.Removed);
  for (const auto &[Number, Row] : enumerate(Uses.RowPointers))
    if (Row.IsOfSites && !KeptPointers.contains(Number) &&
        !KeptOffsets.contains(Number))
      append_range(Made.Edits, Row.Removed);
  return Error::success();
}

/// Where rows grow, but no index within one changes.
Error EditsOfUses::addSitesOfSeveralRows() {
  if (Error E =
          findForms([&](const IndexSite &S) { return isOfSeveralRows(S); }))
    return E;
  return writeForms();
}

Error EditsOfUses::addFunctions() {
  const WrittenAround &Around = Uses.Around;
  const auto &Place = Options.IsLocal ? Around.Lambda : Around.Function;
  std::string Text;
  for (const auto &[Name, Served] : ByFunction) {
    if (!Called.contains(Name))
      continue;
    if (!Place)
      return createStringError(messages::NoPlaceForFunction());
    const IndexFunction &F = *Served.front()->Call.Function;
    Text +=
        commentText(Place->Indent, purposeOf(F, *Served.front()->Site, Uses));
    Text += Place->Indent;
    const std::string Body =
        "(" + F.Parameters + ") { return " + F.Body + "; }";
    if (Options.IsLocal)
      Text += "auto " + F.Name + " = []" + Body + ";\n";
    else
      Text += (Around.IsForHost ? "__host__ __device__ " : "__device__ ") +
              std::string(F.Name == OfExtent ? "constexpr" : "inline") +
              " unsigned " + F.Name + Body + "\n\n";
    Made.Added.push_back(Body);
    NewName New =
        *find_if(Around.Names, [Name = StringRef(Name)](const auto &N) {
          return Name.starts_with(N.text());
        });
    New.Suffix = Name.substr(New.text().size());
    Made.Names.push_back(std::move(New));
  }
  if (!Text.empty())
    Made.Edits.push_back(
        {Place->Offset, 0, join(split(Text, '\n'), Around.LineEnd)});
  return Error::success();
}

/// A comment on the layout, or nothing.
std::string EditsOfUses::aboutMap(const SiteForms &Of) const {
  const std::string What = mapText(Of, L, Shape, Uses.Name);
  return What.empty() ? "" : withGain(What);
}

/// What changes in the body of a macro that is about other arrays, too, changes
/// in a copy behind it.
Error EditsOfUses::copyMacros() {
  for (const auto &[Number, M] : enumerate(Uses.Macros)) {
    std::vector<SourceEdit> InBody;
    auto IsInBody = [&](const SourceEdit &E) {
      return M.Begin <= E.Offset && E.Offset + E.Length <= M.End;
    };
    for (SourceEdit E : make_filter_range(Made.Edits, IsInBody)) {
      E.Offset -= M.Begin;
      InBody.push_back(std::move(E));
    }
    if (!M.IsShared || InBody.empty())
      continue;
    if (M.IsNested)
      return createStringError(messages::SharedMacroNested(M.Name));
    if (any_of(Uses.Sites, [](const IndexSite &S) { return S.MayLeaveRow; }))
      return createStringError(messages::SharedMacroOfData(M.Name));
    erase_if(Made.Edits, IsInBody);
    Made.Names.push_back(L.as<Padding>() ? M.Padded : M.Swizzled);
    const std::string Name = Made.Names.back().text();
    Made.Added.push_back(M.Text + describe(L));
    InBody.push_back({M.NameAt - M.Begin, M.Name.size(), Name});
    auto Copy = applyEdits(M.Text, InBody);
    if (!Copy)
      return Copy.takeError();
    const auto Own = find_if(Sites, [Number = Number](const SiteForms &S) {
      return S.Site->Macro == Number;
    });
    const std::string What = aboutMap(*Own);
    std::string Text = What.empty() ? "\n" : "\n" + commentText("", What);
    Made.Edits.push_back(
        {M.End, 0, join(split(Text, '\n'), Uses.Around.LineEnd) + *Copy});
    for (uint64_t Call : M.Calls)
      Made.Edits.push_back({Call, M.Name.size(), Name});
  }
  return Error::success();
}

/// Edits in several lines that say nothing of what they are for.
void EditsOfUses::addComment() {
  std::set<unsigned> Lines;
  const SiteForms *Shown = nullptr;
  for (const SiteForms &S : Sites) {
    if (isCalled(S) || (S.Split && S.Parts.empty()))
      continue;
    Lines.insert(S.Site->Where.Line);
    if (!Shown || (!Shown->Split && S.Split))
      Shown = &S;
  }
  if (Lines.size() < 2 || !Made.Added.empty() || !Uses.Around.Comment)
    return;
  const std::string What = aboutMap(*Shown);
  if (What.empty())
    return;
  const WrittenAround::Line &At = *Uses.Around.Comment;
  std::string Text = commentText(At.Indent, What);
  Made.Edits.push_back(
      {At.Offset, 0, join(split(Text, '\n'), Uses.Around.LineEnd)});
}

Error EditsOfUses::addDeclaration() {
  if (!L.as<Padding>() && !Whole.leavesOut() &&
      declaredExtents(Whole, Declared) == Declared.Extents)
    return Error::success();
  const size_t Others = Made.Edits.size();
  auto CallsIt = [&](const SourceEdit &E) {
    return StringRef(E.Text).contains(OfExtent + "(");
  };
  if (Error E = addExtents(Uses, Whole, Declared, Options.ToOdd, OfExtent,
                           Made.Edits))
    return E;
  if (Error E = addTypedRows(Uses, Whole, Made.Edits))
    return E;
  addLaunchSizes(Uses, Whole, Declared, Made.Edits);
  if (const auto *P = Whole.as<Padding>())
    for (const WrittenPitch &Pitch : Uses.Pitches)
      Made.Edits.push_back(
          {Pitch.Begin, Pitch.End - Pitch.Begin,
           grown(Pitch.Text, std::max(P->By, growthOfRows(Whole, Declared)))});
  Made.Places += Made.Edits.size() - Others;
  if (none_of(drop_begin(Made.Edits, Others), CallsIt))
    OfExtent.clear();
  return Error::success();
}

Expected<LayoutEdits> EditsOfUses::make() {
  const auto *Moved = L.as<RowInterleave>();
  Made.IsFree =
      L.as<Padding>() || L.as<Unchanged>() || (Moved && Moved->isStriped());
  if (Error E = changesDeclarationOnly(Whole, Declared)
                    ? addSitesOfSeveralRows()
                    : addSites())
    return std::move(E);
  if (Error E = addDeclaration())
    return std::move(E);
  if (!Sites.empty()) {
    if (Error E = addFunctions())
      return std::move(E);
    if (Error E = copyMacros())
      return std::move(E);
    addComment();
  }
  std::vector<SourceEdit> &Edits = Made.Edits;
  llvm::sort(Edits, [](const SourceEdit &A, const SourceEdit &B) {
    return std::pair(A.Offset, A.Length) < std::pair(B.Offset, B.Length);
  });
  for (size_t I = 1; I < Edits.size(); ++I)
    if (Edits[I - 1].Offset + Edits[I - 1].Length > Edits[I].Offset)
      return createStringError(messages::NestedIndices());
  return std::move(Made);
}

} // namespace

Expected<LayoutEdits> editsFor(const ArrayUses &Uses, const Layout &L,
                               const ArrayShape &Shape,
                               const EditOptions &Options) {
  if (auto Made = grownRowMacro(Uses, L))
    return std::move(*Made);
  return EditsOfUses(Uses, L, Shape, Options).make();
}

} // namespace warplint
