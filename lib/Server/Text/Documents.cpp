//===- Documents.cpp - The texts that the editor has open -----------------===//

#include "Documents.h"
#include "warplint/Python/PythonSource.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

/// Edits that are remembered: more lie between two analyses only where each is
/// outdated before it is done.
static constexpr size_t LongestHistory = 4096;

/// Where byte \p Offset stands after \p Change. Nothing where it is gone.
static std::optional<size_t> movedBy(const TextChange &Change, size_t Offset) {
  if (Offset < Change.Offset)
    return Offset;
  if (Offset >= Change.Offset + Change.Removed)
    return Offset - Change.Removed + Change.Added;
  return std::nullopt;
}

std::optional<std::pair<size_t, size_t>>
Document::moved(size_t Begin, size_t End, uint64_t Since) const {
  if (Since < Forgotten)
    return std::nullopt;
  bool IsPoint = End <= Begin;
  size_t Last = IsPoint ? Begin : End - 1;
  for (const TextChange &Change : History) {
    if (Change.Revision <= Since)
      continue;
    std::optional<size_t> First = movedBy(Change, Begin);
    std::optional<size_t> NewLast = movedBy(Change, Last);
    if (!First || !NewLast)
      return std::nullopt;
    Begin = *First;
    Last = *NewLast;
  }
  return std::pair(Begin, IsPoint ? Begin : Last + 1);
}

bool Document::isCuda() const {
  StringRef Name = Path;
  return StringRef(Language).starts_with("cuda") || Name.ends_with(".cu") ||
         Name.ends_with(".cuh") || Name.ends_with(".ptx") ||
         (isPythonFile(Name) && HadKernels);
}

static bool hasKernels(const LineText &Text) {
  return StringRef(Text.text()).contains("__global__");
}

Document *Documents::find(StringRef Path) {
  auto It = Open.find(nameOf(Path));
  return It == Open.end() ? nullptr : &It->second;
}

Document &Documents::open(const lsp::TextDocumentItem &Item) {
  Document Doc;
  Doc.Uri = Item.uri.uri().str();
  Doc.Path = absolutePath(Item.uri.file());
  Doc.Language = Item.languageId;
  Doc.Version = Item.version;
  Doc.Revision = ++Revisions;
  Doc.Text = std::make_shared<LineText>(Item.text);
  Doc.ChangedAt = std::chrono::steady_clock::now();
  Doc.HadKernels = hasKernels(*Doc.Text);
  Document &Into = Open[nameOf(Doc.Path)];
  Into = std::move(Doc);
  return Into;
}

/// A client that sends whole texts has mostly changed a word.
static void trimEqualEnds(StringRef Old, size_t &Begin, size_t &End,
                          StringRef &New) {
  StringRef Gone = Old.slice(Begin, End);
  size_t Same =
      std::mismatch(Gone.begin(), Gone.end(), New.begin(), New.end()).first -
      Gone.begin();
  Begin += Same;
  New = New.drop_front(Same);
  Gone = Gone.drop_front(Same);
  while (!Gone.empty() && !New.empty() && Gone.back() == New.back()) {
    Gone = Gone.drop_back();
    New = New.drop_back();
    --End;
  }
}

void Documents::replace(Document &Doc, size_t Begin, size_t End,
                        StringRef New) {
  const std::string &Old = Doc.Text->text();
  trimEqualEnds(Old, Begin, End, New);
  std::string Text;
  Text.reserve(Old.size() + New.size());
  Text.append(Old, 0, Begin).append(New).append(Old, End, std::string::npos);
  Doc.Text = std::make_shared<LineText>(std::move(Text));
  Doc.Revision = ++Revisions;
  if (Doc.History.size() == LongestHistory) {
    auto Kept = Doc.History.begin() + LongestHistory / 2;
    Doc.Forgotten = std::prev(Kept)->Revision;
    Doc.History.erase(Doc.History.begin(), Kept);
  }
  Doc.History.push_back({Doc.Revision, Begin, End - Begin, New.size()});
}

bool Documents::change(const lsp::DidChangeTextDocumentParams &Params) {
  Document *Doc = find(Params.textDocument.uri.file());
  if (!Doc)
    return false;
  Doc->Version = Params.textDocument.version;
  Doc->ChangedAt = std::chrono::steady_clock::now();
  for (const lsp::TextDocumentContentChangeEvent &Change :
       Params.contentChanges) {
    size_t Begin = 0, End = Doc->Text->text().size();
    if (Change.range) {
      Begin = Doc->Text->offsetAt(Change.range->start, Unit);
      End = std::max(Begin, Doc->Text->offsetAt(Change.range->end, Unit));
    }
    replace(*Doc, Begin, End, Change.text);
  }
  Doc->HadKernels |= hasKernels(*Doc->Text);
  return true;
}

} // namespace warplint
