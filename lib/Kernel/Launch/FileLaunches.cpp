//===- FileLaunches.cpp - The launches of a file's kernels ----------------===//

#include "FileLaunches.h"
#include "Frontend/Text/SourceFiles.h"
#include "warplint/Kernel/ClangView.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace clang;
using llvm::StringRef;

namespace warplint {

FileLaunches::FileLaunches(ClangView *View, ProjectLaunches *Elsewhere,
                           HostAnswers *Answers,
                           std::function<bool()> MayCompile)
    : View(View), Elsewhere(Elsewhere), Answers(Answers),
      MayCompile(std::move(MayCompile)) {
  if (View)
    Launches = collectLaunches(View->unit());
}

namespace {

/// The bodies of functions that the device alone runs.
class DeviceBodies : public DynamicRecursiveASTVisitor {
public:
  explicit DeviceBodies(ASTContext &Context) : SM(Context.getSourceManager()) {
    traverseUserDecls(*this, Context);
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    const bool IsOfDevice =
        (F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<CUDADeviceAttr>()) &&
        !F->hasAttr<CUDAHostAttr>() && !F->isConstexpr();
    if (!IsOfDevice || !F->doesThisDeclarationHaveABody() ||
        F->getDeclaredReturnType()->getContainedDeducedType())
      return true;
    const SourceRange Range = F->getBody()->getSourceRange();
    if (Range.getBegin().isFileID() && Range.getEnd().isFileID())
      Of[SM.getFileID(Range.getBegin())].insert(
          {SM.getFileOffset(Range.getBegin()),
           SM.getFileOffset(Range.getEnd())});
    return true;
  }

  /// All of \p File's text, but for them. One with directives may have
  /// something for the host.
  void appendOther(FileID File, std::string &To) {
    const StringRef Text = SM.getBufferData(File);
    size_t Begin = 0;
    for (auto [First, Last] : Of[File]) {
      if (First < Begin || Last < First ||
          Text.slice(First, Last).contains('#'))
        continue;
      To += Text.slice(Begin, First);
      Begin = Last;
    }
    To += Text.substr(Begin);
  }

private:
  const SourceManager &SM;
  std::map<FileID, std::set<std::pair<unsigned, unsigned>>> Of;
};

} // namespace

/// What of the user's files the host side is compiled from, which edits of
/// anything else leave as it is.
static std::string hostSideText(ASTContext &Context) {
  DeviceBodies Bodies(Context);
  std::string Text;
  for (FileID File : userFiles(Context.getSourceManager()))
    Bodies.appendOther(File, Text);
  return Text;
}

/// The launches of the file as its host side is compiled; what its text has of
/// them where that has errors, and the device's may have others.
UnitLaunches FileLaunches::compile() {
  const DeviceUnit &Unit = View->unit();
  if (auto Host = Unit.ParseHost ? Unit.ParseHost() : nullptr)
    return launchesIn(*Host, [&](const FunctionDecl &F) {
      return Elsewhere && Elsewhere->isClosed(F);
    });
  if (auto Text = Launches.isOfDevice() && Unit.ParseHostText
                      ? Unit.ParseHostText()
                      : nullptr)
    return launchesIn(Text->ast(), collectLaunches(*Text));
  return {};
}

/// Null where the host side does not compile.
const UnitLaunches *FileLaunches::compiled() {
  if (!Compiled && Answers) {
    auto [It, IsNew] = Answers->try_emplace(hostSideText(View->ast()));
    if (IsNew)
      It->second = compile();
    Compiled = It->second;
  } else if (!Compiled) {
    Compiled = compile();
  }
  return Compiled->IsCompiled ? &*Compiled : nullptr;
}

/// Parameter number \p N is one whose value a launch may tell: no pointer.
static bool isNumber(const FunctionDecl &Kernel, unsigned N) {
  return N < Kernel.getNumParams() &&
         !Kernel.getParamDecl(N)->getType()->isPointerType();
}

/// Whether \p Records, which the text has of \p Kernel's launches, are all that
/// there are, and have all that its addresses depend on.
bool FileLaunches::isSpelledOut(const KernelModel &Kernel,
                                llvm::ArrayRef<LaunchRecord> Records) const {
  const FunctionDecl &Function = ClangView::declOf(*Kernel.Declaration);
  if (Launches.isOfDevice() || Launches.isOfCompiler() ||
      Launches.escapes(Function) || !Launches.unresolved().empty())
    return false;
  for (const LaunchRecord &R : Records) {
    if (!R.Shape.isKnown() || !R.DynamicSharedBytes)
      return false;
    for (unsigned I = 0; I != Kernel.Context->numSymbols(); ++I) {
      const UniformSymbol &S = Kernel.Context->symbolAt(I);
      if ((S.Kind == SymbolKind::GridDim || S.Kind == SymbolKind::BlockIdx) &&
          !R.Grid.isKnown())
        return false;
      if (S.Kind == SymbolKind::Parameter &&
          isNumber(Function, S.Parameter.value_or(0)) &&
          llvm::none_of(R.Arguments, [&](const LaunchArgument &A) {
            return A.Parameter == S.Parameter && A.Path.empty();
          }))
        return false;
    }
  }
  return true;
}

std::vector<LaunchRecord> FileLaunches::of(const KernelModel &Kernel) {
  if (!View)
    return {};
  const FunctionDecl &Function = ClangView::declOf(*Kernel.Declaration);
  std::vector<LaunchRecord> Written = Launches.of(&Function).vec();
  if (Written.empty())
    Written = Launches.byTemplate(&Function).vec();
  std::vector<LaunchRecord> Records = Written;
  const bool NeedsHost = !isSpelledOut(Kernel, Written);
  const bool IsHeldBack = NeedsHost && MayCompile && !MayCompile();
  const UnitLaunches *Host = NeedsHost && !IsHeldBack ? compiled() : nullptr;
  if (Host)
    if (auto Found = Host->of(identityOf(Function)); !Found.empty())
      Records = std::move(Found);
  if (!Host && Launches.isOfDevice() && Compiled)
    Records = Compiled->of(identityOf(Function));
  const std::vector<LaunchRecord> Lost =
      Function.getDeclName().isIdentifier()
          ? Launches.lostOf(Function.getName())
          : std::vector<LaunchRecord>();
  llvm::append_range(Records, Lost);
  // Who launches it through its address, host code alone tells.
  if (!Host && Launches.escapes(Function)) {
    llvm::append_range(Records, Launches.unresolved());
    if (Lost.empty())
      Records.push_back({{}, LaunchSource::Address, {}});
  }
  if (Launches.isOfCompiler() || (IsHeldBack && Launches.isOfDevice()))
    for (LaunchRecord &R : Records)
      R = {{}, R.Source, R.Where};
  if (Elsewhere)
    llvm::append_range(Records, Elsewhere->of(Function, MayCompile));
  return Records;
}

} // namespace warplint
