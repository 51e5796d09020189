//===- CommonEdits.cpp - One edit for all instantiations ------------------===//

#include "CommonLayout.h"
#include "warplint/Messages/Layouts.h"
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

/// One edit for all instances. Numbers in which they differ are the length of a
/// row, or one less, in all of them: these are written as \p RowLength.
static std::optional<SourceEdit> unite(ArrayRef<SourceEdit> Edits,
                                       ArrayRef<uint64_t> Lengths,
                                       const std::string &RowLength) {
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
    bool IsSame = true, IsLength = true, IsMask = true;
    for (auto [Of, Length] : zip(Words, Lengths)) {
      uint64_t Number = 0;
      IsSame &= Of[W] == Words[0][W];
      bool IsNumber = !Of[W].getAsInteger(0, Number);
      IsLength &= IsNumber && Number == Length;
      IsMask &= IsNumber && Number + 1 == Length;
    }
    if (!IsSame && !IsLength && !IsMask)
      return std::nullopt;
    Common.Text += IsSame     ? Words[0][W].str()
                   : IsLength ? RowLength
                              : "(" + RowLength + " - 1)";
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
  std::string RowLength = Uses.Declarators[0].Extents.back().Text;
  if (wordsOf(RowLength).size() > 1)
    RowLength = "(" + RowLength + ")";
  std::vector<uint64_t> Lengths;
  for (const ArrayInstance &I : Survey.Instances)
    Lengths.push_back(I.sourceShape().rowLength());
  std::vector<SourceEdit> Common;
  for (size_t N = 0; N < Of[0].size(); ++N) {
    std::vector<SourceEdit> Here;
    for (const auto &Edits : Of)
      if (Edits.size() == Of[0].size())
        Here.push_back(Edits[N]);
    if (Here.size() != Of.size())
      return std::nullopt;
    auto One = unite(Here, Lengths, RowLength);
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

} // namespace warplint
