//===- Names.h - What the names of a Python file are bound to ---*- C++ -*-===//
//
// Scopes, the statements that bind names in them, and the integers that follow.
// A name has a value where one statement binds it, in the innermost scope that
// binds it at all; what conditions, loops, parameters or `global` may bind has
// none.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_PYTHON_NAMES_H
#define WARPLINT_LIB_PYTHON_NAMES_H

#include "Tokens.h"
#include <map>

namespace warplint::python {

struct Binding {
  size_t Offset = 0; ///< Of the name.
  unsigned Indent = 0;
  unsigned Scope = 0;
  Tokens Value;         ///< Empty: not known.
  bool IsAdded = false; ///< `+=`
};

/// A function, a class or the file.
struct Scope {
  unsigned Parent = 0;
  size_t Begin = 0, End = 0; ///< Offsets.
  llvm::StringRef Name;
  bool IsClass = false;
  std::vector<llvm::StringRef> Parameters = {};
};

class Names {
public:
  explicit Names(Tokens All);

  unsigned scopeAt(size_t Offset) const;
  const Scope &scope(unsigned Number) const { return Scopes[Number]; }
  const std::vector<Scope> &scopes() const { return Scopes; }

  /// What may bind \p Name, "a" or "self.a", where it is used at \p Offset: the
  /// nearest first, up to one that always does.
  std::vector<const Binding *> find(llvm::StringRef Name, size_t Offset) const;
  /// The value that it has for certain, or nothing.
  Tokens valueOf(llvm::StringRef Name, size_t Offset) const;

  /// The integer that \p Expression is: of literals, arithmetic and names.
  std::optional<int64_t> numberOf(Tokens Expression, unsigned Depth = 0) const;

private:
  friend class Binder;
  std::vector<const Binding *> visible(llvm::StringRef Name,
                                       size_t Offset) const;

  std::vector<Scope> Scopes;
  std::map<std::pair<std::string, unsigned>, std::vector<Binding>> ByName;
};

/// "a.b" where \p Expression is a name with or without attributes; else empty.
std::string dottedName(Tokens Expression);

/// \p Expression without parentheses around it.
Tokens withoutParentheses(Tokens Expression);

} // namespace warplint::python

#endif // WARPLINT_LIB_PYTHON_NAMES_H
