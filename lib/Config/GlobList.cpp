//===- GlobList.cpp - Which checks a list of globs names ------------------===//

#include "warplint/Config/GlobList.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

GlobList::GlobList(StringRef Text, bool KeepNegative) {
  while (!Text.empty()) {
    size_t End = std::min(Text.find_first_of(",\n"), Text.size());
    StringRef Item = Text.take_front(End).trim();
    Text = Text.drop_front(std::min(End + 1, Text.size()));
    bool IsNegative = Item.consume_front("-");
    Item = Item.ltrim();
    if (!Item.empty() && (KeepNegative || !IsNegative))
      Globs.push_back({IsNegative, Item.str()});
  }
}

/// Each '*' takes as little as it can, and more when what follows fails: the
/// last '*' alone has to be tried again.
static bool matches(StringRef Pattern, StringRef Name) {
  size_t P = 0, N = 0, Star = StringRef::npos, Retry = 0;
  while (N < Name.size()) {
    if (P < Pattern.size() && Pattern[P] == '*') {
      Star = P++;
      Retry = N;
    } else if (P < Pattern.size() && Pattern[P] == Name[N]) {
      ++P;
      ++N;
    } else if (Star != StringRef::npos) {
      P = Star + 1;
      N = ++Retry;
    } else {
      return false;
    }
  }
  return Pattern.drop_front(P).find_first_not_of('*') == StringRef::npos;
}

bool GlobList::contains(StringRef Name) const {
  for (const Glob &G : reverse(Globs))
    if (matches(G.Pattern, Name))
      return !G.IsNegative;
  return false;
}

} // namespace warplint
