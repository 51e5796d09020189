//===- TrialCandidates.h - What else a parameter may stand for --*- C++ -*-===//
//
// For templates of which no list that searchTrials proposes fits: parameters
// that are functors, iterators, policies, traits or templates. A parameter's
// uses in the pattern tell what comes first:
//
//   P::Threads, p.x      the classes of the translation unit, and its class
//                        templates with sizes of their own, that have all the
//                        members that are named
//   op(a, b)             FirstArgument, which the prelude declares, then the
//                        classes of the translation unit that can be called
//   *p, p[i]             pointers
//   template <class> P   the class templates of the translation unit with as
//                        many parameters
//   float (*Op)(float)   the device functions of the translation unit with as
//                        many parameters
//
// Behind them come the other kinds: a use may lie in a function that is called.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALCANDIDATES_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALCANDIDATES_H

#include "TrialSearch.h"
#include <string>

namespace clang {
class Sema;
} // namespace clang

namespace warplint {

/// What a pattern does with what a type parameter stands for.
struct TypeUse {
  /// Members of the type (P::Threads) and of its objects (p.x), by name.
  std::vector<std::string> Members;
  bool IsCalled = false;
  bool IsPointer = false;
};

/// For each of \p Parameters.
std::vector<TypeUse> usesOfTypes(const clang::FunctionDecl &Pattern,
                                 llvm::ArrayRef<TrialParameter> Parameters);

class TrialCandidates {
public:
  TrialCandidates(clang::Sema &S, const TrialTypes &Types);

  /// What \p P may stand for, the likeliest first.
  TrialArguments of(const TrialParameter &P, const TypeUse &Use);

private:
  void collect(clang::DeclContext &In);
  void addType(TrialArguments &To, clang::QualType T) const;
  void addNamed(TrialArguments &To, llvm::StringRef Name) const;
  void addClasses(TrialArguments &To, const TypeUse &Use);
  void addFunctors(TrialArguments &To) const;
  void addPointers(TrialArguments &To) const;
  TrialArguments types(const TrialParameter &P, const TypeUse &Use);
  TrialArguments templates(const clang::TemplateTemplateParmDecl &P) const;
  TrialArguments values(const TrialParameter &P) const;
  clang::QualType instance(clang::ClassTemplateDecl &Template) const;

  clang::Sema &S;
  clang::ASTContext &Context;
  const TrialTypes &Types;
  /// Those of the project, in the order of the translation unit.
  std::vector<clang::CXXRecordDecl *> Classes;
  std::vector<clang::ClassTemplateDecl *> Templates;
  std::vector<clang::FunctionDecl *> Functions; ///< Of the device.
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALCANDIDATES_H
