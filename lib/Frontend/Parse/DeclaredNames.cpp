//===- DeclaredNames.cpp - A parse with what is missing declared ----------===//

#include "DeclaredNames.h"
#include "Frontend/StandIns/StandInDoubts.h"
#include "Frontend/Templates/KernelPattern.h"
#include "UnseenFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace warplint {
namespace {

/// Whether \p F has shared memory, by its text where errors cost its variables.
bool mayHaveShared(const SourceManager &SM, const FunctionDecl &F) {
  auto [File, Begin] = SM.getDecomposedLoc(SM.getFileLoc(F.getBeginLoc()));
  unsigned End = SM.getFileOffset(SM.getFileLoc(F.getEndLoc()));
  return declaresShared(F) ||
         SM.getBufferData(File).slice(Begin, End).contains("__shared__");
}

/// The whole functions of interest by place and arguments, and whether others
/// may have shared memory, of their own or that of a function that they call.
struct Interest {
  std::map<std::string, const FunctionDecl *> Whole;
  bool LacksShared = false;

  Interest(ParsedFile &File, WholeFunctions &Functions) {
    const SourceManager &SM = File.ast().getSourceManager();
    bool HasBroken = false, IsElsewhere = false;
    forEachFunction(File.Calls, [&](const FunctionDecl *F) {
      if (!isOfInterest(SM, F))
        return;
      IsElsewhere |= !F->hasAttr<CUDAGlobalAttr>();
      if (Functions.whyBroken(F)) {
        HasBroken = true;
        LacksShared |= mayHaveShared(SM, *F);
        return;
      }
      std::string Key = F->getLocation().printToString(SM) + " ";
      llvm::raw_string_ostream Out(Key);
      F->getNameForDiagnostic(Out, File.ast().getPrintingPolicy(),
                              /*Qualified=*/true);
      Whole.try_emplace(std::move(Key), F);
    });
    LacksShared |= HasBroken && IsElsewhere;
  }
};

/// Whether a function of \p Before is broken now, or uses a stand-in, which is
/// given up.
bool changes(const Interest &Before, const Interest &Now, WholeFunctions &Whole,
             MissingNames &Names) {
  bool Changed = false;
  for (const auto &[Key, Old] : Before.Whole) {
    auto It = Now.Whole.find(Key);
    Changed |=
        It == Now.Whole.end() || Whole.uses(It->second, [&](const Decl *D) {
          if (!isStandIn(*D))
            return false;
          Names.giveUp(*D);
          return true;
        });
  }
  return Changed;
}

/// Says which stand-ins the whole functions use, and which macros are declared.
void nameUsed(ParsedFile &File) {
  std::set<std::string> Names;
  WholeFunctions Functions(File.ast(), File.errors());
  for (const auto &[Key, F] : Interest(File, Functions).Whole)
    Functions.uses(F, [&](const Decl *D) {
      if (isStandIn(*D) && !isBesideReal(outermost(*D)))
        Names.insert(outermost(*D).getQualifiedNameAsString());
      return false;
    });
  for (const std::string &Name : Names)
    if (!StringRef(Name).starts_with("__warplint::"))
      File.Outcome.Repairs.push_back("'" + Name + "', declared from its uses");
  for (StringRef Macro : MissingNames::macrosIn(File.how().Declared))
    File.Outcome.Repairs.push_back(
        ("'" + Macro + "', taken for attributes of functions").str());
}

} // namespace

bool usesNoMoreStandIns(ParsedFile &Now, WholeFunctions &WholeNow,
                        ParsedFile &Before, WholeFunctions &WholeBefore) {
  const Interest Old(Before, WholeBefore), New(Now, WholeNow);
  const auto UsesOne = [](WholeFunctions &Whole, const FunctionDecl *F) {
    return Whole.uses(F, [](const Decl *D) { return isStandIn(*D); });
  };
  return llvm::all_of(Old.Whole, [&](const auto &Function) {
    auto It = New.Whole.find(Function.first);
    return It == New.Whole.end() || !UsesOne(WholeNow, It->second) ||
           UsesOne(WholeBefore, Function.second);
  });
}

std::unique_ptr<ParsedFile> withDeclarations(
    ParsedFile &Given, WholeFunctions &Whole, MissingNames &Names,
    llvm::function_ref<std::unique_ptr<ParsedFile>(ParseVariant)> Parse,
    llvm::function_ref<unsigned(ParsedFile &, WholeFunctions &)> Count) {
  constexpr unsigned MaximumRounds = 10;
  // Bytes of text with all that is expanded.
  constexpr uint64_t MaximumText = uint64_t(256) << 20;
  const Interest Before(Given, Whole);
  if (!Before.LacksShared && !lacksFunctions(Given))
    return nullptr;
  std::unique_ptr<ParsedFile> Last;
  std::optional<ParseVariant> Found; // The best so far.
  unsigned Reached = Count(Given, Whole);
  bool GaveUp = false, MayImprove = true;
  uint64_t Text = 0;
  for (unsigned Round = 0;
       MayImprove && Round != MaximumRounds && Text < MaximumText; ++Round) {
    // How to parse with what the errors ask for, unless there is nothing new.
    ParsedFile &Seen = Last ? *Last : Given;
    ParseVariant Next = Given.how();
    Next.SharedClasses = Seen.how().SharedClasses;
    for (const auto &Class : refusedClasses(Seen.Calls))
      Next.SharedClasses.insert(Class.getKey());
    if (!Names.learn(Seen.ast(), Seen.errors()) && !GaveUp &&
        Next.SharedClasses.size() == Seen.how().SharedClasses.size())
      break;
    Next.Declared = Names.text();
    Last = nullptr; // Before the next needs its memory.
    Last = Parse(std::move(Next));
    if (!Last->isParsed())
      break;
    WholeFunctions OfLast(Last->ast(), Last->errors());
    const unsigned Good = Count(*Last, OfLast);
    const Interest Now(*Last, OfLast);
    GaveUp = changes(Before, Now, OfLast, Names);
    if (!GaveUp && Good > Reached) {
      Reached = Good;
      Found = Last->how();
      MayImprove = Now.LacksShared || lacksFunctions(*Last);
    }
    Text += Last->ast().getSourceManager().getNextLocalOffset();
  }
  if (!Found)
    return nullptr;
  if (Last->how().Declared != Found->Declared)
    Last = Parse(std::move(*Found));
  // What clang says of the file as it is.
  Last->Outcome.Errors = Given.Outcome.Errors;
  nameUsed(*Last);
  return Last;
}

} // namespace warplint
