//===- AlignmentFinding.cpp - What is said of a misaligned access ---------===//

#include "AlignmentFinding.h"
#include "AccessFindings.h"
#include "Frontend/Text/SourceFiles.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Messages/Checks.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace warplint {

/// Cases that a sentence lists at most.
static constexpr size_t MaxListed = 4;

/// "lane 1 is 4 bytes past a multiple of 16", with the byte of the array where
/// values are known that lead there.
static std::string witnessText(const LaneContext &Context,
                               const LaneExpr &Offset,
                               const ProofResult &Proven, unsigned Width,
                               uint64_t ArrayBytes) {
  const ProvenCase &Case = Proven.Worst;
  LaneValues Shown;
  if (!Proven.Witness.empty()) {
    WarpLeaves Leaves;
    Leaves.fill(Proven.Witness.front());
    copy(ArrayRef(Proven.Witness).take_front(WarpSize), Leaves.begin());
    Shown = evaluateWarp(Context, &Offset, Leaves, Case.Active);
  }
  for (unsigned L = 0; L != WarpSize; ++L) {
    const uint64_t Past = uint64_t(Case.Address[L]) % Width;
    if (!(Case.Active >> L & 1) || Past == 0)
      continue;
    std::string Text =
        inWarp(Case.Warp, Proven.WarpsInBlock) + "lane " + utostr(L) + " is ";
    if (Shown[L] && *Shown[L] % Width == Past && *Shown[L] < ArrayBytes)
      Text += "at byte " + utostr(*Shown[L]) + ", ";
    return Text + counted(Past, "byte") + " past a multiple of " +
           utostr(Width);
  }
  return "";
}

static std::string factText(const CaseFact &Fact) {
  switch (Fact.What) {
  case CaseFact::Kind::Truth:
    return Fact.Name;
  case CaseFact::Kind::Residue:
    return Fact.Name + " mod " + utostr(Fact.Modulus) + " is " +
           itostr(Fact.Value);
  default:
    return Fact.Name + " is " + itostr(Fact.Value);
  }
}

/// What all values of one name have to be a multiple of for the outcome to be
/// none; nothing where that is not what decides.
static std::optional<uint64_t> neededMultiple(ArrayRef<OutcomeRow> Rows) {
  std::set<uint64_t> Aligned;
  const CaseFact &First = Rows.front().Facts.front();
  for (const OutcomeRow &Row : Rows) {
    const CaseFact &Fact = Row.Facts.front();
    if (Row.Facts.size() != 1 || Fact.What != CaseFact::Kind::Residue ||
        Fact.Name != First.Name || Fact.Modulus != First.Modulus)
      return std::nullopt;
    if (Row.Outcome.excess() == 0)
      Aligned.insert(Fact.Value);
  }
  if (!Aligned.contains(0) || First.Modulus % Aligned.size() != 0)
    return std::nullopt;
  const uint64_t Step = First.Modulus / Aligned.size();
  if (any_of(Aligned, [&](uint64_t Value) { return Value % Step != 0; }))
    return std::nullopt;
  return Step;
}

static std::string conditionText(const ProofResult &Proven) {
  if (!Proven.DependsOnCase)
    return "";
  if (Proven.Rows.empty())
    return Proven.DependsOn.empty()
               ? messages::AlignmentOfUnknowns()
               : messages::AlignmentDepends(listed(Proven.DependsOn));
  if (auto Step = neededMultiple(Proven.Rows))
    return messages::AlignedOnlyIf(Proven.Rows.front().Facts.front().Name,
                                   *Step);
  std::vector<std::string> Cases;
  for (const OutcomeRow &Row : Proven.Rows) {
    if (Row.Outcome.excess() == 0)
      continue;
    std::vector<std::string> Facts;
    for (const CaseFact &Fact : Row.Facts)
      Facts.push_back(factText(Fact));
    Cases.push_back(listed(Facts));
  }
  if (Cases.size() > MaxListed) {
    const size_t Left = Cases.size() - (MaxListed - 1);
    Cases.resize(MaxListed - 1);
    Cases.push_back(counted(Left, "other case"));
  }
  return messages::MisalignedIf(listed(Cases, " or "));
}

void Misalignment::setOffsets(const LaneContext &Context,
                              const LaneExpr &Offset,
                              const ProofResult &Proven) {
  AssumesNoWrap = Proven.AssumesNoWrap;
  AssumesGuards = Proven.AssumesGuards;
  if (Proven.Kind != VerdictKind::Excess)
    return;
  Witness = witnessText(Context, Offset, Proven, Width, ArrayBytes);
  Condition = conditionText(Proven);
}

/// Where `alignas` goes in a declaration: first, but behind a first
/// `__shared__`. Invalid where other macros begin it.
static clang::SourceLocation alignasPlace(const clang::ASTContext &Context,
                                          const clang::VarDecl &D) {
  const clang::SourceManager &SM = Context.getSourceManager();
  const clang::LangOptions &Language = Context.getLangOpts();
  const clang::SourceLocation Begin = SM.getExpansionLoc(D.getBeginLoc());
  if (D.getBeginLoc().isFileID())
    return Begin;
  if (sourceText(SM, Language, Begin) != "__shared__")
    return {};
  auto Next = clang::Lexer::findNextToken(Begin, SM, Language);
  return Next ? Next->getLocation() : clang::SourceLocation();
}

/// Nothing where there is no such place, or not in a file of the user's.
std::optional<AlignasFixes::Place>
AlignasFixes::placeOf(const Misalignment &M) const {
  if (!M.Start.Array || M.What > Misalignment::Kind::Array)
    return std::nullopt; // It would not fix the offset.
  const clang::ASTContext &Context = Facts.clang()->ast();
  const clang::SourceManager &SM = Context.getSourceManager();
  const clang::SourceLocation Begin =
      alignasPlace(Context, ClangView::declOf(*M.Start.Array));
  if (Begin.isInvalid() || SM.isInSystemHeader(Begin))
    return std::nullopt;
  auto [File, Offset] = SM.getDecomposedLoc(Begin);
  return Place{sourceFileName(SM, File), Offset};
}

void AlignasFixes::want(const Misalignment &M) {
  if (auto At = placeOf(M)) {
    Edit &E = Edits[*At];
    E.Align = std::max<uint64_t>(E.Align, M.Width);
    E.Array = M.Start.Array->Name;
  }
}

std::optional<size_t> AlignasFixes::fixOf(const Misalignment &M) {
  auto At = placeOf(M);
  if (!At)
    return std::nullopt;
  Edit &E = Edits[*At];
  if (!E.IsMade) {
    const std::string Text = "alignas(" + utostr(E.Align) + ")";
    Fix Aligned{"'" + E.Array + "': " + Text, "array", {}, ""};
    Aligned.Files.push_back({At->first, {{At->second, 0, Text + " "}}});
    E.Number = Sink.addFix(std::move(Aligned));
    E.IsMade = true;
  }
  return E.Number;
}

static std::string quoted(const SourceVariable &V) {
  return "'" + V.Name + "'";
}

static std::string messageOf(const Misalignment &M) {
  const AccessRecord &A = *M.Record;
  const std::string This = "this " + accessPhrase(A) + ofArray(A.Array);
  const std::string Array = M.Start.Array ? quoted(*M.Start.Array) : "";
  switch (M.What) {
  case Misalignment::Kind::Certain:
    return messages::MisalignedAddress(This, M.Width);
  case Misalignment::Kind::SomeValues:
    return messages::MisalignedForSome(This, M.Width);
  case Misalignment::Kind::Array:
    if (M.Start.What == ArrayStart::Kind::Misplaced)
      return messages::MisplacedArray(This, M.Width, Array, M.Start.Remainder);
    return messages::UnderalignedArray(This, M.Width, Array, M.Start.Align);
  default:
    return messages::AccidentalAlignment(This, M.Width, Array, M.Start.Align);
  }
}

static Severity levelOf(Misalignment::Kind What) {
  switch (What) {
  case Misalignment::Kind::Certain:
    return Severity::Error;
  case Misalignment::Kind::ByLuck:
  case Misalignment::Kind::None:
    return Severity::Remark;
  default:
    return Severity::Warning;
  }
}

/// Where the array lies, and what moves it.
static void addArray(const Misalignment &M, Finding &F) {
  const AccessRecord &A = *M.Record;
  if (A.ArrayDeclaration.isValid())
    F.Notes.push_back(
        {A.ArrayDeclaration,
         "'" + A.Array + "' is declared here as " + shortName(A.ArrayType)});
  if (const SourceVariable *Mover = M.Start.Mover)
    F.Notes.push_back({Mover->Declared,
                       messages::StaticArraysInOrder(
                           quoted(*Mover), counted(Mover->Bytes, "byte")),
                       NoteKind::Figure});
}

static void addLaunch(const Misalignment &M, Finding &F) {
  const LaunchRecord &L = M.Launch;
  if (L.hasAssumedBlock() || M.Witness.empty())
    return;
  F.Notes.push_back(
      {L.Where, "with block " + blockText(L.Shape), NoteKind::Figure});
}

Finding findingOn(const Misalignment &M, unsigned Others, Severity AssumedLevel,
                  AlignasFixes &Fixes) {
  const AccessRecord &A = *M.Record;
  Finding F = findingOn(A, levelOf(M.What), AssumedLevel,
                        messageOf(M) + assumedSuffix(M.Record));
  for (const std::string *Text : {&M.Witness, &M.Condition})
    if (!Text->empty())
      F.Notes.push_back({A.Where, *Text, NoteKind::Figure});
  append_range(F.Notes, A.MacroNotes);
  addArray(M, F);
  if (Others)
    F.Notes.push_back({{},
                       Others == 1 ? messages::OneOtherAlike()
                                   : messages::OthersAlike(Others),
                       NoteKind::Figure});
  append_range(F.Notes, A.CallChain);
  addInstantiation(A, F);
  addLaunch(M, F);
  if (M.AssumesGuards)
    F.Notes.push_back({{},
                       messages::Assuming(messages::UnknownGuardsHold()),
                       NoteKind::Figure});
  if (auto Number = Fixes.fixOf(M))
    F.Fixes.push_back(*Number);
  return F;
}

} // namespace warplint
