//===- FileReport.h - All that is known of one file -------------*- C++ -*-===//
//
// What the shells (text, JSON, SARIF, clang-tidy) see. Nothing here refers to
// an AST, IR or a live SourceManager: a report can be kept, sorted, cached and
// printed after the compiler is gone.
//
// Lines and columns count from 1; columns count bytes, as clang's do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_FILEREPORT_H
#define WARPLINT_FINDING_FILEREPORT_H

#include "warplint/Basic/CompilerError.h"
#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "warplint/Finding/KernelCost.h"
#include "warplint/Finding/LayoutRecord.h"
#include "warplint/Finding/OccupancyRecord.h"
#include "warplint/Finding/RaceRecord.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// What one kernel instantiation does with a shared array beside accessing it
/// lane by lane: who changes the array's layout has to look there.
struct UseRecord {
  SourcePlace Where; ///< As the user wrote it.
  std::string Kernel;
  std::string TemplateArguments;
  std::vector<FindingNote> CallChain; ///< As of an access.
  std::string Array;                  ///< Empty when it has no declaration.
  SourcePlace ArrayDeclaration;
  SharedUseKind Kind = SharedUseKind::Assembly;
  std::string What; ///< "cp.async.bulk.tensor.2d", the name of the function.
};

/// A kernel template that the file does not instantiate, or of which the user
/// asked for more instances.
struct TemplateRecord {
  SourcePlace Where;
  std::string Name; ///< Qualified.
  /// The instances that were made for the analysis, as FileReport::Kernels has
  /// them.
  std::vector<std::string> Instances;
  bool IsAssumed = false; ///< With arguments that are a guess.
  unsigned Attempts = 0;  ///< Argument lists that were tried.
  std::string Why;        ///< Why there are none; empty when there are.
};

/// A function of the source that was analysed: a kernel, or a device function
/// that declares shared memory and that an analysed kernel reaches. A template
/// is one, however many instances it has.
struct AnalysedFunction {
  SourcePlace Where; ///< From its name to the end of its body.
  std::string Name;  ///< Qualified.
  bool IsKernel = false;
  unsigned Instances = 0;
  bool IsAssumed = false; ///< With assumed template arguments alone.
};

/// A macro that figures rest on, as not defined: a header that was not found
/// could define it, but nothing that is at hand does.
struct AssumedMacro {
  UndefinedMacro Macro;
  /// Those of FileReport::Kernels whose figures do.
  std::vector<std::string> Kernels;
};

/// All of one source file (one main file of one compile command).
struct FileReport {
  std::string File;
  /// A fragment, a file that does not stand alone, is parsed through one that
  /// includes it: that one, absolute; else empty.
  std::string ParsedThrough;
  std::string Architecture; ///< "sm_90".
  std::string Compiler; ///< "nvcc 13.0", whose machine code was read; or empty.
  std::string CompilerProblem;        ///< Why it could not be; or empty.
  std::vector<AccessRecord> Accesses; ///< Clean and unproven ones too.
  /// Those to global, local and constant memory, where a check looked at them.
  std::vector<AccessRecord> OtherAccesses;
  std::vector<UseRecord> Uses;
  /// Of arrays whose accesses conflict, in the order of the file.
  std::vector<ArrayRemedy> Layouts;
  /// Of each of Kernels, where they were asked for.
  std::vector<KernelCost> Costs;
  /// Of those of Kernels with shared memory, where they were asked for.
  std::vector<RaceRecord> Races;
  /// Of those of Kernels that a compiler made code for, where it was asked for.
  std::vector<OccupancyRecord> Occupancy;
  std::vector<Finding> Findings;
  /// What Finding::Fixes names.
  std::vector<Fix> Fixes;
  /// The files that these edit, as they were parsed.
  std::vector<ParsedText> Texts;
  /// Headers that were read, but for those of the system and the toolkit.
  /// Absolute.
  std::vector<std::string> Headers;
  std::vector<LeftOut> Omitted;
  std::vector<std::string> Kernels; ///< Analysed, with template arguments.
  std::vector<AnalysedFunction> Analysed;
  /// Those of Kernels whose template arguments are a guess.
  std::vector<std::string> AssumedKernels;
  std::vector<TemplateRecord> Templates;
  /// All kernel templates of the file, for messages.
  std::vector<std::string> TemplateNames;
  /// What --assume can be about, for each of Kernels.
  std::vector<std::vector<std::string>> Assumable;
  /// As written in the #include directives that found no file.
  std::vector<std::string> MissingHeaders;
  SourcePlace MissingAt; ///< The first such directive.
  std::vector<AssumedMacro> Undefined;
  /// What switches all device code of the file off; empty where some is on.
  std::vector<UndefinedMacro> SwitchedOffBy;
  /// What was found in place of missing headers.
  std::vector<FoundHeader> FoundHeaders;
  /// Those of the accesses' files that are headers of the toolkit or system.
  std::vector<std::string> SystemHeaders;
  /// What was done so that more of the file is whole, one line each.
  std::vector<std::string> Repairs;
  /// Of the parse.
  std::vector<CompilerError> ParseErrors;
  bool HadErrors = false;

  /// Null where no fix edits \p File.
  const std::string *textOf(const std::string &File) const {
    auto Found = llvm::find_if(
        Texts, [&](const ParsedText &Text) { return Text.File == File; });
    return Found == Texts.end() ? nullptr : &Found->Text;
  }
  /// Puts what \p Access rests on into Undefined.
  void noteUndefined(const AccessRecord &Access);
  /// What a note says of the edit of \p R, one of Layouts, which has one.
  std::string editNote(const ArrayRemedy &R) const;
  /// Takes the fix of this number away from all that offers it, because of
  /// \p Why.
  void dropFix(size_t Number, const std::string &Why);
  /// Each file once.
  void addText(const std::string &File, std::string Text) {
    if (!textOf(File))
      Texts.push_back({File, std::move(Text)});
  }
};

} // namespace warplint

#endif // WARPLINT_FINDING_FILEREPORT_H
