//===- Templates.h - Kernel templates without instances ---------*- C++ -*-===//
//
// A kernel template has no code until somebody names its arguments. Where the
// file itself does not, the arguments come from, in this order:
//
//   Option      --instantiate='gemm<float, 128>'
//   Annotation  // warplint: instantiate(float, 128)
//   File        a use in this file that could not be resolved, such as a launch
//               whose other arguments have types of a missing header
//   Project     an instantiation in another file of the build
//   Defaults    the template's own default arguments
//   Trial       arguments from a small set, with which the template compiles and
//               fits a block (docs/templates.md)
//
// What rests on the last two is *assumed*: no known code uses them.
//
// A trial is made first in a copy of the process (fork), which may fail or
// crash without harm; only what came back without an error is repeated in the
// AST that the analysis sees. See TrialInstantiation.h.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_TEMPLATES_H
#define WARPLINT_FRONTEND_TEMPLATES_H

#include "warplint/Basic/AccessKinds.h"
#include "warplint/Basic/SourcePlace.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace warplint {

/// Arguments for a kernel template, as they are written: types, integers, names
/// of types and constants.
struct InstantiationRequest {
  std::vector<std::string> Arguments = {};
  ArgumentSource From = ArgumentSource::Option;
  SourcePlace Where = {}; ///< Invalid for an option.
};

/// What is asked of one template.
struct TemplateRequests {
  std::vector<InstantiationRequest> Lists = {};
  std::string NotRead = {}; ///< A file that may ask for more; empty: none.
};

/// A kernel that was instantiated for the analysis alone.
struct TrialInstance {
  /// Its declaration; valid while the parse is.
  const clang::FunctionDecl *Kernel = nullptr;
  ArgumentSource From = ArgumentSource::Trial;
  SourcePlace Where; ///< Where the arguments were found, if anywhere.
  /// Parameters by name and their values: {"BM", "128"}.
  std::vector<std::pair<std::string, std::string>> Values;
};

/// A kernel template that the file does not instantiate, or for which the user
/// asked for instances.
struct KernelTemplate {
  const clang::FunctionDecl *Pattern = nullptr; ///< Valid while the parse is.
  SourcePlace Where;
  std::string Name; ///< Qualified.
  /// The file has instances of its own beside those below.
  bool IsInstantiated = false;
  std::vector<TrialInstance> Instances;
  unsigned Attempts = 0; ///< Argument lists that were tried.
  /// Why there are no instances; empty when there are.
  std::string Why;
  /// Why there may be more instances than these; empty where there are none.
  std::string Left;
};

/// Something wrong with a request.
struct RequestProblem {
  InstantiationRequest Request;
  std::string Template; ///< Its name.
  std::string Message;
  std::string UnknownName; ///< That Message is about, if it is about one.
};

/// What became of the templates of a file.
struct KernelTemplates {
  std::vector<KernelTemplate> Templates;
  std::vector<RequestProblem> Problems;
  /// Qualified names of all kernel templates of the file.
  std::vector<std::string> Names;
};

/// "gemm<float, Layout<2, 3>>": "gemm" and "float", "Layout<2, 3>"; a name
/// alone has no arguments. Nothing when the brackets don't match.
std::optional<std::pair<std::string, std::vector<std::string>>>
splitTemplateId(llvm::StringRef Text);

/// Arguments that a translation unit gives a kernel template: it instantiates
/// it with them, or has a use that could not be resolved.
struct UnitInstance {
  const clang::FunctionDecl *Pattern = nullptr; ///< Valid while the parse is.
  std::vector<std::string> Arguments;
  SourcePlace Where;
};

/// Those of the translation unit, for kernel templates that are defined in it.
std::vector<UnitInstance> kernelInstancesIn(clang::ASTContext &Context);

struct TemplateOptions {
  /// The file whose templates are looked at; empty: all, and those of the main
  /// file are tried with assumed arguments. Those of its headers have their
  /// turn when they are looked at.
  std::string File;
  /// Instances that are made of a template with assumed arguments; 0: none.
  unsigned MaximumTrials = 6;
  /// Whether this process may be copied to try lists; asked before each copy.
  /// Where it is not given: as long as the process has one thread.
  std::function<bool()> MayCopyProcess;
  /// Arguments for the template that \p Pattern is the body of, from options,
  /// annotations, and (where \p IsInstantiated is false) other files; may be
  /// empty.
  std::function<TemplateRequests(const clang::FunctionDecl &Pattern,
                                 bool IsInstantiated)>
      Requests;
};

} // namespace warplint

#endif // WARPLINT_FRONTEND_TEMPLATES_H
