//===- LaunchSizes.cpp - Launches that give an array its size -------------===//
//
// k<<<grid, block, 64 * PITCH * sizeof(half)>>>: where rows of an array of dynamic
// shared memory grow, so does the size that its launches pass. All of them have to
// be written in the main file.
//
//===----------------------------------------------------------------------===//

#include "SiteForms.h"
#include "UseFinder.h"
#include "warplint/Messages/Rewriting.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace warplint {

WrittenFactors UseFinder::factorsOf(const Expr &E) const {
  const auto *Product = dyn_cast<BinaryOperator>(E.IgnoreImpCasts());
  if (Product && Product->getOpcode() == BO_Mul) {
    auto Left = factorsOf(*Product->getLHS());
    const auto Right = factorsOf(*Product->getRHS());
    if (Left.empty() || Right.empty())
      return {};
    llvm::append_range(Left, Right);
    return Left;
  }
  auto Factor = factorOf(E);
  return Factor ? WrittenFactors{std::move(*Factor)} : WrittenFactors();
}

/// The third argument of \p Launch, or null.
static const Expr *sizeArgument(const CallExpr &Launch) {
  constexpr unsigned SizeArgument = 2;
  const auto *Kernel = dyn_cast<CUDAKernelCallExpr>(&Launch);
  if (!Kernel || Kernel->getConfig()->getNumArgs() <= SizeArgument ||
      isa<CXXDefaultArgExpr>(Kernel->getConfig()->getArg(SizeArgument)))
    return nullptr;
  return Kernel->getConfig()->getArg(SizeArgument);
}

/// The structure, for all instantiations of a template.
static const RecordDecl *patternOf(const RecordDecl *Of) {
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Of);
  const auto *Pattern =
      Class ? Class->getTemplateInstantiationPattern() : nullptr;
  return Pattern ? Pattern->getCanonicalDecl()
         : Of    ? cast<RecordDecl>(Of->getCanonicalDecl())
                 : nullptr;
}

/// sizeof \p Structure is a part of what \p Launch passes; \p ValueOf a variable
/// that does not change is its initialiser.
static bool
passesSizeOf(const RecordDecl &Structure, const CallExpr &Launch,
             llvm::function_ref<const Expr *(const DeclRefExpr &)> ValueOf) {
  llvm::SmallVector<const Stmt *, 8> Parts = {sizeArgument(Launch)};
  while (!Parts.empty()) {
    const Stmt *Part = Parts.pop_back_val();
    if (!Part)
      continue;
    if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(Part);
        Size && Size->getKind() == UETT_SizeOf &&
        patternOf(Size->getTypeOfArgument()->getAsRecordDecl()) ==
            patternOf(&Structure))
      return true;
    const auto *Name = dyn_cast<DeclRefExpr>(Part);
    if (const Expr *Value = Name ? ValueOf(*Name) : nullptr)
      Parts.push_back(Value);
    llvm::append_range(Parts, Part->children());
  }
  return false;
}

/// What the third argument of \p Launch is made of.
std::optional<LaunchSize> UseFinder::sizeOf(const CallExpr &Launch) const {
  const Expr *Size = sizeArgument(Launch);
  if (!Size)
    return std::nullopt;
  if (const auto *Name = dyn_cast<DeclRefExpr>(Size->IgnoreImpCasts())) {
    // A variable that is there for this launch alone.
    const auto Key = W.keyOf(*Name->getDecl());
    Size = fixedValueOf(*Name);
    if (!Size || !Key || W.uses(*Key).size() != 1)
      return std::nullopt;
  }
  auto Written = indexOf(*Size->IgnoreImpCasts());
  if (!Written || !W.isInMainFile(Written->Begin))
    return std::nullopt;
  return LaunchSize{std::move(*Written), factorsOf(*Size)};
}

/// Finds what all launches of the array's kernel pass as its size.
void UseFinder::findLaunchSizes() {
  std::vector<LaunchSize> Found;
  for (const SharedArray &Of : Arrays) {
    const auto *Kernel =
        dyn_cast<FunctionDecl>(Of.Variable->getLexicalDeclContext());
    const auto Key = Kernel ? W.keyOf(*Kernel) : std::nullopt;
    if (!Key || !Of.Variable->getType()->isIncompleteArrayType() ||
        !llvm::all_of(Kernel->redecls(), [&](const FunctionDecl *D) {
          return W.SM.isInMainFile(W.SM.getFileLoc(D->getLocation()));
        }))
      return;
    // Something else knows it, or code that is not compiled does.
    if (W.calls(*Key).size() != W.uses(*Key).size() ||
        llvm::any_of(W.Tokens, [&](const NamedToken &T) {
          return T.Name == Kernel->getName() &&
                 !W.SeenNames.contains(T.Offset) &&
                 !W.PatternNames.contains(T.Offset);
        }))
      return;
    for (const CallExpr *Launch : W.calls(*Key)) {
      if (Of.isMember() && passesSizeOf(*Of.Path.front()->getParent(), *Launch,
                                        [&](const DeclRefExpr &Name) {
                                          return fixedValueOf(Name);
                                        }))
        continue; // It follows.
      auto Size = sizeOf(*Launch);
      if (!Size)
        return;
      // One of its members grows.
      if (Of.isMember())
        Size->Factors.clear();
      const auto Known = llvm::find_if(Found, [&](const LaunchSize &S) {
        return S.Size.Begin == Size->Size.Begin;
      });
      if (Known == Found.end())
        Found.push_back(std::move(*Size));
      else if (!llvm::equal(Known->Factors, Size->Factors,
                            [](const auto &A, const auto &B) {
                              return A.second == B.second;
                            }))
        return; // Instantiations have rows of other lengths.
    }
  }
  Uses.LaunchSizes = std::move(Found);
}

std::optional<SourceEdit> grownProduct(const WrittenFactors &Product,
                                       const Padding &P,
                                       const ArrayUses &Uses) {
  const WrittenFactor *Row = rowFactorOf(Product, P, Uses.Sites);
  // The bytes of an element are no row.
  if (!Row || llvm::StringRef(Row->first.Text).starts_with("sizeof"))
    return std::nullopt;
  const WrittenIndex &At = Row->first;
  return SourceEdit{At.Begin, At.End - At.Begin, grownRow(*Row, P)};
}

void addLaunchSizes(const ArrayUses &Uses, const Layout &L,
                    const ArrayShape &Shape, std::vector<SourceEdit> &Edits) {
  const uint64_t Elements = Shape.elements();
  const uint64_t More = (L.places(Elements) - Elements) * Shape.ElementBytes;
  const auto *P = L.as<Padding>();
  for (const LaunchSize &S : Uses.LaunchSizes) {
    if (auto Grown = P && Elements % P->Every == 0
                         ? grownProduct(S.Factors, *P, Uses)
                         : std::nullopt) {
      Edits.push_back(std::move(*Grown));
      continue;
    }
    // What binds less than a sum.
    const bool IsTerm = llvm::StringRef(S.Size.Text).find_first_of("<>&|^?=") ==
                        llvm::StringRef::npos;
    Edits.push_back({S.Size.Begin, S.Size.End - S.Size.Begin,
                     (IsTerm ? S.Size.Text : "(" + S.Size.Text + ")") + " + " +
                         std::to_string(More)});
  }
}

} // namespace warplint
