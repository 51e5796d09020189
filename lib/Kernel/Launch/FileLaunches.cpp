//===- FileLaunches.cpp - The launches of a file's kernels ----------------===//

#include "FileLaunches.h"
#include "warplint/Kernel/ClangView.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

FileLaunches::FileLaunches(ClangView *View, ProjectLaunches *Elsewhere)
    : View(View), Elsewhere(Elsewhere) {
  if (View)
    Launches = collectLaunches(View->ast(), View->unit().ErrorPlaces);
}

/// The launches of the file as its host side is compiled; null where that has
/// errors.
const UnitLaunches *FileLaunches::compiled() {
  if (!Compiled) {
    Compiled.emplace();
    const auto &Parse = View->unit().ParseHost;
    if (std::unique_ptr<HostUnit> Host = Parse ? Parse() : nullptr)
      Compiled = launchesIn(*Host, [&](const FunctionDecl &F) {
        return Elsewhere && Elsewhere->isClosed(F);
      });
    // The device's text may have other launches than the host's.
    else if (const auto &ParseText = View->unit().ParseHostText;
             auto Text =
                 Launches.isOfDevice() && ParseText ? ParseText() : nullptr)
      Compiled = launchesIn(Text->ast(),
                            collectLaunches(Text->ast(), Text->ErrorPlaces));
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
  if (Launches.isOfDevice() || Launches.escapes(Function) ||
      !Launches.unresolved().empty())
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
  const UnitLaunches *Host =
      isSpelledOut(Kernel, Written) ? nullptr : compiled();
  if (Host)
    if (auto Found = Host->of(identityOf(Function)); !Found.empty())
      Records = std::move(Found);
  if (!Host && Launches.isOfDevice() && Compiled)
    Records = Compiled->of(identityOf(Function));
  if (!Host && Launches.escapes(Function))
    llvm::append_range(Records, Launches.unresolved());
  if (Function.getDeclName().isIdentifier())
    llvm::append_range(Records, Launches.lostOf(Function.getName()));
  if (Elsewhere)
    llvm::append_range(Records, Elsewhere->of(Function));
  return Records;
}

} // namespace warplint
