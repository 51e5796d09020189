//===- RedundantBarrier.cpp - warplint-redundant-barrier ------------------===//
//
// Finds barriers of the whole block that order no accesses which have to be,
// whatever kernel they stand in and however it is launched.
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"
#include "SharedArguments.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Messages/Races.h"
#include "warplint/Warp/BarrierCost.h"
#include "warplint/Warp/LaneMask.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

/// A barrier as it is written.
struct WrittenBarrier {
  bool IsIdle = true;
  AccessRecord At;
  unsigned Warps = 0;
  std::optional<uint64_t> Executions;
};
using WrittenBarriers =
    std::map<std::tuple<std::string, unsigned, unsigned>, WrittenBarrier>;

class RedundantBarrierCheck : public Check {
public:
  using Check::Check;

  Needs needs() const override {
    return {.Spaces = {MemorySpace::Shared, MemorySpace::Global},
            .Barriers = true,
            .Flow = true,
            .Races = true,
            .IdleBarriers = true};
  }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    WrittenBarriers All;
    // That parameters do not overlap is assumed, unless a launch says otherwise.
    std::optional<DenseSet<const clang::FunctionDecl *>> Sharing;
    const auto MayOverlap = [&](const JudgedKernel &K) {
      ClangView *Clang = Facts.clang();
      if (!Clang || !K.Kernel->Declaration)
        return false;
      if (!Sharing)
        Sharing = kernelsWithSharedArguments(*Clang);
      return Sharing->contains(
          ClangView::declOf(*K.Kernel->Declaration).getCanonicalDecl());
    };
    for (const JudgedKernel &K : Facts.kernels())
      addBarriers(K, Facts, MayOverlap, All);
    for (const auto &[Place, B] : All)
      if (B.IsIdle && B.At.Where.isValid())
        Sink.add(findingOn(B, Facts, Sink));
  }

private:
  /// Each kernel that calls the function of \p B was read. Other files may call
  /// what stands in a header.
  static bool areCallersKnown(const KernelBarrier &B, FileFacts &Facts) {
    ClangView *Clang = Facts.clang();
    if (!Clang || !Facts.view().Omitted.empty())
      return false;
    const clang::SourceManager &Files = Clang->ast().getSourceManager();
    const auto In = Files.getFileManager().getOptionalFileRef(B.Source->File);
    return In && *In == Files.getFileEntryRefForID(Files.getMainFileID());
  }

  static void addBarriers(const JudgedKernel &K, FileFacts &Facts,
                          function_ref<bool(const JudgedKernel &)> MayOverlap,
                          WrittenBarriers &To) {
    const bool IsDoubted = K.IsAssumed || !doubtOf(K, Facts).empty();
    for (auto [Number, B] : enumerate(K.Kernel->Barriers)) {
      WrittenBarrier &W =
          To[{B.Source->File, B.Source->Line, B.Source->Column}];
      for (const std::unique_ptr<LaunchCase> &Case : K.Launches) {
        // What holds for a block that is not known holds for all.
        const bool IsOpen = !Case->Record.Shape.isKnown();
        W.IsIdle &= !IsDoubted && (IsOpen || !Case->Record.hasAssumedBlock()) &&
                    (B.CallChain.empty() || areCallersKnown(B, Facts)) &&
                    is_contained(Facts.hazards(K, *Case).Idle, Number) &&
                    !MayOverlap(K);
        if (!W.IsIdle)
          break;
        if (W.Warps)
          continue;
        W.At = HazardousLaunch{K, *Case, Facts}.recordAt(B);
        if (!IsOpen)
          W.Warps = unsigned(warpsOf(Case->Record.Shape.threads()));
        W.Executions = B.ExecutionsPerWarp;
      }
    }
  }

  Finding findingOn(const WrittenBarrier &B, FileFacts &Facts,
                    FindingSink &Sink) const {
    Finding F;
    F.Where = B.At.Where;
    F.Level = Settings.Check.Level;
    F.Message = messages::RedundantBarrier();
    // Unless the block is not known.
    if (B.Warps) {
      const uint64_t Cycles = barrierCycles(B.Warps) * B.Executions.value_or(1);
      F.Metrics.push_back({"cycles", Cycles, 0, "cycles"});
      F.Notes.push_back({F.Where,
                         B.Executions == 1 ? messages::BarrierSaves(Cycles)
                                           : messages::BarrierSavesEach(
                                                 barrierCycles(B.Warps)),
                         NoteKind::Figure});
    }
    append_range(F.Notes, B.At.MacroNotes);
    F.Subject = FindingSubject{
        B.At.Kernel, "", B.At.Kernel + B.At.TemplateArguments, {}};
    if (B.At.MacroNotes.empty())
      if (auto Edit = removalOf(F.Where, Facts))
        if (auto Number = Sink.addFix(std::move(*Edit)))
          F.Fixes.push_back(*Number);
    addLaunch(B.At, F);
    return F;
  }

  /// Takes the statement at \p Where away, where it is one.
  static std::optional<Fix> removalOf(const SourcePlace &Where,
                                      FileFacts &Facts) {
    ClangView *Clang = Facts.clang();
    const auto Text = Clang ? Clang->fileText(Where.File) : std::nullopt;
    if (!Text)
      return std::nullopt;
    size_t Begin = 0;
    for (unsigned Line = 1; Line != Where.Line; ++Line)
      Begin = Text->find('\n', Begin) + 1;
    Begin += Where.Column - 1;
    StringRef Rest = Text->drop_front(Begin);
    if (!Rest.consume_front("__syncthreads") ||
        !(Rest = Rest.ltrim()).consume_front("(") ||
        !(Rest = Rest.ltrim()).consume_front(")") ||
        !(Rest = Rest.ltrim()).consume_front(";"))
      return std::nullopt;
    const StringRef Before = Text->take_front(Begin).rtrim();
    const bool IsAlone =
        !Before.empty() && StringRef(";{}").contains(Before.back());
    size_t End = Text->size() - Rest.size();
    const size_t LineBegin = Text->take_front(Begin).rfind('\n') + 1;
    const StringRef Indent = Text->slice(LineBegin, Begin);
    const size_t Blanks = Rest.size() - Rest.ltrim(" \t").size();
    // A line of its own goes as a whole.
    if (IsAlone && Indent.trim().empty() &&
        Rest.drop_front(Blanks).starts_with("\n")) {
      Begin = LineBegin;
      End += Blanks + 1;
    }
    Fix F;
    F.Title = messages::RemoveBarrier();
    F.Subject = "barrier";
    F.Condition = messages::PointersApart();
    F.Files = {{Where.File, {{Begin, End - Begin, IsAlone ? "" : ";"}}}};
    return F;
  }
};

} // namespace

std::unique_ptr<Check>
makeRedundantBarrierCheck(const CheckSettings &Settings) {
  return std::make_unique<RedundantBarrierCheck>(Settings);
}

} // namespace warplint
