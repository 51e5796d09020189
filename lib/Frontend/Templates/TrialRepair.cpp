//===- TrialRepair.cpp - From lists that nearly fit to one that does ------===//

#include "TrialRepair.h"
#include "TrialCandidates.h"
#include "clang/AST/ASTContext.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

// Instantiations that one template may cost, most of which end early.
static constexpr unsigned MaximumMeasures = 160;
// Times that all parameters are gone through.
static constexpr unsigned MaximumRounds = 4;

namespace {

class Repair {
public:
  Repair(Sema &S, TrialInstantiation &Trials, TrialCandidates &Candidates,
         const KernelPattern &Pattern, const TrialConstraints &All,
         const TrialTypes &Types)
      : Context(S.Context), Trials(Trials), Pattern(Pattern), All(All),
        Types(Types), Fixed(All.Parameters.size()) {
    Uses = usesOfTypes(*Pattern.Pattern, All.Parameters);
    for (auto [P, Use] : llvm::zip(All.Parameters, Uses))
      Domains.push_back(Candidates.of(P, Use));
  }

  std::optional<TrialArguments> run();

private:
  bool begin();
  /// Takes \p Candidate where that is better. True when it fits.
  bool consider(TrialArguments Candidate);
  bool changeElements();
  bool change(size_t Index);
  bool changeAll(bool Numbers, bool Indices = false);

  ASTContext &Context;
  TrialInstantiation &Trials;
  const KernelPattern &Pattern;
  const TrialConstraints &All;
  const TrialTypes &Types;
  std::vector<TypeUse> Uses;
  std::vector<TrialArguments> Domains;
  TrialArguments Fixed;
  TrialScore Best = {.Reached = {}, .Errors = ~0u};
  unsigned Measures = 0;
};

} // namespace

bool Repair::consider(TrialArguments Candidate) {
  if (Measures == MaximumMeasures)
    return false;
  std::vector<TrialArguments> List =
      searchTrials(Context, All, Types, Candidate, 1);
  if (List.empty())
    return false;
  ++Measures;
  std::optional<TrialScore> Score = Trials.measure(Pattern, List.front());
  if (!Score || (!(*Score > Best) && !Score->IsWhole))
    return false;
  Best = *Score;
  Fixed = std::move(Candidate);
  return Best.IsWhole;
}

/// Parameters of which searchTrials knows nothing get their first candidate,
/// and those whose uses tell what they stand for: two functors in one statement
/// would each hide the other's errors.
bool Repair::begin() {
  for (auto [I, P] : llvm::enumerate(All.Parameters)) {
    const TypeUse &Use = Uses[I];
    bool IsTold = Use.IsCalled || Use.IsPointer || !Use.Members.empty();
    IsTold |= P.IsPack && isa<TemplateTypeParmDecl>(P.Declaration);
    if ((P.Role != ParameterRole::Other && !IsTold) || P.HasDefault)
      continue;
    if (!Domains[I].empty())
      Fixed[I] = Domains[I].front();
    else if (P.Role == ParameterRole::Other)
      return false;
  }
  return true;
}

/// All parameters that are elements, together.
bool Repair::changeElements() {
  TrialArguments Elements(Types.Elements.begin(), Types.Elements.end());
  Elements.push_back(Context.IntTy);
  for (const TrialArgument &Type : Elements) {
    TrialArguments Changed = Fixed;
    unsigned Count = 0;
    for (auto [I, P] : llvm::enumerate(All.Parameters))
      if (P.Role == ParameterRole::Element && !P.HasDefault && !P.IsPack &&
          std::holds_alternative<std::monostate>(Fixed[I])) {
        Changed[I] = Type;
        ++Count;
      }
    if (Count > 1 && consider(std::move(Changed)))
      return true;
  }
  return false;
}

bool Repair::change(size_t Index) {
  for (const TrialArgument &Value : Domains[Index]) {
    if (Value == Fixed[Index])
      continue;
    TrialArguments Changed = Fixed;
    Changed[Index] = Value;
    if (consider(std::move(Changed)))
      return true;
  }
  return false;
}

bool Repair::changeAll(bool Numbers, bool Indices) {
  for (auto [I, P] : llvm::enumerate(All.Parameters))
    if (isa<NonTypeTemplateParmDecl>(P.Declaration) == Numbers &&
        (P.Role == ParameterRole::Index) == Indices && change(I))
      return true;
  return false;
}

std::optional<TrialArguments> Repair::run() {
  if (!begin())
    return std::nullopt;
  bool IsWhole = consider(Fixed);
  for (unsigned Round = 0; Round != MaximumRounds && !IsWhole; ++Round) {
    TrialArguments Before = Fixed;
    // What is named an index is one, most of the time.
    IsWhole = changeAll(/*Numbers=*/false) || changeElements() ||
              changeAll(/*Numbers=*/false, /*Indices=*/true) ||
              changeAll(/*Numbers=*/true);
    if (Fixed == Before)
      break;
  }
  if (!IsWhole)
    return std::nullopt;
  return Fixed;
}

std::optional<TrialArguments> repairTrials(Sema &S, TrialInstantiation &Trials,
                                           TrialCandidates &Candidates,
                                           const KernelPattern &Pattern,
                                           const TrialConstraints &All,
                                           const TrialTypes &Types) {
  return Repair(S, Trials, Candidates, Pattern, All, Types).run();
}

} // namespace warplint
