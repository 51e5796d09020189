//===- AnalysisOptions.h - How a file is analysed ---------------*- C++ -*-===//
//
// What shells say of the analysis of one file. Which findings are shown is
// another matter: Select/Selection.h.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_ANALYSISOPTIONS_H
#define WARPLINT_ANALYSIS_ANALYSISOPTIONS_H

#include "warplint/Annotation/Annotation.h"
#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Config/CheckRecord.h"
#include "warplint/Finding/FileReport.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Kernel/ProjectLaunches.h"
#include "warplint/Lane/ProofBudget.h"
#include "warplint/MachineCode/MachineCode.h"
#include <functional>
#include <map>

namespace warplint {

class ProofStore;
struct HostAnswers;

/// The order of a file's findings.
enum class FindingOrder : uint8_t {
  Weight, ///< What costs a block most first, then by place.
  Source, ///< By place.
};

/// What --assume says of one kernel, or of all when \c Kernel is empty.
struct KernelAssumption {
  std::string Kernel;
  Assumption Promise;
};

/// What --instantiate says: a kernel template and arguments for it.
struct InstantiateOption {
  std::string Template;               ///< Qualified name.
  std::vector<std::string> Arguments; ///< As written.
};

struct AnalysisOptions {
  ParseOptions Parse;
  ProofOptions Proof;
  /// A remark for each access that is proven conflict-free.
  bool ReportClean = false;
  /// A remark for each access that is not decided.
  bool ReportUnproven = false;
  FindingOrder Order = FindingOrder::Weight;
  /// Figures of the accesses as written, whatever the compiler joins or drops.
  bool AsWritten = false;
  /// Compiles the file that is analysed, or \p Edited in its place where that
  /// is not null; the error is one line. Empty: no machine code is asked for.
  std::function<llvm::Expected<MachineCode>(llvm::ArrayRef<EditedFile> Edited)>
      Compile;
  /// Kernels of the toolkit's and the system's headers are looked at, too.
  bool SystemHeaders = false;
  /// Fills FileReport::Costs and Finding::EstimatedGain.
  bool Cost = false;
  /// Fills AccessRecord::Explained.
  bool Explain = false;
  /// Block shapes that the user gave, by kernel name; "" is for all kernels.
  std::map<std::string, LaunchShape> Blocks;
  /// Launches that stand in no C++, by kernel name.
  std::map<std::string, std::vector<LaunchRecord>> Launches;
  /// Bytes of dynamic shared memory, in the same way as Blocks.
  std::map<std::string, uint64_t> DynamicShared;
  /// Of kernels that have no parameter of the name they say nothing.
  std::vector<KernelAssumption> Assumptions;
  std::vector<InstantiateOption> Instances;
  /// Globs of checks that are wanted, or not, beside what is on by default.
  std::string Checks;
  OptionValues CheckOptions;
  /// How findings are shown that hold for assumed template arguments alone.
  Severity AssumedLevel = Severity::Remark;
  /// How findings are shown that a fix is not estimated to speed up: where it
  /// is not a warning all are weighed.
  Severity NegligibleLevel = Severity::Remark;
  /// Searches layouts for the arrays whose accesses conflict.
  bool SearchLayouts = true;
  /// Makes and proves edits that put the best layout of this style into the
  /// source: each takes another analysis.
  std::optional<FixStyle> Fix;
  /// If not, the report names the layout that Fix would try first, without edits.
  bool ProvesFix = true;
  /// Keeps proofs between analyses; may be null.
  ProofStore *Proofs = nullptr;
  /// Keeps what the host side launches between trials of edits; may be null.
  HostAnswers *Hosts = nullptr;
  /// Whether host code may be compiled for the values in it, asked where some is
  /// needed; if not, they are unknown. Empty: it may.
  std::function<bool()> MayCompileHost;
  /// Where kernels are looked up that their own file does not launch; may be
  /// null.
  ProjectLaunches *Elsewhere = nullptr;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_ANALYSISOPTIONS_H
