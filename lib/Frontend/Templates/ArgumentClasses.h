//===- ArgumentClasses.h - Classes made for template parameters -*- C++ -*-===//
//
// Where no class of the file has what a template asks of a parameter, one is
// made that has it, and of which nothing is known (OpaqueClass.h):
//
//   template <class Mask> __global__ void match(Mask mask) {
//     for (...) if (mask.next() && mask(i, j)) ...
//
//   namespace __warplint { namespace for_match { struct Mask {   // and operator()
//     static any next(...);
//   }; } }
//
// Constants have no value, so that a template with extents among them has none
// of its instances.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_ARGUMENTCLASSES_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_ARGUMENTCLASSES_H

#include "FittingClasses.h"
#include <map>
#include <string>

namespace warplint {

class ArgumentClasses {
public:
  /// Notes what \p Pattern asks of its parameter \p Parameter.
  void ask(const clang::FunctionDecl &Pattern,
           const clang::NamedDecl &Parameter, const AskedMembers &Members);

  bool empty() const { return Functions.empty(); }
  /// The classes, to be parsed as C++ behind opaqueBasis.
  std::string text() const;

private:
  using Class = std::map<std::string, MemberKind>;
  /// By the functions' names: overloads share a class.
  std::map<std::string, std::map<std::string, Class>> Functions;
};

/// The class that was made for \p Parameter of \p Pattern; null if there is none.
clang::QualType argumentClass(const clang::FunctionDecl &Pattern,
                              const clang::NamedDecl &Parameter);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_ARGUMENTCLASSES_H
