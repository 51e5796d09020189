//===- NameUse.h - The text around a name -----------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_FRONTEND_STANDINS_NAMEUSE_H
#define WARPLINT_LIB_FRONTEND_STANDINS_NAMEUSE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

namespace warplint {

/// Where a name is used: the text before and behind it.
struct NameUse {
  llvm::StringRef Name, Before, Behind;
  /// Of a list in angle brackets, which ends in Behind.
  std::vector<llvm::StringRef> Arguments;
  bool HasArguments = false;
  /// Behind the list, if there is one.
  llvm::StringRef Next;

  bool isDotted() const {
    return Before.ends_with(".") || Before.ends_with("->");
  }
  bool isStatement() const {
    return Before.empty() || llvm::StringRef(";{})").contains(Before.back()) ||
           Before.ends_with("else") || Before.ends_with("do");
  }
  bool isUpper() const { return llvm::none_of(Name, llvm::isLower); }
  /// Whether a function's type and name follow: `LIB_DEVICE float f(`.
  bool isBeforeFunction() const;
};

/// The arguments of the list that \p Text begins with, and what stands behind
/// it; nothing if it is none.
bool splitArguments(llvm::StringRef Text,
                    std::vector<llvm::StringRef> &Arguments,
                    llvm::StringRef &Rest);

/// What an argument of a template is likely to be, until an error says other.
bool looksLikeType(llvm::StringRef Argument);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_STANDINS_NAMEUSE_H
