//===- IncludeGuard.cpp - A macro that keeps a text single ----------------===//

#include "IncludeGuard.h"
#include "DirectiveLexer.h"

using llvm::StringRef;

namespace warplint {

bool guardsWholeText(StringRef Text, size_t IfOffset, StringRef Name,
                     bool WithBranches) {
  unsigned Depth = 0;
  bool IsClosed = false, IsDefined = false;
  bool IsWhole = forEachDirective(
      Text,
      [&](const Directive &D) {
        if (Depth == 0) {
          if (D.Keyword == "pragma")
            return true;
          if (IsClosed || D.Offset != IfOffset)
            return false;
          Depth = 1;
          return true;
        }
        if (D.Keyword.starts_with("if"))
          ++Depth;
        else if (D.Keyword == "endif")
          IsClosed = --Depth == 0;
        else if (D.Keyword.starts_with("el"))
          return Depth != 1 || WithBranches;
        else if (D.Keyword == "define")
          IsDefined |= D.FirstName == Name;
        return true;
      },
      [&](StringRef, size_t) { return Depth != 0; });
  return IsWhole && IsClosed && IsDefined;
}

} // namespace warplint
