//===- TrialSearch.cpp - Arguments worth trying ---------------------------===//

#include "TrialSearch.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace clang;

namespace warplint {

// Other values of one parameter that are followed.
static constexpr size_t MaximumAlternatives = 4;

// Places of the parameters' numbers that lists begin with.
static constexpr size_t MaximumPlaces = 14;

/// The numbers that are tried for a role, the usual one first. They are
/// documented in docs/templates.md; none is more than a guess.
static llvm::ArrayRef<int64_t> sizesFor(ParameterRole Role) {
  static constexpr int64_t Extents[] = {64, 32, 128, 16,  8,   4,
                                        2,  1,  256, 512, 1024};
  static constexpr int64_t Threads[] = {256, 128, 512, 64, 1024, 32};
  static constexpr int64_t Sizes[] = {8, 16, 4, 32, 2, 64, 1, 128, 256, 512, 0};
  static constexpr int64_t WarpSizes[] = {32};
  switch (Role) {
  case ParameterRole::Row:
  case ParameterRole::Extent:
    return Extents;
  case ParameterRole::Threads:
    return Threads;
  case ParameterRole::WarpSize:
    return WarpSizes;
  case ParameterRole::Size:
    return Sizes;
  default:
    return {};
  }
}

namespace {

class Search {
public:
  Search(const ASTContext &Context, llvm::ArrayRef<TrialParameter> Parameters,
         llvm::ArrayRef<QualType> Elements, const TrialArguments &Fixed)
      : Context(Context), Parameters(Parameters), Elements(Elements) {
    for (auto [I, P] : llvm::enumerate(Parameters)) {
      bool IsFixed =
          I < Fixed.size() && !std::holds_alternative<std::monostate>(Fixed[I]);
      Domains.push_back(IsFixed ? TrialArguments{Fixed[I]} : domain(P));
    }
  }

  std::vector<std::vector<TrialArguments>> run(unsigned Count) const {
    std::vector<std::vector<TrialArguments>> Groups;
    size_t Places = 1;
    for (const TrialArguments &D : Domains) {
      if (D.empty())
        return {};
      if (!std::holds_alternative<QualType>(D.front()))
        Places = std::max(Places, D.size());
    }
    for (size_t I = 0; I != std::min(Places, MaximumPlaces); ++I)
      Groups.push_back(around(valuesAt(I), Count));
    std::vector<TrialArguments> Others;
    for (TrialArguments &List : llvm::drop_begin(Groups.front()))
      if (llvm::none_of(Groups,
                        [&](const auto &G) { return G.front() == List; }))
        Others.push_back(List);
    Groups.push_back(std::move(Others));
    return Groups;
  }

private:
  std::vector<TrialArguments> around(const TrialArguments &Base,
                                     unsigned Count) const {
    std::vector<TrialArguments> Found = {Base};
    auto Order = llvm::to_vector(llvm::seq(Domains.size()));
    llvm::sort(Order, [&](size_t A, size_t B) {
      return std::pair(Parameters[A].Role, A) <
             std::pair(Parameters[B].Role, B);
    });
    const auto *FirstType = llvm::find_if(
        Order, [&](size_t I) { return isElement(I) && isType(I); });
    // One after the other of each parameter: the first alternatives of all come
    // before the second ones. In the order of the roles.
    for (size_t Round = 0; Round != MaximumAlternatives; ++Round)
      for (const size_t &I : Order) {
        TrialArguments Others = othersThan(Base[I], I);
        if (Round >= Others.size() || Found.size() >= Count ||
            (isElement(I) && &I != FirstType))
          continue;
        TrialArguments List = Base;
        List[I] = Others[Round];
        for (size_t J = 0; J != List.size(); ++J)
          if (isType(I) && isType(J) &&
              Parameters[I].Role == Parameters[J].Role)
            List[J] = Others[Round]; // They change together.
        if (!llvm::is_contained(Found, List))
          Found.push_back(std::move(List));
      }
    return Found;
  }

  bool isElement(size_t I) const {
    return Parameters[I].Role == ParameterRole::Element;
  }
  /// One that can vary.
  bool isType(size_t I) const {
    return Domains[I].size() > 1 &&
           (isElement(I) || Parameters[I].Role == ParameterRole::Index);
  }
  TrialArguments domain(const TrialParameter &P) {
    TrialArguments Domain;
    if (P.IsPack)
      return {std::monostate()};
    if (P.Role == ParameterRole::Element || P.Role == ParameterRole::Index) {
      // The default first; it may be no type that can be named here.
      if (P.HasDefault)
        return {std::monostate()};
      if (P.Role == ParameterRole::Index)
        return {Context.IntTy, Context.LongLongTy};
      return {Elements.begin(), Elements.end()};
    }
    if (P.Role == ParameterRole::Class)
      return {P.Classes.begin(), P.Classes.end()};
    const auto *Declaration = dyn_cast<NonTypeTemplateParmDecl>(P.Declaration);
    if (P.HasDefault) {
      TemplateArgument Default;
      if (Declaration)
        Default = Declaration->getDefaultArgument().getArgument();
      std::optional<int64_t> V;
      if (Default.getKind() == TemplateArgument::Expression)
        V = constantOf(Context, *Default.getAsExpr());
      if (!V)
        return {std::monostate()}; // Depends on the others: Clang computes it.
      addNumber(Domain, P, *V);
    }
    if (P.Role == ParameterRole::Enumeration) {
      if (const auto *Enum = Declaration->getType()->getAs<EnumType>())
        for (const EnumConstantDecl *C : Enum->getDecl()->enumerators())
          if (std::optional<int64_t> N = C->getInitVal().tryExtValue())
            addNumber(Domain, P, *N);
      return Domain;
    }
    for (int64_t Size : sizesFor(P.Role))
      addNumber(Domain, P, Size);
    for (int64_t Size : P.Mentioned)
      addNumber(Domain, P, Size);
    return Domain;
  }

  /// \p Value where the parameter's type can hold it, once.
  void addNumber(TrialArguments &To, const TrialParameter &P, int64_t Value) {
    const auto *Declaration = dyn_cast<NonTypeTemplateParmDecl>(P.Declaration);
    QualType T = Declaration ? Declaration->getType() : QualType();
    if (!T.isNull() && !T->isDependentType() &&
        T->isIntegralOrEnumerationType() &&
        Context.MakeIntValue(Value, T).tryExtValue() != Value)
      return;
    if (!llvm::is_contained(To, TrialArgument(Value)))
      To.push_back(Value);
  }

  /// Of each parameter the number at \p Place, or its last; its first type.
  TrialArguments valuesAt(size_t Place) const {
    TrialArguments List;
    for (const TrialArguments &D : Domains)
      List.push_back(std::holds_alternative<QualType>(D.front())
                         ? D.front()
                         : D[std::min(Place, D.size() - 1)]);
    return List;
  }

  /// The other values of parameter \p Index.
  TrialArguments othersThan(const TrialArgument &Value, size_t Index) const {
    TrialArguments Others = Domains[Index];
    llvm::erase(Others, Value);
    // One element more a row: the padding that is tried by hand.
    if (const int64_t *Size = std::get_if<int64_t>(&Value);
        Size && !Others.empty() && Parameters[Index].Role == ParameterRole::Row)
      Others.insert(Others.begin(), *Size + 1);
    return Others;
  }

  const ASTContext &Context;
  llvm::ArrayRef<TrialParameter> Parameters;
  llvm::ArrayRef<QualType> Elements;
  std::vector<TrialArguments> Domains;
};

} // namespace

std::vector<std::vector<TrialArguments>>
searchTrials(const ASTContext &Context,
             llvm::ArrayRef<TrialParameter> Parameters,
             llvm::ArrayRef<QualType> Elements, const TrialArguments &Fixed,
             unsigned Count) {
  return Search(Context, Parameters, Elements, Fixed).run(Count);
}

} // namespace warplint
