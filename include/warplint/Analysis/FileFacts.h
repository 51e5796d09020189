//===- FileFacts.h - What is known of a parsed file -------------*- C++ -*-===//
//
// The kernels of a file with the launches that they were judged under, and the
// records of their accesses: what checks and fixes work on. Valid while the
// unit is.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_FILEFACTS_H
#define WARPLINT_ANALYSIS_FILEFACTS_H

#include "warplint/Analysis/AskedRecord.h"
#include "warplint/Analysis/LaunchProver.h"
#include "warplint/Basic/SourceEdit.h"
#include "warplint/Finding/FileReport.h"
#include "warplint/Kernel/KernelModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace warplint {

class AccessJudge;
struct BlockHazards;

class FileFacts {
public:
  /// Reads the kernels of \p View as far as \p Wanted says, and judges every
  /// access to shared memory. \p Report gets the records, and errors in what the
  /// user says of kernels. \p Edited: the file, where it is not the one that
  /// is on the disk.
  FileFacts(SourceView &View, const AnalysisOptions &Options,
            const Needs &Wanted, FileReport &Report,
            llvm::ArrayRef<EditedFile> Edited = {});
  ~FileFacts();

  SourceView &view() const { return View; }
  /// For what edits the source or reads more of it; null where clang has not
  /// parsed it.
  ClangView *clang() const { return View.clang(); }
  /// Its code might be other than what was read.
  bool isInDoubt(const JudgedKernel &K) const {
    return K.Kernel->Declaration && View.doubtOf(*K.Kernel->Declaration);
  }
  /// In the order in which they were judged: what the sources have comes
  /// before what is assumed beside it.
  llvm::ArrayRef<JudgedKernel> kernels() const { return Kernels; }
  /// The kernel here that \p Other, of another parse of the file, is; null where
  /// there is none.
  const JudgedKernel *sameKernel(const JudgedKernel &Other) const;
  /// One for a source access in a kernel, whatever instances it has there.
  llvm::ArrayRef<AccessRecord> accesses() const { return Report.Accesses; }
  /// What a compiler makes of the file; nothing where none was asked.
  const std::optional<MachineCode> &code() const { return Code; }
  /// For more questions about the kernels.
  LaunchProver &prover() { return Prover; }
  /// What \p Asked, accesses of \p Kernel with the kind and the address that a
  /// check asks about, cost: one for a source access, whatever instances it has.
  std::vector<AskedRecord> recordsOf(const JudgedKernel &Kernel,
                                     llvm::ArrayRef<KernelAccess> Asked);
  /// Where the user wrote \p At of \p Kernel, and through which calls it is
  /// reached.
  AccessRecord recordAt(const JudgedKernel &Kernel, const KernelPlace &At);

  /// What threads of a block do to each other in \p Kernel under \p Case, one of
  /// its launches, as far as the checks need it.
  const BlockHazards &hazards(const JudgedKernel &Kernel, LaunchCase &Case);

  /// Parses the file with edits and gives what is known of it to a function.
  /// False where it does not compile as well as before.
  using Reanalysis = std::function<bool(llvm::ArrayRef<FileEdits>,
                                        llvm::function_ref<void(FileFacts &)>)>;
  void setReanalysis(Reanalysis How) { Again = std::move(How); }
  bool analyzeEdited(llvm::ArrayRef<FileEdits> Edits,
                     llvm::function_ref<void(FileFacts &)> Use) const {
    return Again && Again(Edits, Use);
  }

private:
  void readCode(const AnalysisOptions &Options,
                llvm::ArrayRef<EditedFile> Edited, FileReport &Report);

  SourceView &View;
  const Needs Wanted;
  const FileReport &Report;
  DeviceModel Model;
  std::optional<MachineCode> Code;
  LaunchProver Prover;
  std::unique_ptr<AccessJudge> Judge;
  std::vector<JudgedKernel> Kernels;
  std::map<const LaunchCase *, std::unique_ptr<BlockHazards>> Hazards;
  Reanalysis Again;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_FILEFACTS_H
