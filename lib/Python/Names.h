//===- Names.h - What the names of a Python file are bound to ---*- C++ -*-===//
//
// Scopes, and the statements that bind names in them. A name has a value for
// certain where one statement binds it, in the innermost scope that binds it at
// all; what loops, parameters or `global` may bind has none.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_PYTHON_NAMES_H
#define WARPLINT_LIB_PYTHON_NAMES_H

#include "Tokens.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace warplint::python {

struct Binding {
  Tokens Name = {};  ///< One.
  size_t Offset = 0; ///< Of the name.
  unsigned Indent = 0;
  unsigned Scope = 0;
  Tokens Value = {};    ///< Empty: not known. Of a parameter, its default.
  bool IsAdded = false; ///< `+=`
  std::optional<unsigned> Parameter = {}; ///< Which one, without `self`.
};

/// A function, a class or the file.
struct Scope {
  unsigned Parent = 0;
  size_t Begin = 0, End = 0; ///< Offsets.
  llvm::StringRef Name = "";
  bool IsClass = false;
  bool IsDerived = false; ///< From a class of the file.
  std::vector<Tokens> Returns = {};
};

class Names {
public:
  explicit Names(Tokens All);

  /// The innermost.
  unsigned scopeAt(size_t Offset) const;
  /// What may bind \p Name, "a" or "self.a", where it is used at \p Offset: the
  /// nearest first, up to one that always does. \p IsSure: nothing else may.
  std::vector<const Binding *> find(llvm::StringRef Name, size_t Offset,
                                    bool &IsSure) const;
  /// The functions and classes of that name.
  llvm::ArrayRef<unsigned> scopesNamed(llvm::StringRef Name) const;
  std::vector<Scope> Scopes;

private:
  void leaveScopes(const Token &First);
  void bind(const Token &Name, Binding Of, llvm::StringRef Dotted = "");
  void statement(Tokens S);
  void assignment(Tokens S);
  void assign(Tokens Target, Tokens Value, bool IsAdded);
  void openScope(Tokens S, bool IsClass);
  void changeInPlace(Tokens Target, Tokens Value);
  unsigned classOf(unsigned Scope) const;
  bool isOnlyBinding(llvm::StringRef Name, const Binding &B) const;
  std::vector<const Binding *> visible(llvm::StringRef Name,
                                       unsigned Scope) const;

  std::vector<std::pair<unsigned, unsigned>> Open; ///< Scopes, with indents.
  unsigned Current = 0;
  /// What functions declare as `global`.
  std::set<std::pair<unsigned, llvm::StringRef>> Foreign;
  llvm::StringMap<std::vector<Binding>> ByName;
  llvm::StringMap<std::vector<unsigned>> ScopesByName;
  /// The offset of each binding of an attribute, of any object, and its class;
  /// 0 where that is not known.
  llvm::StringMap<std::vector<std::pair<size_t, unsigned>>> Attributes;
  bool SetsAnyAttribute = false; ///< `setattr`
  size_t BindsAnyAt = 0;         ///< The last `import *`.
};

} // namespace warplint::python

#endif // WARPLINT_LIB_PYTHON_NAMES_H
