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

/// Of a launch, and of cudaFuncSetAttribute.
constexpr unsigned SizeArgument = 2;

/// The third argument of \p Launch, or null.
static const Expr *sizeArgument(const CallExpr &Launch) {
  const auto *Kernel = dyn_cast<CUDAKernelCallExpr>(&Launch);
  if (!Kernel || Kernel->getConfig()->getNumArgs() <= SizeArgument ||
      isa<CXXDefaultArgExpr>(Kernel->getConfig()->getArg(SizeArgument)))
    return nullptr;
  return Kernel->getConfig()->getArg(SizeArgument);
}

/// cudaFuncSetAttribute(Use, ...), or null.
static const CallExpr *attributeCall(const SourceWalk &W,
                                     const DeclRefExpr &Use) {
  const Stmt *Around = W.parentOf(&Use);
  while (isa_and_nonnull<CastExpr, ParenExpr, UnaryOperator>(Around))
    Around = W.parentOf(Around);
  const auto *Call = dyn_cast_or_null<CallExpr>(Around);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() &&
                 Callee->getName() == "cudaFuncSetAttribute" &&
                 Call->getNumArgs() > SizeArgument
             ? Call
             : nullptr;
}

/// \p Call raises the limit of dynamic memory.
static bool raisesLimit(const CallExpr &Call) {
  const auto *Which = dyn_cast<DeclRefExpr>(Call.getArg(1)->IgnoreImpCasts());
  return Which && Which->getDecl()->getIdentifier() &&
         Which->getDecl()->getName() ==
             "cudaFuncAttributeMaxDynamicSharedMemorySize";
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

/// sizeof \p Structure is a part of \p SizePassed; \p ValueOf a variable that does not
/// change is its initialiser.
static bool
hasSizeOf(const RecordDecl &Structure, const Expr *SizePassed,
          llvm::function_ref<const Expr *(const DeclRefExpr &)> ValueOf) {
  llvm::SmallVector<const Stmt *, 8> Parts = {SizePassed};
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

/// What \p Passed is made of, one of \p All that are passed.
std::optional<LaunchSize>
UseFinder::sizeOf(const Expr *Passed, llvm::ArrayRef<const Expr *> All) const {
  auto VariableOf = [&](const Expr *E) {
    const auto *Name = E ? dyn_cast<DeclRefExpr>(E->IgnoreImpCasts()) : nullptr;
    return Name ? W.keyOf(*Name->getDecl()) : std::nullopt;
  };
  if (!Passed)
    return std::nullopt;
  const Expr *Size = Passed;
  if (const auto *Name = dyn_cast<DeclRefExpr>(Passed->IgnoreImpCasts())) {
    // A variable that is there for these sizes alone.
    const auto Key = VariableOf(Passed);
    Size = fixedValueOf(*Name);
    if (!Size || !Key || size_t(llvm::count_if(All, [&](const Expr *E) {
                           return VariableOf(E) == Key;
                         })) != W.uses(*Key).size())
      return std::nullopt;
  }
  auto Written = indexOf(*Size->IgnoreImpCasts());
  if (!Written || !W.isInMainFile(Written->Begin))
    return std::nullopt;
  return LaunchSize{std::move(*Written), factorsOf(*Size)};
}

/// Finds what all launches of the array's kernel pass as its size, and what is
/// allowed for them.
void UseFinder::findLaunchSizes() {
  std::vector<LaunchSize> Found;
  bool IsRaised = true;
  for (const SharedArray &Of : Arrays) {
    const auto *Kernel =
        dyn_cast<FunctionDecl>(Of.Variable->getLexicalDeclContext());
    const auto Key = Kernel ? W.keyOf(*Kernel) : std::nullopt;
    if (!Key || !Of.Variable->getType()->isIncompleteArrayType() ||
        !llvm::all_of(Kernel->redecls(), [&](const FunctionDecl *D) {
          return W.SM.isInMainFile(W.SM.getFileLoc(D->getLocation()));
        }))
      return;
    std::vector<const Expr *> Sizes;
    for (const CallExpr *Launch : W.calls(*Key))
      Sizes.push_back(sizeArgument(*Launch));
    size_t Attributes = 0;
    bool IsRaisedHere = false;
    for (const DeclRefExpr *Use : W.uses(*Key))
      if (const CallExpr *Call = attributeCall(W, *Use)) {
        ++Attributes;
        if (!raisesLimit(*Call))
          continue;
        IsRaisedHere = true;
        Sizes.push_back(Call->getArg(SizeArgument));
      }
    IsRaised &= IsRaisedHere;
    // Something else knows it, or code that is not compiled does.
    if (W.calls(*Key).size() + Attributes != W.uses(*Key).size() ||
        llvm::any_of(W.Tokens, [&](const NamedToken &T) {
          return T.Name == Kernel->getName() &&
                 !W.SeenNames.contains(T.Offset) &&
                 !W.PatternNames.contains(T.Offset);
        }))
      return;
    const size_t Launches = W.calls(*Key).size();
    for (const auto &[Number, Passed] : llvm::enumerate(Sizes)) {
      if (Of.isMember() && hasSizeOf(*Of.Path.front()->getParent(), Passed,
                                     [&](const DeclRefExpr &Name) {
                                       return fixedValueOf(Name);
                                     }))
        continue; // It follows.
      // Several members may grow, and a launch shows that it passes enough.
      if (Of.isMember() && Number >= Launches) {
        Uses.IsLimitFixed = true;
        return;
      }
      auto Size = sizeOf(Passed, Sizes);
      if (!Size)
        return;
      // One of its members grows.
      if (Of.isMember())
        Size->Factors.clear();
      // The limit is what a launch passes, and no more than that.
      const bool IsSame =
          Found.empty() || Found.front().Size.Text == Size->Size.Text;
      if (IsRaisedHere && !IsSame)
        return;
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
  Uses.IsLimitRaised = IsRaised;
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
  if (!More)
    return;
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
