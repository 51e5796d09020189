//===- TrialSearch.cpp - Arguments worth trying ---------------------------===//

#include "TrialSearch.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <map>

using namespace clang;

namespace warplint {

// Conditions that one search may evaluate: some tens of milliseconds. For the
// first list, and for each that differs from it.
static constexpr unsigned MaximumSteps = 40000;
static constexpr unsigned MaximumStepsOfOthers = 4000;

// Other values of one parameter that are followed.
static constexpr size_t MaximumAlternatives = 4;

namespace {

/// What is tried for the parameters of a role.
struct RoleTrials {
  /// Parameters that change a layout of shared memory are varied first.
  unsigned Priority = 6;
  /// The numbers, the usual one first. They are documented in
  /// docs/templates.md; none is more than a guess.
  std::vector<int64_t> Sizes = {};
};

} // namespace

static const RoleTrials &trialsFor(ParameterRole Role) {
  using enum ParameterRole;
  static const std::vector<int64_t> Extents = {64, 32, 128, 16,  8,   4,
                                               2,  1,  256, 512, 1024};
  static const std::map<ParameterRole, RoleTrials> Trials = {
      {Row, {0, Extents}},
      {Class, {0}},
      {Pad, {1, {8, 0, 1, 4, 16}}},
      {Element, {2}},
      {Extent, {3, Extents}},
      {Width, {4, {64, 128, 32, 256, 96}}},
      {Depth, {4, {16, 8, 32, 64, 4}}},
      {PerThread, {5, {8, 4, 2, 1, 16}}},
      {Threads, {5, {256, 128, 512, 64, 1024, 32}}},
      {Flag, {5, {1, 0}}},
      {WarpSize, {6, {32}}},
      {Stages, {6, {2, 3, 4, 1, 5}}},
      {Logarithm, {6, {5, 4, 6, 3, 7, 2, 1, 8}}},
      {Size, {6, {8, 16, 4, 32, 2, 64, 1, 128, 256, 512, 0}}}};
  static const RoleTrials None;
  auto Found = Trials.find(Role);
  return Found == Trials.end() ? None : Found->second;
}

namespace {

class Search {
public:
  Search(ASTContext &Context, const TrialConstraints &All,
         const TrialTypes &Types, const TrialArguments &Fixed)
      : Context(Context), All(All), Types(Types) {
    for (auto [I, P] : llvm::enumerate(All.Parameters)) {
      bool IsFixed =
          I < Fixed.size() && !std::holds_alternative<std::monostate>(Fixed[I]);
      Domains.push_back(IsFixed ? TrialArguments{Fixed[I]} : domain(P));
      CanVary.push_back(!IsFixed && Domains.back().size() > 1);
    }
  }

  std::vector<TrialArguments> run(unsigned Count) {
    if (llvm::any_of(Domains,
                     [](const TrialArguments &D) { return D.empty(); }))
      return {};
    std::optional<TrialArguments> Base = solve(Domains, /*WithSoft=*/true);
    if (!Base)
      Base = solve(Domains, /*WithSoft=*/false);
    if (!Base)
      return {};
    std::vector<TrialArguments> Found = {*Base};
    // One after the other of each parameter: the first alternatives of all come
    // before the second ones.
    std::vector<std::vector<TrialArguments>> Others;
    auto Order = llvm::to_vector(llvm::seq(Domains.size()));
    llvm::sort(Order, [&](size_t A, size_t B) {
      return std::pair(trialsFor(All.Parameters[A].Role).Priority, A) <
             std::pair(trialsFor(All.Parameters[B].Role).Priority, B);
    });
    bool HasTypes = false;
    for (size_t I : Order) {
      bool IsType = All.Parameters[I].Role == ParameterRole::Element &&
                    std::holds_alternative<QualType>((*Base)[I]);
      if (!CanVary[I] || (IsType && HasTypes))
        continue;
      HasTypes |= IsType;
      Others.push_back(alternatives(I, *Base));
    }
    for (size_t Round = 0; Round != MaximumAlternatives; ++Round)
      for (const std::vector<TrialArguments> &Of : Others)
        if (Round < Of.size() && Found.size() < Count &&
            !llvm::is_contained(Found, Of[Round]))
          Found.push_back(Of[Round]);
    return Found;
  }

private:
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
      for (QualType T : Types.Elements)
        Domain.push_back(T);
      return Domain;
    }
    if (P.Role == ParameterRole::Class)
      return {P.Classes.begin(), P.Classes.end()};
    const auto *Declaration = dyn_cast<NonTypeTemplateParmDecl>(P.Declaration);
    if (P.HasDefault) {
      TemplateArgument Default;
      if (Declaration)
        Default = Declaration->getDefaultArgument().getArgument();
      ParameterValues None;
      std::optional<int64_t> V;
      if (Default.getKind() == TemplateArgument::Expression)
        V = TemplateConstants(Context, None).evaluate(Default.getAsExpr());
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
    for (int64_t Size : trialsFor(P.Role).Sizes)
      addNumber(Domain, P, Size);
    for (int64_t Size : P.Mentioned)
      addNumber(Domain, P, Size);
    return Domain;
  }

  /// \p Value where the parameter's type can hold it, once.
  void addNumber(TrialArguments &To, const TrialParameter &P, int64_t Value) {
    const auto *Declaration = dyn_cast<NonTypeTemplateParmDecl>(P.Declaration);
    QualType T = Declaration ? Declaration->getType() : QualType();
    if (!T.isNull() && !T->isDependentType() && !T->isUndeducedType()) {
      if (T->isUnsignedIntegerType() && Value < 0)
        return;
      if (T->isIntegerType() && Context.getTypeSize(T) == 8 && Value > 127)
        return;
      if (T->isBooleanType() && Value > 1)
        return;
    }
    if (!llvm::is_contained(To, TrialArgument(Value)))
      To.push_back(Value);
  }

  std::optional<TrialArguments> solve(llvm::ArrayRef<TrialArguments> Within,
                                      bool WithSoft) {
    Chosen.assign(Within.size(), std::monostate());
    Values = ParameterValues();
    UsesSoft = WithSoft;
    Steps = 0;
    if (!assign(0, Within))
      return std::nullopt;
    return Chosen;
  }

  bool assign(size_t Index, llvm::ArrayRef<TrialArguments> Within) {
    if (Index == Within.size())
      return true;
    for (const TrialArgument &Value : Within[Index]) {
      if (++Steps > StepLimit)
        return false;
      put(Index, Value);
      if (isAllowed(Index) && assign(Index + 1, Within))
        return true;
    }
    return false;
  }

  /// Whether what is known once parameter \p Index has a value is fulfilled.
  bool isAllowed(size_t Index) {
    uint64_t Before = Index ? (~uint64_t(0) >> (64 - Index)) : 0;
    uint64_t Known = Before | uint64_t(1) << Index;
    auto IsDue = [&](uint64_t DependsOn) {
      return !(DependsOn & ~Known) && (DependsOn & ~Before);
    };
    TemplateConstants Constants(Context, Values);
    for (const TrialConstraint &C : All.Conditions)
      if (IsDue(C.DependsOn) && (UsesSoft || !C.IsSoft)) {
        ++Steps;
        if (!holds(C, Constants).value_or(true))
          return false;
      }
    return !IsDue(All.SharedDependsOn) || sharedArraysFit(All, Constants);
  }

  void put(size_t Index, const TrialArgument &Value) {
    ParameterNumber Number = All.Parameters[Index].Number;
    Chosen[Index] = Value;
    Values.forget(Number);
    if (const auto *N = std::get_if<int64_t>(&Value))
      Values.set(Number, *N);
    else if (const auto *T = std::get_if<QualType>(&Value))
      Values.set(Number, *T);
  }

  /// Lists that have another value for parameter \p Index, and for the others
  /// that of \p Base where that can be kept.
  std::vector<TrialArguments> alternatives(size_t Index,
                                           const TrialArguments &Base) {
    TrialArguments Others;
    for (const TrialArgument &Value : Domains[Index])
      if (Value != Base[Index])
        Others.push_back(Value);
    // One element more a row: the padding that is tried by hand.
    const int64_t *Size = std::get_if<int64_t>(&Base[Index]);
    if (Size && All.Parameters[Index].Role == ParameterRole::Row)
      Others.insert(Others.begin(), *Size + 1);
    std::vector<TrialArguments> Found;
    StepLimit = MaximumStepsOfOthers;
    for (const TrialArgument &Value : Others) {
      if (Found.size() == MaximumAlternatives)
        break;
      std::vector<TrialArguments> Within = Domains;
      for (size_t I = 0; I != Within.size(); ++I) {
        llvm::erase(Within[I], Base[I]);
        Within[I].insert(Within[I].begin(), Base[I]);
      }
      Within[Index] = {Value};
      // Elements change type together.
      if (std::holds_alternative<QualType>(Value) &&
          All.Parameters[Index].Role != ParameterRole::Class)
        for (size_t I = 0; I != Within.size(); ++I)
          if (CanVary[I] &&
              All.Parameters[I].Role == All.Parameters[Index].Role &&
              std::holds_alternative<QualType>(Base[I]))
            Within[I] = {Value};
      if (std::optional<TrialArguments> Solved = solve(Within, UsesSoft))
        Found.push_back(std::move(*Solved));
    }
    return Found;
  }

  ASTContext &Context;
  const TrialConstraints &All;
  const TrialTypes &Types;
  std::vector<TrialArguments> Domains;
  std::vector<bool> CanVary;
  // The state of one search.
  TrialArguments Chosen;
  ParameterValues Values;
  bool UsesSoft = true;
  unsigned Steps = 0;
  unsigned StepLimit = MaximumSteps;
};

} // namespace

std::vector<TrialArguments> searchTrials(ASTContext &Context,
                                         const TrialConstraints &All,
                                         const TrialTypes &Types,
                                         const TrialArguments &Fixed,
                                         unsigned Count) {
  // Sets of parameters are kept in 64 bits.
  if (All.Parameters.size() > 63)
    return {};
  return Search(Context, All, Types, Fixed).run(Count);
}

} // namespace warplint
