//===- Printable.h - Names of files in lines of text ------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_PRINTABLE_H
#define WARPLINT_SUPPORT_PRINTABLE_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint {

/// \p Name with its control characters as clang shows those of a source line,
/// "<U+000A>": a file's name may be anything but must not begin a line of its
/// own, nor steer a terminal.
inline std::string printable(llvm::StringRef Name) {
  std::string Text;
  for (unsigned char C : Name)
    if (C < 0x20 || C == 0x7f)
      Text +=
          "<U+" + llvm::utohexstr(C, /*LowerCase=*/false, /*Width=*/4) + ">";
    else
      Text += static_cast<char>(C);
  return Text;
}

} // namespace warplint

#endif // WARPLINT_SUPPORT_PRINTABLE_H
