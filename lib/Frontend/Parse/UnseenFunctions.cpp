//===- UnseenFunctions.cpp - Functions of which nothing was made ----------===//

#include "UnseenFunctions.h"
#include "Frontend/Recovery/DirectiveLexer.h"
#include "Frontend/Templates/KernelPattern.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Messages/Skipped.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace warplint {
namespace {

/// Reads definitions off tokens.
class DefinitionScanner {
public:
  explicit DefinitionScanner(StringRef Text) : Text(Text) {}

  void take(StringRef Name, size_t At) {
    if (IsOpen)
      return takeBody(Name, At);
    if (Name == "__global__" || Name == "__device__") {
      if (!std::exchange(IsBegun, true)) {
        Current = {};
        Current.Begin = At;
        Last = {};
        Angles = 0;
      }
      Current.IsKernel |= Name == "__global__";
    } else if (!IsBegun) {
      return;
    } else if (!Name.empty()) {
      Last = {Name, At};
    } else {
      takePunctuation(At);
    }
  }

  std::vector<WrittenFunction> Found;

private:
  void takePunctuation(size_t At) {
    const char C = Text[At];
    // The arguments of a template are no name: f<int>(
    if (Parentheses == 0 && C == '<' && Angles++ == 0)
      BeforeAngles = Last;
    if (Parentheses == 0 && C == '>' && Angles) {
      Angles -= std::min(Angles, Text.substr(At).starts_with(">>") ? 2U : 1U);
      if (Angles == 0)
        Last = BeforeAngles;
    }
    if (Angles)
      return;
    if (C == '(' && Parentheses++ == 0 && Current.Name.empty() &&
        !Last.first.starts_with("__"))
      std::tie(Current.Name, Current.At) = Last;
    else if (C == ')' && Parentheses)
      --Parentheses;
    if (Parentheses)
      return;
    IsOpen = C == '{' && !Current.Name.empty();
    Braces = IsOpen;
    IsBegun = IsOpen || !StringRef(";={}").contains(C);
  }

  void takeBody(StringRef Name, size_t At) {
    Current.HasShared |= Name == "__shared__";
    Braces += Name.empty() && Text[At] == '{';
    if (!Name.empty() || Text[At] != '}' || --Braces)
      return;
    Current.End = At + 1;
    Found.push_back(Current);
    IsBegun = IsOpen = false;
  }

  StringRef Text;
  WrittenFunction Current;
  std::pair<StringRef, size_t> Last, BeforeAngles; ///< The last name.
  unsigned Parentheses = 0, Braces = 0, Angles = 0;
  bool IsBegun = false, IsOpen = false;
};

} // namespace

std::vector<WrittenFunction>
writtenFunctions(StringRef Text, llvm::ArrayRef<OffsetRange> Skipped) {
  DefinitionScanner Scanner(Text);
  forEachDirective(
      Text, [](const Directive &) { return true; },
      [&](StringRef Name, size_t At) {
        bool IsSkipped = llvm::any_of(
            Skipped, [&](const OffsetRange &R) { return R.contains(At); });
        if (!IsSkipped)
          Scanner.take(Name, At);
        return true;
      });
  return std::move(Scanner.Found);
}

/// The functions that clang has of a file.
static std::vector<const FunctionDecl *> functionsOf(ASTContext &AST,
                                                     const OwnFile &Own) {
  std::vector<const FunctionDecl *> Found;
  forEachFunctionIn(AST, [&](const FunctionDecl &F) {
    if (Own.holds(F.getLocation()))
      Found.push_back(&F);
  });
  return Found;
}

/// The kernels and functions with shared memory of the main file that are none
/// of \p Functions, all that clang has of it.
static std::vector<WrittenFunction>
undeclaredFunctions(ParsedFile &File,
                    llvm::ArrayRef<const FunctionDecl *> Functions) {
  const SourceManager &SM = File.ast().getSourceManager();
  std::set<size_t> Declared;
  for (const FunctionDecl *F : Functions)
    Declared.insert(SM.getFileOffset(SM.getFileLoc(F->getLocation())));
  std::vector<WrittenFunction> Found = writtenFunctions(
      SM.getBufferData(SM.getMainFileID()), File.inDoubt().Skipped);
  llvm::erase_if(Found, [&](const WrittenFunction &F) {
    auto In = Declared.lower_bound(F.Begin);
    return !(F.IsKernel || F.HasShared) ||
           (In != Declared.end() && *In < F.End);
  });
  return Found;
}

bool lacksFunctions(ParsedFile &File) {
  const SourceManager &SM = File.ast().getSourceManager();
  if (!SM.getBufferData(SM.getMainFileID()).contains("__shared__"))
    return false;
  return !undeclaredFunctions(File, functionsOf(File.ast(), OwnFile(SM, "")))
              .empty();
}

std::vector<LeftOut> unseenFunctions(ParsedFile &File, const OwnFile &Own,
                                     WholeFunctions &Whole,
                                     std::set<SourcePlace> Known) {
  ASTContext &AST = File.ast();
  const SourceManager &SM = AST.getSourceManager();
  std::vector<LeftOut> Unseen;
  std::set<SourcePlace> Patterns;
  for (const KernelPattern &Pattern : findKernelPatterns(AST))
    Patterns.insert(placeOf(SM, Pattern.Pattern->getLocation()));
  const std::vector<const FunctionDecl *> Functions = functionsOf(AST, Own);
  for (const FunctionDecl *F : Functions) {
    SourcePlace Where = placeOf(SM, F->getLocation());
    if (!F->doesThisDeclarationHaveABody() || !isOfInterest(SM, F) ||
        Known.contains(Where))
      continue;
    std::optional<std::string> Why = Whole.whyBroken(F);
    if (Why)
      *Why += File.Unrepaired;
    const FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate();
    // Instances of a template that has errors itself may have no body.
    const bool IsGivenUp = Why && Template && isInstantiated(*Template);
    if (F->hasAttr<CUDAGlobalAttr>() && !IsGivenUp &&
        (!F->isDependentContext() || Patterns.contains(Where)))
      continue;
    if (Known.insert(Where).second)
      Unseen.push_back(
          {Where, F->getQualifiedNameAsString(),
           Why.value_or(F->isDependentContext() ? messages::NotInstantiated()
                                                : messages::NotReached())});
  }
  SourceLocation Begin = SM.getLocForStartOfFile(SM.getMainFileID());
  if (!Own.holds(Begin))
    return Unseen;
  for (const WrittenFunction &F : undeclaredFunctions(File, Functions)) {
    SourceRange Range(Begin.getLocWithOffset(F.At),
                      Begin.getLocWithOffset(F.End));
    std::optional<std::string> Why = Whole.errorIn(Range);
    if (!Why)
      if ((Why = Whole.errorIn({Begin, Range.getEnd()})))
        Why = messages::FollowsBroken(*Why);
    Unseen.push_back(
        {placeOf(SM, Range.getBegin()), F.Name.str(),
         messages::It(Why.value_or(messages::NoFunction())) + File.Unrepaired});
  }
  return Unseen;
}

} // namespace warplint
