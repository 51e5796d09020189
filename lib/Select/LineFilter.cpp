//===- LineFilter.cpp - The lines whose findings are wanted ---------------===//

#include "warplint/Select/LineFilter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace warplint {

static Error wrong(const Twine &What) {
  return createStringError("--line-filter: " + What +
                           R"(, expected [{"name":"a.cu","lines":[[1,30]]}])");
}

static std::optional<unsigned> lineOf(const json::Value &V) {
  std::optional<int64_t> N = V.getAsInteger();
  if (!N || *N < 0 || *N > UINT32_MAX)
    return std::nullopt;
  return static_cast<unsigned>(*N);
}

Expected<LineFilter> LineFilter::parse(StringRef Text) {
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return wrong(toString(Root.takeError()));
  const json::Array *Files = Root->getAsArray();
  if (!Files)
    return wrong("not a list");
  LineFilter Filter;
  for (const json::Value &Item : *Files) {
    const json::Object *File = Item.getAsObject();
    std::optional<StringRef> Name =
        File ? File->getString("name") : std::nullopt;
    if (!Name || Name->empty())
      return wrong("an entry has no name");
    Entry E{Name->str(), {}};
    const json::Value *Lines = File->get("lines");
    if (Lines && !Lines->getAsArray())
      return wrong("the lines of '" + *Name + "' are not a list");
    for (size_t I = 0; Lines && I < Lines->getAsArray()->size(); ++I) {
      const json::Array *Range = (*Lines->getAsArray())[I].getAsArray();
      if (!Range || Range->size() != 2)
        return wrong("a range of '" + *Name + "' is not a pair of lines");
      auto First = lineOf((*Range)[0]), Last = lineOf((*Range)[1]);
      if (!First || !Last || *First > *Last)
        return wrong("a range of '" + *Name + "' is not a pair of lines");
      E.Lines.push_back({*First, *Last});
    }
    Filter.Entries.push_back(std::move(E));
  }
  return Filter;
}

bool LineFilter::admits(StringRef File, unsigned Line) const {
  if (Entries.empty())
    return true;
  for (const Entry &E : Entries)
    if (File.ends_with(E.Name))
      return E.Lines.empty() || any_of(E.Lines, [&](const auto &Range) {
               return Range.first <= Line && Line <= Range.second;
             });
  return false;
}

} // namespace warplint
