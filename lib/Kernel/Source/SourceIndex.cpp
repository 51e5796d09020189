//===- SourceIndex.cpp - From a debug location to the user's access -------===//

#include "warplint/Kernel/SourceIndex.h"
#include "SpelledAccesses.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace warplint {

/// The events of one function and where CodeGen says each of them is.
struct SourceIndex::Body {
  BodyEvents Events;
  /// Numbers of the accesses at a position, in the order of emission.
  llvm::DenseMap<DebugPosition, llvm::SmallVector<unsigned, 2>> At;
};

SourceIndex::SourceIndex(ASTContext &Context) : Context(Context) {}
SourceIndex::~SourceIndex() = default;

const SourceIndex::Body &SourceIndex::bodyOf(const FunctionDecl *Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function || !Function->hasBody(Definition) || !Definition)
    Definition = nullptr;
  std::unique_ptr<Body> &Known = Bodies[Definition];
  if (Known)
    return *Known;
  Known = std::make_unique<Body>();
  if (!Definition)
    return *Known;
  Known->Events = collectEvents(Context, *Definition);
  for (auto [Number, Event] : llvm::enumerate(Known->Events.Accesses))
    Known->At[Event.At].push_back(Number);
  return *Known;
}

using Candidates = llvm::SmallVector<const AccessEvent *, 4>;

static bool hasWidth(const AccessEvent &Event, const AccessQuery &Query) {
  return Query.Bytes == 0 || Event.Bytes == 0 || Event.Bytes == Query.Bytes;
}

static bool isOfArray(const AccessEvent &Event, const AccessQuery &Query) {
  return Query.Array.empty() || !Event.Root ||
         (Event.Root->getDeclName().isIdentifier() &&
          Event.Root->getName() == Query.Array);
}

/// Keeps those that \p Agrees with, if there are any.
template <typename Predicate>
static void narrow(Candidates &Among, Predicate Agrees) {
  Candidates Kept;
  for (const AccessEvent *Event : Among)
    if (Agrees(*Event))
      Kept.push_back(Event);
  if (!Kept.empty())
    Among = std::move(Kept);
}

/// The one of several events at a location that \p Query means. The order
/// decides unless width or array speak against it.
static const AccessEvent &choose(Candidates Among, const AccessQuery &Query) {
  if (Query.Ordinal < Among.size()) {
    const AccessEvent &InOrder = *Among[Query.Ordinal];
    if (hasWidth(InOrder, Query) && isOfArray(InOrder, Query))
      return InOrder;
  }
  narrow(Among, [&](const AccessEvent &E) { return hasWidth(E, Query); });
  narrow(Among, [&](const AccessEvent &E) { return isOfArray(E, Query); });
  return *Among[std::min<size_t>(Query.Ordinal, Among.size() - 1)];
}

/// What an instruction that does \p Verb can have come from, the likeliest
/// first.
static llvm::SmallVector<EventKind, 3> kindsFor(AccessVerb Verb) {
  switch (Verb) {
  case AccessVerb::Load:
    return {EventKind::Load, EventKind::Call};
  case AccessVerb::Store:
    return {EventKind::Store, EventKind::Call};
  default:
    return {EventKind::Call, EventKind::Store, EventKind::Load};
  }
}

std::optional<AccessPlace> SourceIndex::find(const FunctionDecl *Function,
                                             const AccessQuery &Query) {
  const Body &In = bodyOf(Function);
  auto Here = In.At.find({Query.Line, Query.Column});
  if (Query.Line == 0 || Here == In.At.end())
    return std::nullopt;

  Candidates Among;
  for (EventKind Kind : kindsFor(Query.Verb)) {
    for (unsigned Number : Here->second)
      if (In.Events.Accesses[Number].Kind == Kind)
        Among.push_back(&In.Events.Accesses[Number]);
    if (!Among.empty())
      break;
  }
  if (Among.empty())
    return std::nullopt;
  const AccessEvent &Event = choose(std::move(Among), Query);

  const SourceManager &SM = Context.getSourceManager();
  const LangOptions &LangOpts = Context.getLangOpts();
  SourceRange Range = Event.Node->getSourceRange();
  AccessPlace Place;
  Place.Where = toPlace(SM, LangOpts, Range);
  if (!Place.Where.isValid())
    return std::nullopt;
  Place.Text = Event.Quoted
                   ? sourceText(SM, LangOpts, Event.Quoted->getSourceRange())
                   : sourceText(SM, LangOpts, Range);
  Place.MacroNotes = macroNotes(SM, LangOpts, Range);
  Place.Node = reinterpret_cast<const SourceNode *>(Event.Node);
  return Place;
}

CopiedRecord SourceIndex::copiedRecord(const FunctionDecl *Function,
                                       unsigned Line, unsigned Column,
                                       uint64_t SizeBytes) {
  for (const CopyEvent &Copy : bodyOf(Function).Events.Copies)
    if (Line != 0 && Copy.At == DebugPosition(Line, Column) &&
        (Copy.Record.IsCall || Copy.SizeBytes == SizeBytes ||
         Copy.DataSizeBytes == SizeBytes))
      return Copy.Record;
  return {};
}

} // namespace warplint
