//===- KernelTemplates.cpp - Instances for templates without any ----------===//

#include "KernelTemplates.h"
#include "FittingClasses.h"
#include "Frontend/Text/SourceMarks.h"
#include "KernelPattern.h"
#include "TemplateUses.h"
#include "TrialInstantiation.h"
#include "TrialSearch.h"
#include "warplint/Frontend/MadeClasses.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Messages/Skipped.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

// Lists that may fail for each that is wanted.
static constexpr unsigned SpareLists = 2;

// Classes that are tried for one parameter.
static constexpr size_t MaximumFittingClasses = 4;

/// The parameters and values of an instance.
static std::vector<std::pair<std::string, std::string>>
valuesOf(const KernelPattern &Pattern, const FunctionDecl &Kernel) {
  std::vector<std::pair<std::string, std::string>> Values;
  PrintingPolicy Policy = Kernel.getASTContext().getPrintingPolicy();
  Policy.SuppressDefaultTemplateArgs = false;
  unsigned Number = 0;
  for (auto [P, A] : llvm::zip(Pattern.parameters(), argumentsOf(Kernel))) {
    ++Number;
    if (A.getKind() == TemplateArgument::Pack && A.pack_size() == 0)
      continue;
    std::string Text;
    llvm::raw_string_ostream Stream(Text);
    const CXXRecordDecl *Class = A.getKind() == TemplateArgument::Type
                                     ? A.getAsType()->getAsCXXRecordDecl()
                                     : nullptr;
    if (Class && madeClass(*Class))
      Stream << "an assumed class";
    else
      A.print(Policy, Stream, /*IncludeType=*/false);
    std::string Name = P->getNameAsString();
    if (Name.empty())
      Name = "#" + std::to_string(Number);
    Values.emplace_back(std::move(Name), std::move(Text));
  }
  return Values;
}

namespace {

class Planner {
public:
  Planner(Sema &S, WholeFunctions &Whole, const TemplateOptions &Options,
          WantedStandIns &Wanted)
      : S(S), Context(S.Context), Options(Options), Whole(Whole),
        Wanted(Wanted) {}

  KernelTemplates run() {
    for (const KernelPattern &Pattern : findKernelPatterns(Context))
      if (Options.File.empty() || isInFile(Pattern))
        plan(Pattern);
    // Round by round, the sources of each template one after the other: a source
    // is turned to where those before it gave nothing.
    TrialInstantiation Trials(S, Options);
    for (size_t Number = 0;; ++Number) {
      std::vector<TrialGroup> Round;
      std::vector<KernelTemplate *> Of;
      for (auto [Template, Groups] : llvm::zip(Result.Templates, GroupsOf))
        if (Number < Groups.size() && Template.Instances.empty()) {
          Round.push_back(std::move(Groups[Number]));
          Of.push_back(&Template);
        }
      if (Round.empty())
        break;
      Trials.run(Round);
      for (auto [Group, Template] : llvm::zip(Round, Of))
        finish(Group, *Template);
    }
    for (KernelTemplate &T : Result.Templates) {
      std::string Class = Lacking.lookup(T.Pattern);
      if (!T.Instances.empty())
        T.Why.clear();
      else if (T.Attempts)
        T.Why =
            T.Attempts == 1
                ? messages::ListDoesNotFit(messages::NotInstantiated(),
                                           Class.empty() ? T.Why : Class)
                : messages::NoListFits(messages::NotInstantiated(), T.Attempts,
                                       Class.empty() ? T.Why : Class);
      else if (T.Why.empty())
        T.Why =
            messages::NotInstantiated() + (Class.empty() ? "" : "; " + Class);
    }
    return std::move(Result);
  }

private:
  void plan(const KernelPattern &Pattern) {
    std::string Name = Pattern.Pattern->getQualifiedNameAsString();
    if (!llvm::is_contained(Result.Names, Name))
      Result.Names.push_back(Name);
    TemplateRequests Requests;
    if (Options.Requests)
      Requests = Options.Requests(*Pattern.Pattern, Pattern.IsInstantiated);
    if (Pattern.IsInstantiated && Requests.Lists.empty())
      return;
    KernelTemplate T;
    T.Where = placeOf(S.SourceMgr, Pattern.Pattern->getLocation());
    T.Name = std::move(Name);
    T.Pattern = Pattern.Pattern;
    T.IsInstantiated = Pattern.IsInstantiated;
    if (!Requests.NotRead.empty())
      T.Left = messages::InstancesNotRead(Requests.NotRead);
    Result.Templates.push_back(std::move(T));
    std::vector<TrialGroup> &Groups = GroupsOf.emplace_back();
    if (std::optional<std::string> Broken = Whole.whyBroken(Pattern.Pattern)) {
      Result.Templates.back().Why = *Broken;
      return;
    }
    auto AddGroup = [&](TrialGroup Group, unsigned Wanted) {
      if (Group.Lists.empty())
        return;
      Group.Pattern = Pattern;
      Group.Wanted = Wanted;
      Groups.push_back(std::move(Group));
    };
    TrialGroup Asked, Project;
    for (const InstantiationRequest &R : Requests.Lists)
      (R.From == ArgumentSource::Project ? Project : Asked)
          .Lists.push_back({R});
    bool IsAsked = !Asked.Lists.empty();
    AddGroup(std::move(Asked), ~0u);
    if (IsAsked || Pattern.IsInstantiated)
      return;
    TrialGroup Used, Defaults;
    Project.MaximumFailures = MaximumUnfitLists;
    addUses(Pattern, Used);
    AddGroup(std::move(Used), MaximumFoundLists);
    AddGroup(std::move(Project), MaximumFoundLists);
    if (!hasTrials(Pattern))
      return;
    if (!Pattern.requiredArguments()) {
      Defaults.Lists.emplace_back().From = ArgumentSource::Defaults;
      AddGroup(std::move(Defaults), 1);
    }
    std::vector<std::vector<TrialArguments>> Tried = trialsOf(Pattern, {});
    for (auto &Lists : Tried) {
      const bool IsLast = &Lists == &Tried.back();
      TrialGroup Trials = groupOf(std::move(Lists));
      Trials.NeedsFirst = !IsLast;
      AddGroup(std::move(Trials), Options.MaximumTrials);
    }
  }

  void addUses(const KernelPattern &Pattern, TrialGroup &Group) {
    if (!Pattern.Function || Pattern.Class)
      return;
    if (!Uses)
      Uses.emplace(Context);
    unsigned Required = Pattern.requiredArguments();
    for (FoundArguments &Found :
         Uses->of(*Pattern.Function, MaximumFoundLists + 1)) {
      bool IsComplete =
          llvm::all_of(llvm::ArrayRef(Found.Arguments).take_front(Required),
                       [](const TrialArgument &A) {
                         return !std::holds_alternative<std::monostate>(A);
                       });
      if (!IsComplete) {
        // The launch would tell the rest by the types of its arguments.
        if (hasTrials(Pattern) && Group.Lists.empty())
          for (auto &Lists : trialsOf(Pattern, Found.Arguments))
            if (Group.Lists.empty())
              Group = groupOf(std::move(Lists));
        continue;
      }
      Group.Lists.push_back({{.From = ArgumentSource::File,
                              .Where = placeOf(S.SourceMgr, Found.Where)},
                             std::move(Found.Arguments)});
    }
  }

  static TrialGroup groupOf(std::vector<TrialArguments> Lists) {
    TrialGroup Group;
    for (TrialArguments &Arguments : Lists)
      Group.Lists.push_back(
          {{.From = ArgumentSource::Trial}, std::move(Arguments)});
    return Group;
  }

  std::vector<std::vector<TrialArguments>>
  trialsOf(const KernelPattern &Pattern, const TrialArguments &Fixed) {
    std::vector<TrialParameter> Parameters =
        readParameters(Context, *Pattern.Pattern, Pattern.parameters());
    for (TrialParameter &P : Parameters)
      if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(P.Declaration);
          Type && !P.IsPack && !P.HasDefault)
        findClasses(P, membersAskedOf(*Pattern.Pattern, *Type), Pattern);
    return searchTrials(Context, Parameters, elementTypes(), Fixed,
                        Options.MaximumTrials + SpareLists);
  }

  /// Assumed arguments are for the file that is looked at: those of its headers
  /// are tried when these are.
  bool isInFile(const KernelPattern &Pattern) const {
    return OwnFile(Context.getSourceManager(), Options.File)
        .holds(Pattern.Pattern->getLocation());
  }

  bool hasTrials(const KernelPattern &Pattern) const {
    return Options.MaximumTrials && isInFile(Pattern);
  }

  /// The types of elements that are tried: those of docs/templates.md, as far as
  /// the file knows them.
  std::vector<QualType> elementTypes() const {
    std::vector<QualType> Types = {Context.FloatTy};
    DeclarationName Half(&Context.Idents.get("__half"));
    for (const NamedDecl *D : Context.getTranslationUnitDecl()->lookup(Half))
      if (const auto *Record = dyn_cast<CXXRecordDecl>(D);
          Record && Record->getDefinition())
        Types.push_back(Context.getCanonicalTagType(Record));
    Types.push_back(Context.DoubleTy);
    Types.push_back(Context.SignedCharTy);
    return Types;
  }

  /// The classes that are tried for \p P, which is asked for \p Members.
  void findClasses(TrialParameter &P, const AskedMembers &Members,
                   const KernelPattern &Pattern) {
    if (Members.empty())
      return;
    if (!Fitting)
      Fitting.emplace(Context);
    const DeclContext *Space =
        Pattern.Pattern->getDeclContext()->getEnclosingNamespaceContext();
    P.Classes =
        Fitting->of(Members, Space->getPrimaryContext(), MaximumFittingClasses);
    // Only what has a plain name can be found again.
    const IdentifierInfo *Function = Pattern.Pattern->getIdentifier();
    const IdentifierInfo *Parameter = P.Declaration->getIdentifier();
    AskedClass Asked;
    if (Function && Parameter) {
      Asked = {Function->getName().str(), Parameter->getName().str(), {}};
      if (P.Classes.empty())
        if (const auto *Made = classNamed(Context, Asked.qualifiedName()))
          P.Classes.push_back(Context.getCanonicalTagType(Made));
    }
    if (!P.Classes.empty()) {
      P.Role = ParameterRole::Class;
      return;
    }
    std::vector<std::string> Names;
    for (const auto &[Name, Kind] : Members) {
      Names.push_back(Name.getAsString());
      if (Name.isIdentifier())
        Asked.Members.try_emplace(Names.back(), Kind);
    }
    if (Function && Parameter)
      Wanted.Classes.push_back(std::move(Asked));
    Lacking[Pattern.Pattern] = messages::NoFittingClass(
        P.Declaration->getNameAsString(), llvm::join(Names, ", "));
  }

  void finish(TrialGroup &Group, KernelTemplate &Into) {
    Into.Attempts += Group.Attempts;
    if (Into.Left.empty() && Group.Attempts &&
        Group.Attempts < Group.Lists.size() &&
        !isAssumed(Group.Lists.front().From))
      Into.Left = messages::InstancesLeft(Group.Attempts);
    for (TrialList &List : Group.Lists) {
      bool IsAsked = List.From == ArgumentSource::Option ||
                     List.From == ArgumentSource::Annotation;
      if (List.Kernel && !List.IsKnown &&
          llvm::none_of(Into.Instances, [&](const TrialInstance &I) {
            return I.Kernel == List.Kernel;
          }))
        Into.Instances.push_back({List.Kernel, List.From, List.Where,
                                  valuesOf(Group.Pattern, *List.Kernel)});
      if (List.Error.empty())
        continue;
      llvm::append_range(Wanted.Names, std::move(List.Lacked));
      if (IsAsked) {
        StringRef Unknown = List.Error;
        if (!Unknown.consume_front(UnknownNameError))
          Unknown = {};
        Result.Problems.push_back(
            {static_cast<InstantiationRequest &>(List), Into.Name, List.Error,
             Unknown.take_until([](char C) { return C == '\''; }).str()});
      }
      if (Into.Why.empty())
        Into.Why = List.Error;
    }
  }

  Sema &S;
  ASTContext &Context;
  const TemplateOptions &Options;
  WholeFunctions &Whole;
  WantedStandIns &Wanted;
  std::optional<TemplateUses> Uses;
  std::optional<FittingClasses> Fitting;
  /// Why there is no class for a parameter of a pattern.
  llvm::DenseMap<const FunctionDecl *, std::string> Lacking;
  KernelTemplates Result;
  /// Of each template of Result: one group for each source that is turned to when
  /// those before give nothing.
  std::vector<std::vector<TrialGroup>> GroupsOf;
};

} // namespace

KernelTemplates instantiateTemplates(Sema &S, WholeFunctions &Whole,
                                     const TemplateOptions &Options,
                                     WantedStandIns &Wanted) {
  return Planner(S, Whole, Options, Wanted).run();
}

} // namespace warplint
