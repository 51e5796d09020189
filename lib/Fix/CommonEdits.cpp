//===- CommonEdits.cpp - One edit for all instantiations ------------------===//

#include "CommonLayout.h"
#include "warplint/Messages/Layouts.h"
#include "warplint/Rewrite/SourceFix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

/// Edits that differ in what the instances differ in.
using InstanceEdits = std::vector<std::vector<SourceEdit>>;

/// The pieces of \p Text: names and numbers, and what is between.
static std::vector<StringRef> wordsOf(StringRef Text) {
  auto IsWord = [](char C) { return isAlnum(C) || C == '_'; };
  std::vector<StringRef> Words;
  while (!Text.empty()) {
    StringRef Word = Text.take_while(IsWord);
    if (Word.empty())
      Word = Text.take_until(IsWord);
    Words.push_back(Word);
    Text = Text.drop_front(Word.size());
  }
  return Words;
}

namespace {

/// What numbers in edits of several instances can stand for.
struct InstanceTerms {
  std::string RowLength; ///< As the declaration spells it.
  std::string ElementType;
  std::vector<uint64_t> Lengths, ElementBytes; ///< By instance.

  std::optional<std::string> termFor(ArrayRef<uint64_t> Numbers) const;

private:
  std::optional<std::string> inBytes(ArrayRef<uint64_t> Numbers) const;
};

} // namespace

/// `4 / sizeof(T)` of 1, 2 and 4 where elements have 4 bytes, 2 and 1.
std::optional<std::string>
InstanceTerms::inBytes(ArrayRef<uint64_t> Numbers) const {
  const uint64_t Bytes = Numbers.front() * ElementBytes.front();
  if (ElementType.empty() || Bytes == 0 ||
      !all_of(zip(Numbers, ElementBytes), [&](const auto &Of) {
        return std::get<0>(Of) * std::get<1>(Of) == Bytes;
      }))
    return std::nullopt;
  return std::to_string(Bytes) + " / sizeof(" + ElementType + ")";
}

/// What is \p Numbers, one for each instance: the length of a row, one less, a
/// number of bytes, or a row that is longer by one.
std::optional<std::string>
InstanceTerms::termFor(ArrayRef<uint64_t> Numbers) const {
  bool IsLength = true, IsMask = true, IsLonger = true;
  std::vector<uint64_t> Added;
  for (auto [Number, Length] : zip(Numbers, Lengths)) {
    IsLength &= Number == Length;
    IsMask &= Number + 1 == Length;
    IsLonger &= Number > Length;
    Added.push_back(Number - Length);
  }
  if (IsLength)
    return RowLength;
  if (IsMask)
    return "(" + RowLength + " - 1)";
  if (auto Bytes = inBytes(Numbers))
    return Bytes;
  if (auto Pad = IsLonger ? inBytes(Added) : std::nullopt)
    return RowLength + " + " + *Pad;
  return std::nullopt;
}

/// \p Term between \p Before and \p Behind, which may bind more than its
/// operators.
static std::string between(StringRef Before, const std::string &Term,
                           StringRef Behind) {
  const bool IsBare = StringRef(Term).starts_with("(") ||
                      !StringRef(Term).contains(' ') ||
                      ((Before.ends_with("[") || Before.ends_with("+ ")) &&
                       (Behind.empty() || Behind.starts_with("]")));
  return IsBare ? Term : "(" + Term + ")";
}

/// One edit for all instances; what numbers in which they differ stand for is in
/// \p Terms.
static std::optional<SourceEdit> unite(ArrayRef<SourceEdit> Edits,
                                       const InstanceTerms &Terms) {
  std::vector<std::vector<StringRef>> Words;
  for (const SourceEdit &E : Edits) {
    Words.push_back(wordsOf(E.Text));
    if (E.Offset != Edits[0].Offset || E.Length != Edits[0].Length ||
        Words.back().size() != Words[0].size())
      return std::nullopt;
  }
  SourceEdit Common = Edits[0];
  Common.Text.clear();
  for (size_t W = 0; W < Words[0].size(); ++W) {
    std::vector<uint64_t> Numbers;
    bool IsSame = true;
    for (const auto &Of : Words) {
      IsSame &= Of[W] == Words[0][W];
      if (uint64_t Number = 0; !Of[W].getAsInteger(0, Number))
        Numbers.push_back(Number);
    }
    if (IsSame) {
      Common.Text += Words[0][W];
      continue;
    }
    const auto Term =
        Numbers.size() == Words.size() ? Terms.termFor(Numbers) : std::nullopt;
    if (!Term)
      return std::nullopt;
    Common.Text += between(W ? Words[0][W - 1] : "", *Term,
                           W + 1 < Words[0].size() ? Words[0][W + 1] : "");
  }
  return Common;
}

static std::optional<std::vector<SourceEdit>>
uniteAll(const InstanceEdits &Of, const ArraySurvey &Survey,
         const ArrayUses &Uses) {
  if (all_of(Of, [&](const auto &E) { return E == Of[0]; }))
    return Of[0];
  if (Uses.Declarators.empty() || Uses.Declarators[0].Extents.empty())
    return std::nullopt;
  InstanceTerms Terms;
  Terms.ElementType = Uses.ElementType;
  Terms.RowLength = Uses.Declarators[0].Extents.back().Text;
  if (wordsOf(Terms.RowLength).size() > 1)
    Terms.RowLength = "(" + Terms.RowLength + ")";
  for (const ArrayInstance &I : Survey.Instances) {
    Terms.Lengths.push_back(I.sourceShape().rowLength());
    Terms.ElementBytes.push_back(I.sourceShape().ElementBytes);
  }
  std::vector<SourceEdit> Common;
  for (size_t N = 0; N < Of[0].size(); ++N) {
    std::vector<SourceEdit> Here;
    for (const auto &Edits : Of)
      if (Edits.size() == Of[0].size())
        Here.push_back(Edits[N]);
    if (Here.size() != Of.size())
      return std::nullopt;
    auto One = unite(Here, Terms);
    if (!One)
      return std::nullopt;
    Common.push_back(std::move(*One));
  }
  return Common;
}

Expected<LayoutEdits> commonEdits(const ArraySurvey &Survey,
                                  const ArrayUses &Uses, const CommonLayout &L,
                                  const EditOptions &Options) {
  InstanceEdits OfEach;
  LayoutEdits All;
  for (auto [Outcome, Instance] : zip(L.Outcomes, Survey.Instances)) {
    if (L.padsToOdd() && Outcome.To.isUnchanged())
      continue;
    auto Made = editsFor(Uses, Instance.inSource(Outcome.To),
                         Instance.sourceShape(), Options);
    if (!Made)
      return Made.takeError();
    OfEach.push_back(Made->Edits);
    All = std::move(*Made);
  }
  if (!All.Added.empty() && !Options.IsLocal && !all_equal(OfEach)) {
    // It needs to name what the instances differ in.
    EditOptions Local = Options;
    Local.IsLocal = true;
    return commonEdits(Survey, Uses, L, Local);
  }
  auto Common = uniteAll(OfEach, Survey, Uses);
  if (!Common)
    return createStringError(inconvertibleErrorCode(),
                             messages::NoCommonEdit());
  All.Edits = std::move(*Common);
  return All;
}

bool addAssumption(const ArraySurvey &Survey, const ArrayUses &Uses,
                   const CommonLayout &L, std::vector<FileEdits> &Edits) {
  for (const LineStart &Kernel : Survey.KernelsAt) {
    if (none_of(Uses.Files,
                [&](const UsedFile &F) { return F.Name == Kernel.At.File; }))
      return false;
    // In place of the letter: behind all that is inserted there.
    const std::string Text = "// warplint: assume(dynamic_shared % " +
                             std::to_string(L.NeedsMultiple) + " == 0)" +
                             Uses.Around.LineEnd + Kernel.Indent + Kernel.First;
    addEdits(Edits, {Kernel.At.File, {{Kernel.At.Offset, 1, Text}}});
  }
  return true;
}

bool mayKeepJoined(const ArraySurvey &Survey, const ArrayUses &Uses,
                   const CommonLayout &L) {
  return L.first().as<Padding>() && Uses.hasAddends() &&
         any_of(Survey.Instances, [](const ArrayInstance &I) {
           return any_of(I.Problem.Accesses, [](const ArrayAccess &A) {
             return A.When == Joining::Joined;
           });
         });
}

} // namespace warplint
