//===- DeviceParser.cpp - One device-side parse: AST and LLVM IR ----------===//

#include "Frontend/Recovery/IntactFunctions.h"
#include "Frontend/StandIns/MissingNames.h"
#include "Frontend/StandIns/StandInDoubts.h"
#include "Frontend/Templates/KernelPattern.h"
#include "Frontend/Templates/KernelTemplates.h"
#include "ParsedFile.h"
#include "TextBudget.h"
#include "UnseenFunctions.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "warplint/Messages/Skipped.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace warplint {
namespace {

/// How good a parse is: the whole functions, then the fewest errors, which are
/// below 0.
using Score = std::pair<unsigned, ptrdiff_t>;

ptrdiff_t fewness(size_t Errors) { return -static_cast<ptrdiff_t>(Errors); }

/// Whether a declaration of ours met the one that it stands for.
bool meetsReal(ParsedFile &File) {
  const SourceManager &SM = File.ast().getSourceManager();
  return llvm::any_of(File.errors(), [&](const ParseError &E) {
    return StringRef(E.Message).contains("redefinition") &&
           llvm::any_of(E.Notes, [&](SourceLocation Note) {
             return isVirtual(SM.getFilename(SM.getFileLoc(Note)));
           });
  });
}

/// Whether \p F has shared memory, by its text where errors cost its variables.
bool mayHaveShared(const SourceManager &SM, const FunctionDecl &F) {
  return declaresShared(F) ||
         FileStretch(SM, F.getSourceRange()).text(SM).contains("__shared__");
}

/// The whole functions of interest by place and arguments, and whether others
/// may have shared memory, of their own or that of a function that they call.
struct Interest {
  std::map<std::string, const FunctionDecl *> Whole;
  bool LacksShared = false;

  explicit Interest(ParsedFile &File) {
    const SourceManager &SM = File.ast().getSourceManager();
    bool HasBroken = false, IsElsewhere = false;
    forEachFunction(File.Calls, [&](const FunctionDecl *F) {
      if (!isOfInterest(SM, F))
        return;
      IsElsewhere |= !F->hasAttr<CUDAGlobalAttr>();
      if (File.whole().whyBroken(F)) {
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
bool changes(const Interest &Before, const Interest &Now, ParsedFile &File,
             MissingNames &Names) {
  bool Changed = false;
  for (const auto &[Key, Old] : Before.Whole) {
    auto It = Now.Whole.find(Key);
    Changed |= It == Now.Whole.end() ||
               File.whole().uses(It->second, [&](const Decl *D) {
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
  for (const auto &[Key, F] : Interest(File).Whole)
    File.whole().uses(F, [&](const Decl *D) {
      if (isStandIn(*D) && !isBesideReal(outermost(*D)))
        Names.insert(outermost(*D).getQualifiedNameAsString());
      return false;
    });
  for (const std::string &Name : Names)
    if (!StringRef(Name).starts_with("__warplint::"))
      File.Outcome.Repairs.push_back("'" + Name + "', declared from its uses");
  for (StringRef Macro : MissingNames::macrosIn(File.how().Declared))
    File.Outcome.Repairs.push_back(
        ("'" + Macro + "', treated as function attributes").str());
}

LaunchTexts launchesOf(ParsedFile &File) {
  return withoutBraces(File.ast().getSourceManager(), File.ast().getLangOpts(),
                       File.errors());
}

std::unique_ptr<ParsedUnit>
parseText(const DeviceCommand &Command,
          // NOLINTNEXTLINE(performance-unnecessary-value-param)
          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
          const ParseOptions &Options, ParseVariant How) {
  constexpr auto For = ParsedFile::Purpose::Launches;
  auto File = ParsedFile::parse(Command, FS, Options, How, For);
  if (!File->isParsed())
    return nullptr;
  if (!How.Launches.empty())
    return File;
  How.Launches = launchesOf(*File);
  if (!How.Launches.empty())
    File = ParsedFile::parse(Command, FS, Options, std::move(How), For);
  return File->isParsed() ? std::move(File) : nullptr;
}

/// Parses a file, and again with repairs for what clang refuses of it, each
/// for the errors that the best parse so far laid bare.
class DeviceParser {
public:
  DeviceParser(const DeviceCommand &Command,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
               const ParseOptions &Options)
      : Command(Command), FS(std::move(FS)), Options(Options) {}

  ParsedDevice run() {
    Best = parse(ParseVariant());
    if (Best->isParsed() && !Best->errors().empty())
      improve();
    while (Best->isParsed()) {
      TemplateOptions Wanted = templateOptions();
      WantedStandIns Lacking;
      KernelTemplates Templates = instantiateTemplates(
          Best->compiler().getSema(), Best->whole(), Wanted, Lacking);
      Best->forgetWhole();
      // May still find that templates lack arguments.
      if (instantiatedByIncluder(Templates)) {
        improve();
        continue;
      }
      if (declareFor(Lacking))
        continue;
      return finish(std::move(Templates));
    }
    return {std::move(Best->Outcome), nullptr};
  }

private:
  /// Rounds of repairs through one main file.
  static constexpr unsigned MaximumRounds = 3;
  /// Parses for the sake of templates that have no instances.
  static constexpr unsigned MaximumTrialRounds = 6;
  /// Files through which a fragment is parsed.
  static constexpr size_t MaximumIncluders = 3;
  /// Of so many those are taken first that mention what is lacking.
  static constexpr size_t MaximumIncludersRead = 32;

  bool isFragment() const { return !Best->how().Through.empty(); }
  OwnFile ownFile(ParsedFile &File) const {
    return {File.ast().getSourceManager(),
            File.how().Through.empty() ? "" : Command.File};
  }
  std::unique_ptr<ParsedFile> parse(ParseVariant How) {
    auto File = ParsedFile::parse(Command, FS, Options, std::move(How),
                                  ParsedFile::Purpose::Code);
    Budget.add(*File);
    return File;
  }

  Score scoreOf(ParsedFile &File) const {
    unsigned Count = File.how().Through.empty()
                         ? countWhole(File.ast().getSourceManager(), File.Calls,
                                      File.whole())
                         : countOwn(ownFile(File), File.Calls, File.whole(),
                                    File.how().CountsCode)
                               .Whole;
    return {Count, fewness(File.errors().size())};
  }

  /// These make the best parse a better one, or return false.
  bool tryInstead(ParseVariant How, Score ToBeat) {
    std::unique_ptr<ParsedFile> Next = parse(std::move(How));
    if (!Next->isParsed() || meetsReal(*Next) || !(scoreOf(*Next) > ToBeat))
      return false;
    Best = std::move(Next);
    return true;
  }

  /// Tries repairs until none helps.
  void improve() {
    while (tryRepairs() || completedByIncluder() || declareMissing())
      ;
  }

  bool tryRepairs() {
    if (Options.Strict || Best->errors().empty() || Rounds == MaximumRounds)
      return false;
    const ParseVariant &How = Best->how();
    ParseVariant Next = How;
    llvm::append_range(Next.Rows, repairsFor(Best->errors(), How.Rows));
    if (How.Launches.empty())
      Next.Launches = launchesOf(*Best);
    if (Next.Rows.size() == How.Rows.size() &&
        Next.Launches.empty() == How.Launches.empty())
      return false;
    ++Rounds;
    const Score ToBeat = scoreOf(*Best);
    if (tryInstead(Next, ToBeat))
      return true;
    // Without declarations, which may have met what they stand for.
    const size_t Tried = Next.Rows.size();
    llvm::erase_if(Next.Rows, [&](const DialectRow *Row) {
      return Row->Kind == DialectKind::Shim &&
             !llvm::is_contained(Best->how().Rows, Row);
    });
    return Next.Rows.size() != Tried &&
           Next.Rows.size() != Best->how().Rows.size() &&
           tryInstead(std::move(Next), ToBeat);
  }

  /// What is missing is declared as its uses demand.
  bool declareMissing() {
    if (!Options.DeclareMissing || Options.Strict || Best->errors().empty() ||
        std::exchange(HasDeclared, true))
      return false;
    std::unique_ptr<ParsedFile> Next = withDeclarations();
    if (!Next) {
      Names = MissingNames();
      return false;
    }
    Best = std::move(Next);
    Rounds = MaximumRounds;
    return IsDeclared = true;
  }

  /// A parse with declarations of the names that the best one lacks
  /// (StandIns/MissingNames.h), of which each parse tells more. Null unless more
  /// functions are whole, and those that were before are what they were.
  std::unique_ptr<ParsedFile> withDeclarations() {
    constexpr unsigned MaximumParses = 10;
    const Interest Before(*Best);
    if (!Before.LacksShared && !lacksFunctions(*Best))
      return nullptr;
    std::unique_ptr<ParsedFile> Last;
    std::optional<ParseVariant> Found; // The best so far.
    unsigned Reached = scoreOf(*Best).first;
    bool GaveUp = false, MayImprove = true;
    for (unsigned Round = 0; MayImprove && Round != MaximumParses; ++Round) {
      // How to parse with what the errors ask for, unless there is nothing new.
      ParsedFile &Seen = Last ? *Last : *Best;
      ParseVariant Next = Best->how();
      if ((!Names.learn(Seen.ast(), Seen.errors()) && !GaveUp) ||
          !Budget.allowsAnother())
        break;
      Next.Declared = Names.text();
      Last = nullptr; // Before the next needs its memory.
      Last = parse(std::move(Next));
      if (!Last->isParsed())
        break;
      const unsigned Good = scoreOf(*Last).first;
      const Interest Now(*Last);
      GaveUp = changes(Before, Now, *Last, Names);
      if (!GaveUp && Good > Reached) {
        Reached = Good;
        Found = Last->how();
        MayImprove = Now.LacksShared || lacksFunctions(*Last);
      }
    }
    if (!Found)
      return nullptr;
    if (Last->how().Declared != Found->Declared)
      Last = parse(std::move(*Found));
    // What clang says of the file as it is.
    Last->Outcome.Errors = Best->Outcome.Errors;
    nameUsed(*Last);
    return Last;
  }

  /// Templates are tried with classes that are made for them, and with the
  /// members that their instances lacked.
  bool declareFor(const WantedStandIns &Lacking) {
    if (!Options.DeclareMissing || Options.Strict)
      return false;
    const bool HasClasses = Names.learn(Lacking.Classes);
    if (TrialRounds == MaximumTrialRounds ||
        !(Names.learn(Best->ast(), Lacking.Names) || HasClasses) ||
        !Budget.allowsAnother())
      return false;
    ++TrialRounds;
    ParseVariant Next = Best->how();
    Next.Declared = Names.text();
    Score ToBeat = scoreOf(*Best);
    --ToBeat.second; // As good will do.
    std::unique_ptr<ParsedFile> Before = std::move(Best);
    Interest Real(*Before);
    std::erase_if(Real.Whole, [&](const auto &Function) {
      return Before->whole().uses(Function.second,
                                  [](const Decl *D) { return isStandIn(*D); });
    });
    if (tryInstead(std::move(Next), ToBeat) &&
        !changes(Real, Interest(*Best), *Best, Names))
      return true;
    Best = std::move(Before);
    return false;
  }

  /// Errors of the file's own text may be those of a fragment that stands alone.
  bool completedByIncluder() {
    OwnFile Own = ownFile(*Best);
    OwnCount Count =
        countOwn(Own, Best->Calls, Best->whole(), /*CountsCode=*/false);
    bool IncludesItself = false, HasError = Count.Whole != Count.All;
    for (const ParseError &E : Best->errors()) {
      IncludesItself |= StringRef(E.Message).starts_with("redefinition of ");
      HasError |= Own.holds(E.FileLoc) &&
                  !StringRef(E.Message).ends_with("file not found");
    }
    return HasError && tryIncluders(Count.Whole, Best->errors().size(),
                                    /*CountsCode=*/false, IncludesItself);
  }

  /// Templates for which no arguments were found have some where the file is
  /// included.
  bool instantiatedByIncluder(const KernelTemplates &Templates) {
    std::vector<std::string> Lacking;
    for (const KernelTemplate &T : Templates.Templates)
      if (T.Instances.empty() && !T.IsInstantiated)
        Lacking.push_back(T.Pattern->getNameAsString());
    if (Lacking.empty() || isFragment())
      return false;
    OwnCount Count = countOwn(ownFile(*Best), Best->Calls, Best->whole(),
                              /*CountsCode=*/true);
    return Count.Whole != Count.All &&
           tryIncluders(Count.Whole, /*Errors=*/0, /*CountsCode=*/true,
                        /*IncludesItself=*/false, Lacking);
  }

  /// Parses the file through those that include it, of which \p Whole functions
  /// are whole alone. Those whose text has one of \p Names come first.
  bool tryIncluders(unsigned Whole, size_t Errors, bool CountsCode,
                    bool IncludesItself,
                    llvm::ArrayRef<std::string> Names = {}) {
    if (Options.Strict || !Options.Files || isFragment() ||
        std::exchange(TriedIncluders, true))
      return false;
    std::vector<std::string> Includers = Options.Files->includersOf(
        Command.File, Names.empty() ? MaximumIncluders : MaximumIncludersRead);
    const auto Mentions = [&](StringRef Includer) {
      auto Text = FS->getBufferForFile(Includer);
      return Text && llvm::any_of(Names, [&](StringRef Name) {
               return (*Text)->getBuffer().contains(Name);
             });
    };
    std::vector<std::string> Tried, Others;
    for (std::string &Includer : Includers)
      (Mentions(Includer) ? Tried : Others).push_back(std::move(Includer));
    llvm::append_range(Tried, Others);
    if (Tried.size() > MaximumIncluders)
      Tried.resize(MaximumIncluders);
    if (IncludesItself)
      Tried.insert(Tried.begin(), Wrapper.str());
    for (std::string &Includer : Tried) {
      if (!Budget.allowsAnother())
        break;
      ParseVariant Next = Best->how();
      Next.Through = std::move(Includer);
      // It may have what is missing here.
      Next.Declared.clear();
      HasDeclared = IsDeclared = false;
      this->Names = MissingNames();
      Next.CountsCode = CountsCode;
      Rounds = 0;
      // The file alone again: fewer errors are better, too.
      Score ToBeat{Whole, fewness(isWrapper(Next.Through) ? Errors : 0)};
      if (tryInstead(std::move(Next), ToBeat))
        return true;
    }
    return false;
  }

  TemplateOptions templateOptions() const {
    TemplateOptions Wanted = Options.Templates;
    if (isFragment())
      Wanted.File = Command.File;
    return Wanted;
  }

  ParsedDevice finish(KernelTemplates Templates) {
    ParseOutcome &Outcome = Best->Outcome;
    ParseVariant How = Best->how();
    for (const DialectRow *Row : How.Rows)
      Outcome.Repairs.push_back(Row->What.str());
    if (!How.Launches.empty())
      Outcome.Repairs.push_back("launches with braces");
    if (isFragment() && !isWrapper(How.Through)) {
      Outcome.Through = How.Through;
      // What is wrong with the includer's own code is not the fragment's.
      Outcome.HadErrors =
          llvm::any_of(Best->errors(), [&](const ParseError &E) {
            return !Best->ast().getSourceManager().isInMainFile(E.FileLoc);
          });
    }
    Outcome.HadErrors |= IsDeclared;
    ParsedDevice Result;
    Result.Outcome = std::move(Outcome);
    OwnFile Own = ownFile(*Best);
    bool IsFragment = isFragment();
    if (Budget.hasRefused())
      Best->Unrepaired = messages::TooLargeToRepair(Budget.millionsLast());
    for (KernelTemplate &T : Templates.Templates)
      if (!T.Why.empty())
        T.Why += Best->Unrepaired;
    const bool IsHostBroken = hasErrorOfHost(*Best);
    Result.Unit =
        buildDeviceCode(std::move(Best), Own, IsFragment, Options.AllFunctions);
    if (!Result.Unit)
      return Result;
    Result.Outcome.Parsed = true;
    Result.Unit->Templates = std::move(Templates);
    if (!IsHostBroken)
      Result.Unit->ParseHost = [=, Command = Command, FS = FS,
                                Options = Options] {
        return parseHost(Command, FS, Options, How);
      };
    Result.Unit->ParseHostText = [=, Command = Command, FS = FS,
                                  Options = Options] {
      return parseText(Command, FS, Options, How);
    };
    if (IsFragment)
      Result.Unit->Fragment = Command.File;
    return Result;
  }

  const DeviceCommand &Command;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  const ParseOptions &Options;
  std::unique_ptr<ParsedFile> Best;
  unsigned Rounds = 0;
  bool TriedIncluders = false;
  bool HasDeclared = false, IsDeclared = false;
  MissingNames Names;
  unsigned TrialRounds = 0;
  TextBudget Budget;
};

} // namespace

ParsedDevice parseDevice(const DeviceCommand &Command,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                         const ParseOptions &Options) {
  return DeviceParser(Command, std::move(FS), Options).run();
}

std::unique_ptr<HostUnit>
parseHost(const DeviceCommand &Command,
          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
          const ParseOptions &Options) {
  return parseHost(Command, std::move(FS), Options, ParseVariant());
}

std::unique_ptr<ParsedUnit>
parseSource(const DeviceCommand &Command,
            llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
            const ParseOptions &Options) {
  return parseText(Command, std::move(FS), Options, ParseVariant());
}

} // namespace warplint
