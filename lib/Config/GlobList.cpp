//===- GlobList.cpp - Which checks a list of globs names ------------------===//

#include "warplint/Config/GlobList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

GlobList::GlobList(StringRef Text, bool KeepNegative) {
  while (!Text.empty()) {
    size_t End = std::min(Text.find_first_of(",\n"), Text.size());
    StringRef Item = Text.take_front(End).trim();
    Text = Text.drop_front(std::min(End + 1, Text.size()));
    bool IsNegative = Item.consume_front("-");
    Item = Item.ltrim();
    auto Pieces = map_range(split(Item, '*'), Regex::escape);
    if (!Item.empty() && (KeepNegative || !IsNegative))
      Globs.push_back(
          {IsNegative, Regex("^" + join(Pieces, ".*") + "$"), Item.str()});
  }
}

bool GlobList::contains(StringRef Name) const {
  for (const Glob &G : reverse(Globs))
    if (G.Pattern.match(Name))
      return !G.IsNegative;
  return false;
}

StringRef GlobList::firstWithout(ArrayRef<StringRef> Names) const {
  for (const Glob &G : Globs)
    if (none_of(Names, [&](StringRef Name) { return G.Pattern.match(Name); }))
      return G.Text;
  return "";
}

} // namespace warplint
