//===- TrialInstantiation.h - Instantiating kernels for a trial -*- C++ -*-===//
//
// Instantiates kernel templates inside the Sema that parsed the file, when the
// parse is over. An instantiation with errors leaves broken declarations
// behind, and might even crash the compiler, so that each is tried first in a
// copy of the process:
//
//   this process              its copy (fork)
//   ------------              ---------------
//   starts the copy           tries list 1: no error, says so
//   instantiates list 1       tries list 2: an error, says which, ends
//   starts the next copy      tries list 3 ...
//
// The copy begins with exactly the memory that this process has, so that what
// succeeds there succeeds here. Nothing that failed ever touches this process's
// AST, and a crash or an endless instantiation costs one list.
//
// What trials may cost is counted in steps, the instantiations that clang makes
// for them (of functions, classes, arguments, defaults). The same file takes
// the same steps on any machine, under any load. Processor time is a second
// limit, for what takes long in few steps.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALINSTANTIATION_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALINSTANTIATION_H

#include "Frontend/StandIns/MissingNames.h"
#include "KernelPattern.h"
#include "TrialSearch.h"
#include "warplint/Frontend/Templates.h"
#include <chrono>
#include <memory>

namespace clang {
class Scope;
class Sema;
} // namespace clang

namespace warplint {

/// One list of arguments: as text, or as values.
struct TrialList : InstantiationRequest {
  TrialArguments Values = {}; ///< Where there is no text.

  // What became of it.
  clang::FunctionDecl *Kernel = nullptr;
  bool IsKnown = false; ///< The file has this instance itself.
  std::string Error = {};
  /// What clang missed, if that may help.
  std::vector<LackedName> Lacked = {};
};

/// The lists for one template, in order, until \c Wanted of them succeeded or
/// \c MaximumFailures did not; where it \c NeedsFirst, none after a first that
/// did not.
struct TrialGroup {
  KernelPattern Pattern;
  std::vector<TrialList> Lists;
  unsigned Wanted = 1;
  unsigned MaximumFailures = ~0u;
  bool NeedsFirst = false;
  unsigned Attempts = 0; ///< The lists before this one are done.
  unsigned Succeeded = 0;

  bool isDone() const {
    return Attempts == Lists.size() || Succeeded == Wanted ||
           Attempts - Succeeded >= MaximumFailures ||
           (NeedsFirst && Attempts && !Succeeded);
  }
  TrialList &next() { return Lists[Attempts]; }
  void advance(bool HasSucceeded) {
    ++Attempts;
    Succeeded += HasSucceeded;
  }
};

/// An error that begins so names, up to the next quote, what was not found.
inline constexpr llvm::StringLiteral UnknownNameError =
    "no type or constant named '";

class TrialInstantiation {
public:
  TrialInstantiation(clang::Sema &S, const TemplateOptions &Options);
  ~TrialInstantiation();

  /// Fills in what became of the lists.
  void run(std::vector<TrialGroup> &Groups);

private:
  class StepCounter;

  bool attempt(const KernelPattern &Pattern, TrialList &List, bool IsCopy);
  void tryAll(std::vector<TrialGroup> &Groups, int Socket);
  clang::Sema &S;
  const TemplateOptions &Options;
  /// That of the file is gone; implicit members look up __builtin_memcpy in it.
  std::unique_ptr<clang::Scope> FileScope;
  StepCounter *Steps; ///< Sema owns it, and calls it.
  uint64_t StepsLeft;
  std::chrono::microseconds TimeEnds; ///< By processorTime().
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALINSTANTIATION_H
