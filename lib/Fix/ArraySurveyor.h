//===- ArraySurveyor.h - What is known of one array -------------*- C++ -*-===//
//
// The declarations at one place of the source, one for each instantiation, with
// the requests of all their accesses and what stands in the way of another
// layout. ArraySurvey.h has what comes out.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FIX_ARRAYSURVEYOR_H
#define WARPLINT_LIB_FIX_ARRAYSURVEYOR_H

#include "ArraySurvey.h"
#include "Lane/Request/KnownCases.h"
#include "ThreadPieces.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Kernel/MemberArrays.h"
#include "warplint/Rewrite/ArrayUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace warplint {

/// Its size is given by the launch.
inline bool isDynamic(const clang::VarDecl &Array) {
  return Array.getType()->isIncompleteArrayType();
}
inline bool isDynamic(const SharedArray &Array) {
  return isDynamic(*Array.Variable);
}

/// What to write to say the block of \p Kernel.
std::string blockOption(llvm::StringRef Kernel);

/// The access is what stands at \p At, or what an operator right behind that
/// does to it: `s[i]++`, `s[i] += 1`.
bool isAt(const SurveyedAccess &A, const SourcePlace &At);

/// Where \p Array is declared.
DeclaredAt placeOf(const clang::ASTContext &Context, const SharedArray &Array);

/// Requests, and which launch makes them, by a number.
struct LaunchedCase : OffsetCase {
  unsigned Launch = 0;
};
using OffsetCases = std::vector<LaunchedCase>;

/// All declarations that stand at one place.
struct DeclaredArray {
  DeclaredAt At;
  std::vector<SharedArray> Instances;
};

/// The lists of requests that the surveys of a file share.
struct KnownLists {
  KnownCases Listings;
  ListPool<AccessCase> Issued;
};

/// What is known of one array, or of several together.
class ArraySurveyor {
public:
  ArraySurveyor(ClangView &View, llvm::ArrayRef<JudgedKernel> Kernels,
                const AnalysisOptions &Options, const FileReport &Report,
                CaseBudget &Budget, KnownLists &Lists)
      : View(View), Context(View.ast()), Kernels(Kernels), Options(Options),
        Report(Report), Budget(Budget), Listings(Lists.Listings), Lists(Lists) {
  }

  /// \p MayGetPointers: functions that have no figures, and may get one to an
  /// array.
  ArraySurvey
  survey(llvm::ArrayRef<DeclaredArray> Arrays, SourceUses &Uses,
         llvm::function_ref<llvm::ArrayRef<const LeftOut *>()> MayGetPointers);

private:
  void surveyInstance(const SharedArray &Which, size_t Member);
  void describe(const DeclaredArray &Array);
  const LaunchShape &shapeOf(const LaunchCase &Launch) const {
    auto Assumed = AssumedShapes.find(&Launch);
    return Assumed == AssumedShapes.end() ? Launch.Record.Shape
                                          : Assumed->second;
  }
  /// The known blocks of all launches of \p Kernel, in whichever instantiation.
  const std::vector<LaunchShape> &launchedBlocks(const JudgedKernel &Kernel);
  std::vector<LaunchShape> siblingShapes(const LaunchShape &Known,
                                         const JudgedKernel &Own);
  /// Where \p Launch does not give it and a block of up to 1024 threads will do.
  void assumeShape(const JudgedKernel &In, LaunchCase &Launch,
                   bool IsSizeUnknown);
  /// One reading of what is issued, while it is put together.
  struct Reading {
    ArrayProblem &Problem;
    std::vector<SourcePlace> &Places; ///< Of its accesses.
    CaseBudget &Budget;
    /// Accesses that may be joined are.
    bool IsJoined = false;
    /// Which of the accesses a source access is, by verb, width and reading.
    std::map<std::tuple<const SourceAccess *, RequestKind, unsigned, Joining>,
             size_t>
        AccessOf = {};
    const JudgedKernel *Of = nullptr; ///< The kernel at hand.
    size_t NumShared = 0; ///< Of the accesses: those of earlier kernels.

    /// Sources that no request is left of are all joined with another.
    void dropEmpty();
    /// What accesses without a list of requests access at once stays together,
    /// too.
    void addWhole(const SurveyedAccess &A);
  };
  std::variant<AccessCases, UnlistedRequests>
  listCases(const JudgedKernel &In, const KernelAccess &Access,
            const AccessProblem &Problem, LaunchCase &Launch, uint64_t Bytes,
            CaseBudget &Own);
  bool isElsewhere(const JudgedKernel &In, const KernelAccess &Access);
  void addUnlisted(const JudgedKernel &In, const KernelAccess &Access,
                   const UnlistedRequests &Why, ArrayInstance &To);
  void markUnseen(ArrayUses &Uses);
  void addAccess(const JudgedKernel &In, const KernelAccess &Access,
                 ArrayInstance &To, Reading &AsCounted);
  /// These say why there is no list of them.
  std::optional<UnlistedRequests>
  addIssued(const JudgedKernel &In, const KernelAccess &Access, Reading &To);
  std::variant<OffsetCases, UnlistedRequests>
  listAll(const JudgedKernel &In, const KernelAccess &Access,
          const AccessProblem &Problem, Reading &To);
  std::optional<UnlistedRequests> listWide(const JudgedKernel &In,
                                           const KernelAccess &Access,
                                           Reading &To,
                                           std::vector<OffsetCases> &Into);
  OffsetCases share(const OffsetCases &Cases, uint64_t Times, uint64_t Of);
  void addCases(const KernelAccess &Access, unsigned Bytes,
                const OffsetCases &Cases, Joining When, Reading &To);
  void addIfJoined(ArrayInstance &To);
  void shareLists(Reading &Of);
  void blockKernel(const JudgedKernel &In, bool MakesPointers);
  void blockUses(const JudgedKernel &In, bool MakesPointers);
  std::optional<ArrayShape> shapeOf(ArrayInstance &To);
  void splitElements(ArrayProblem &To);
  uint64_t dynamicBytes(ArrayInstance &To);
  void addKernel(const JudgedKernel &In);
  void setBudget(ArrayInstance &To);
  void block(SourcePlace Where, const llvm::Twine &Why) {
    addOnce(Result.Report.Blockers, {std::move(Where), Why.str()});
  }
  /// \p Why is also why fewer layouts may have been found than there are.
  void leaveOut(SourcePlace Where, const llvm::Twine &Why) {
    addOnce(Result.WhyNone, {Where, Why.str()});
    block(std::move(Where), Why);
  }
  static SourcePlace placeOf(const KernelAccess &Access) {
    return {Access.Source->File, Access.Source->Line, Access.Source->Column};
  }
  bool conflicts(const JudgedKernel &In, const KernelAccess &Access) const {
    const auto Record =
        In.Records[&Access - In.Kernel->sharedAccesses().data()];
    return Record &&
           Report.Accesses[*Record].Verdict.Kind == VerdictKind::Excess;
  }
  bool touches(const KernelAccess &Access) const {
    return llvm::is_contained(Access.Arrays, Variable);
  }
  /// The kernels that use the variable at hand, in their order.
  llvm::ArrayRef<const JudgedKernel *> users();

  ClangView &View;
  clang::ASTContext &Context;
  llvm::ArrayRef<JudgedKernel> Kernels;
  const AnalysisOptions &Options;
  const FileReport &Report;
  CaseBudget &Budget;
  KnownCases &Listings;
  KnownLists &Lists;
  ArraySurvey Result;
  /// The instance at hand, and the bytes of the variable that it is, or is in.
  SharedArray Array;
  const SourceVariable *Variable = nullptr;
  uint64_t VariableBytes = 0;
  /// Its accesses, and of these those whose requests are listed.
  std::vector<std::pair<const JudgedKernel *, const KernelAccess *>> Own,
      Listed;
  /// Those of all instances.
  std::vector<ElementAccess> Touching;
  /// A number for the readings of each source access.
  std::map<std::pair<const SourceAccess *, RequestKind>, unsigned> ReadingsOf;
  /// By instance, so that alike ones have the same.
  std::map<const LaunchCase *, unsigned> LaunchNumbers;
  /// Of launches that do not give the block's shape.
  std::map<const LaunchCase *, LaunchShape> AssumedShapes;
  /// The kernels that use each variable.
  std::map<const SourceVariable *, std::vector<const JudgedKernel *>> UsersOf;
  /// Known blocks, by the kernel in the source.
  std::map<const SourceFunction *, std::vector<LaunchShape>> BlocksOf;
  /// Of these, where some block was not looked at to the end.
  std::set<const LaunchCase *> TooManyFor;
};

/// Searches the layouts that all instances of \p Survey can take, ranks them by
/// what they cost together, and makes the edits of those in \p Style.
void searchLayouts(ArraySurvey &Survey, const ArrayUses &Uses,
                   std::optional<FixStyle> Style);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_ARRAYSURVEYOR_H
