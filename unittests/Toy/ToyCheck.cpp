//===- ToyCheck.cpp - A check from outside --------------------------------===//
//
// Finds stores to shared memory that are wider than a word. It has an option, a
// limit, a metric, and a fix for whichever file the store is in.
//
//===----------------------------------------------------------------------===//

#include "warplint/Checks/Check.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Kernel/ClangView.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace warplint;

namespace {

class ToyCheck : public Check {
public:
  using Check::Check;

  void run(FileFacts &Facts, FindingSink &Sink) override {
    for (const AccessRecord &A : Facts.accesses())
      if (A.Verb == AccessVerb::Store && A.BytesPerLane > 4)
        tell(A, Facts, Sink);
  }

private:
  void tell(const AccessRecord &A, FileFacts &Facts, FindingSink &Sink);
};

} // namespace

/// The worst that any request of \p A's kernel costs.
static unsigned worstCost(const AccessRecord &A, FileFacts &Facts) {
  unsigned Worst = 0;
  for (const JudgedKernel &K : Facts.kernels()) {
    if (K.Names.Name != A.Kernel)
      continue;
    Facts.prover().startKernel();
    for (const KernelAccess &Access : K.Kernel->sharedAccesses()) {
      auto [Verdict, Launch] = Facts.prover().judgeWorst(
          *K.Kernel->Context, problemOf(Access), K.Launches);
      Worst = std::max(Worst, Verdict.Worst.Cost.Predicted);
    }
  }
  return Worst;
}

void ToyCheck::tell(const AccessRecord &A, FileFacts &Facts,
                    FindingSink &Sink) {
  Finding F;
  F.Where = A.Where;
  F.Level = Settings.Check.Level;
  F.Message = "a " + Settings.text("Word").str() + " store of " +
              llvm::utostr(A.BytesPerLane) + " bytes";
  F.Notes.push_back({A.Where, "the worst request of '" + A.Kernel + "' takes " +
                                  llvm::utostr(worstCost(A, Facts)) +
                                  " wavefronts"});
  F.Metrics.push_back({"bytes", A.BytesPerLane, 4, "bytes/lane"});
  F.EstimatedExcess = A.BytesPerLane - 4;
  F.Subject.emplace();
  F.Subject->Kernel = A.Kernel;
  F.Subject->Array = A.Array;
  clang::SourceManager &SM = Facts.clang()->ast().getSourceManager();
  if (auto File = SM.getFileManager().getOptionalFileRef(A.Where.File)) {
    clang::SourceLocation At =
        SM.translateFileLineCol(*File, A.Where.Line, A.Where.Column);
    Fix Marked{"mark it", "store", {}, ""};
    Marked.Files.push_back({A.Where.File,
                            {{SM.getFileOffset(At), 0,
                              "/* " + Settings.text("Word").str() + " */ "}}});
    if (auto Index = Sink.addFix(std::move(Marked)))
      F.Fixes.push_back(*Index);
  }
  Sink.add(std::move(F));
}

static std::unique_ptr<Check> makeToy(const CheckSettings &Settings) {
  return std::make_unique<ToyCheck>(Settings);
}

[[maybe_unused]] static const bool IsAdded = [] {
  using Kind = CheckOption::Kind;
  addCheck({"warplint-toy-store",
            Severity::Warning,
            "toy,shared-memory",
            "Finds stores to shared memory that are wider than a word.",
            CheckRecord::Origin::Analysis,
            {{"Word", Kind::Text, "wide", "wide broad", "What they are called"},
             {"MinBytes", Kind::Number, "0", "",
              "Stores of fewer bytes are left out", true, "bytes", false}},
            makeToy});
  return true;
}();
