//===- TemplateInstances.cpp - What a file gives its kernel templates -----===//

#include "Frontend/StandIns/NameUse.h"
#include "KernelPattern.h"
#include "TemplateUses.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Frontend/Templates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

/// \p Arguments as another translation unit can read them. Packs are spread.
static void addTexts(const ASTContext &Context,
                     ArrayRef<TemplateArgument> Arguments,
                     std::vector<std::string> &Into) {
  PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.FullyQualifiedName = true;
  Policy.PrintAsCanonical = true;
  Policy.SuppressDefaultTemplateArgs = false;
  for (const TemplateArgument &A : Arguments) {
    if (A.getKind() == TemplateArgument::Pack) {
      addTexts(Context, A.pack_elements(), Into);
      continue;
    }
    llvm::raw_string_ostream Stream(Into.emplace_back());
    A.print(Policy, Stream, /*IncludeType=*/false);
  }
}

/// Up to the first argument that the use leaves out.
static std::vector<std::string> textsOf(const ASTContext &Context,
                                        const TrialArguments &Arguments) {
  std::vector<std::string> Texts;
  for (const TrialArgument &A : Arguments)
    if (const auto *T = std::get_if<QualType>(&A))
      addTexts(Context, TemplateArgument(*T), Texts);
    else if (const auto *N = std::get_if<int64_t>(&A))
      Texts.push_back(std::to_string(*N));
    else
      break;
  return Texts;
}

static UnitInstance instanceOf(const KernelPattern &Pattern,
                               const FunctionDecl &Kernel) {
  const ASTContext &Context = Kernel.getASTContext();
  UnitInstance I;
  I.Pattern = Pattern.Pattern;
  addTexts(Context, argumentsOf(Kernel), I.Arguments);
  I.Where =
      placeOf(Context.getSourceManager(), Kernel.getPointOfInstantiation());
  return I;
}

std::optional<std::pair<std::string, std::vector<std::string>>>
splitTemplateId(StringRef Text) {
  Text = Text.trim();
  StringRef Name = Text.take_until([](char C) { return C == '<'; });
  std::pair<std::string, std::vector<std::string>> Id;
  Id.first = Name.rtrim().str();
  Text = Text.drop_front(Name.size());
  if (Text.empty())
    return Id;
  std::vector<StringRef> Arguments;
  if (!splitArguments(Text, Arguments, Text) || !Text.empty())
    return std::nullopt;
  if (Arguments.size() == 1 && Arguments.front().empty())
    return Id;
  // An argument that was forgotten.
  if (llvm::is_contained(Arguments, ""))
    return std::nullopt;
  Id.second.assign(Arguments.begin(), Arguments.end());
  return Id;
}

std::vector<UnitInstance> kernelInstancesIn(ASTContext &Context) {
  std::vector<UnitInstance> Found;
  std::optional<TemplateUses> Uses;
  for (const KernelPattern &Pattern : findKernelPatterns(Context)) {
    if (Pattern.IsInstantiated) {
      for (const FunctionDecl *Kernel : instancesOf(Pattern))
        if (Kernel->getPointOfInstantiation().isValid())
          Found.push_back(instanceOf(Pattern, *Kernel));
      continue;
    }
    if (!Pattern.Function || Pattern.Class)
      continue;
    if (!Uses)
      Uses.emplace(Context);
    for (const FoundArguments &F :
         Uses->of(*Pattern.Function, MaximumFoundLists)) {
      std::vector<std::string> Texts = textsOf(Context, F.Arguments);
      if (Texts.size() >= Pattern.requiredArguments())
        Found.push_back({Pattern.Pattern, std::move(Texts),
                         placeOf(Context.getSourceManager(), F.Where)});
    }
  }
  return Found;
}

} // namespace warplint
