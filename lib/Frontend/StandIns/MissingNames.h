//===- MissingNames.h - Declarations of names that are missing --*- C++ -*-===//
//
// What a header that is not there may have declared, as clang's errors and the
// text around them ask for it:
//
//   unknown type name 'vec3'               a class (OpaqueClass.cpp)
//   no template named 'Tile'               a class template; of each parameter
//                                          whether it is a type, by its uses
//   use of undeclared identifier 'glm'     by what follows: a namespace, a class,
//                                          a function, an object
//   no member named 'x' in 'vec3'          a member
//   call to 'fabs' is ambiguous            an overload for opaque arguments
//
// A template may also ask for classes that its parameters can be, where no class
// of the file has what it asks of them:
//
//   template <class Mask> __global__ void match(Mask mask) {
//     for (...) if (mask.next() && mask(i, j)) ...
//
//   namespace __warplint { namespace for_match { struct Mask {   // and operator()
//     static any next(...);
//   }; } }
//
// An unknown type in capitals before the type of a function's declaration,
// `LIB_DEVICE float f()`, is a macro for its attributes.
//
// Nothing has a value: what must be constant (the extent of an array, a case)
// stays an error. Nor is something declared for what may be a macro that does
// more than give a value: a statement of capitals alone may change any variable.
// A name for which the parsed text has a real declaration is given up, in
// whatever namespace that is; a function only for one in its own.
//
// Each round of errors tells more; the text is parsed before the user's own.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_STANDINS_MISSINGNAMES_H
#define WARPLINT_LIB_FRONTEND_STANDINS_MISSINGNAMES_H

#include "Frontend/Text/ErrorRecorder.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CXXRecordDecl;
} // namespace clang

namespace warplint {

struct NameUse;

/// An error in a template's instance: a stand-in lacks a member, a function is
/// not declared, or a call of the toolkit's functions is ambiguous.
struct LackedName {
  std::string Class; ///< Qualified; empty where there is none.
  std::string Name;
  unsigned Error = 0; ///< Of clang's diagnostics.
  clang::SourceLocation::UIntTy Where = 0;

  static std::optional<LackedName> of(const ParseError &E,
                                      const clang::SourceManager &SM);
};

/// What is declared under a name.
enum class NameKind : uint8_t {
  Namespace,
  Class,
  ClassTemplate,
  Function, ///< As a member of either the class or an object.
  Object,   ///< As a member one of the class.
  Member,   ///< Of an object.
  Overload, ///< Of a function of the toolkit's.
  Specifier ///< A macro.
};

/// A class that the parameter of a template can be.
struct AskedClass {
  std::string Function, Parameter; ///< Overloads share a class.
  std::map<std::string, NameKind> Members;

  std::string qualifiedName() const;
};

class MissingNames {
public:
  /// Takes in what the errors of a parse ask for, and gives up what the parse
  /// has itself. Returns whether the declarations changed.
  bool learn(clang::ASTContext &AST, llvm::ArrayRef<ParseError> Errors);
  /// The same of errors in instances of templates, of that parse.
  bool learn(clang::ASTContext &AST, llvm::ArrayRef<LackedName> Lacked);
  /// Takes in the classes that templates ask for.
  bool learn(llvm::ArrayRef<AskedClass> Asked);
  /// Gives up \p D, a stand-in.
  void giveUp(const clang::Decl &D);

  /// The declarations, to be parsed as C++.
  std::string text();
  /// The macros that such a text defines for attributes.
  static std::vector<llvm::StringRef> macrosIn(llvm::StringRef Text);

private:
  using Kind = NameKind;
  struct Name {
    Kind What = Kind::Namespace;
    bool IsGivenUp = false;
    unsigned Changes = 0;          ///< Of mind about what it is.
    std::vector<bool> IsType = {}; ///< Of a template's parameters.
    std::map<std::string, Name> Inner = {};
  };
  /// Where in the text a template's parameter is declared.
  struct Parameter {
    size_t Offset;
    Name *Of;
    unsigned Number;
  };

  bool learn(clang::ASTContext &AST, const ParseError &E);
  static bool giveUp(Name &Scope, llvm::StringRef Called);
  bool declare(Name &Scope, const NameUse &U, Kind What);
  bool correctParameter(clang::ASTContext &AST, const ParseError &E,
                        bool IsType);
  Name *scopeOf(const clang::Decl *Scope);
  static bool giveUpReal(Name &In, llvm::StringRef Prefix,
                         const std::map<std::string, bool> &Real);
  void write(const std::string &Called, Name &N, bool IsInClass,
             std::string &Text);
  void writeInner(Name &N, std::string &Text);

  Name Global, Any; ///< Any: members of the class of what has no type.
  Name Made;        ///< The namespace of the classes that templates ask for.
  std::vector<Parameter> Parameters;
};

/// The class of that name, of a template the one that it makes; null if there is
/// none.
const clang::CXXRecordDecl *classNamed(const clang::ASTContext &AST,
                                       llvm::StringRef Qualified);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_STANDINS_MISSINGNAMES_H
