//===- Synchronizing.cpp - What the client says of its files --------------===//

#include "JsonAt.h"
#include "LanguageServer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace warplint {

void LanguageServer::opened(const Json &Params) {
  auto Read = readAs<lsp::DidOpenTextDocumentParams>(Params);
  if (!Read) // A text that is no file, say.
    return;
  const Document &Doc = Docs.open(Read->textDocument);
  const std::string &Name = Docs.nameOf(Doc.Path);
  // Who pulls has been told of it while it was not open alone.
  if (auto It = Published.find(Doc.Uri); Can.Pulls && It != Published.end())
    Client.notify(
        "textDocument/publishDiagnostics",
        json::Object{{"uri", Doc.Uri}, {"diagnostics", json::Array()}});
  Published.erase(Doc.Uri); // Version 1 again is another document.
  // Its findings were those of the sources that include it.
  for (auto &[Owner, Uris] : Shown)
    if (Owner != Name && Known.isSource(Doc) && Uris.erase(Doc.Uri))
      publishUri(Doc.Uri);
  Known.changed(Doc);
  if (!Known.isSource(Doc))
    publishUri(Doc.Uri);
}

void LanguageServer::changed(const Json &Params) {
  auto Read = readAs<lsp::DidChangeTextDocumentParams>(Params);
  if (!Read || !Docs.change(*Read))
    return;
  Known.changed(*Docs.find(Read->textDocument.uri.file()));
}

void LanguageServer::saved(const Json &Params) {
  auto Read = readAs<lsp::TextDocumentIdentifier>(Params, "textDocument");
  if (!Read)
    return;
  // What the editor has of a file is what counted before, too.
  const Document *Doc = Docs.find(Read->uri.file());
  bool IsKnown = Doc && Can.Watches && !isSettings(Read->uri.file());
  Known.worldChanged(IsKnown ? Doc : nullptr);
}

void LanguageServer::closed(const Json &Params) {
  auto Read = readAs<lsp::DidCloseTextDocumentParams>(Params);
  if (!Read || !Docs.find(Read->textDocument.uri.file()))
    return;
  StringRef Path = Read->textDocument.uri.file();
  std::string Name = Docs.nameOf(Path);
  const Document &Doc = *Docs.find(Path);
  Pulled.erase(Doc.Uri);
  auto OnDisk = MemoryBuffer::getFile(Path);
  bool IsKnown = OnDisk && (*OnDisk)->getBuffer() == Doc.Text->text() &&
                 Known.isSource(Doc) && Known.isFresh(Doc);
  Docs.close(Path);
  Known.closed(Name);
  keepClosed(Name, IsKnown);
  tryAgain();
  answerWorkspace();
}

void LanguageServer::foldersChanged(const Json &Params) {
  const json::Value *Gone = at(Params, "event.removed");
  const json::Value *New = at(Params, "event.added");
  if (const json::Array *All = Gone ? Gone->getAsArray() : nullptr)
    for (const std::string &Folder : pathsOf(*All))
      llvm::erase(Folders, Folder);
  if (const json::Array *All = New ? New->getAsArray() : nullptr)
    append_range(Folders, pathsOf(*All));
  Everything.outdate();
}

void LanguageServer::watchedChanged(const Json &Params) {
  const json::Value *Changes = at(Params, "changes");
  const json::Array *All = Changes ? Changes->getAsArray() : nullptr;
  // A file that is open is the editor's, whatever the disk has.
  bool Matters = All && any_of(*All, [&](const json::Value &Change) {
                   auto Uri = lsp::URIForFile::fromURI(textAt(Change, "uri"));
                   if (!Uri) {
                     consumeError(Uri.takeError());
                     return false;
                   }
                   return isSettings(Uri->file()) || !Docs.find(Uri->file());
                 });
  if (!Matters)
    return;
  Known.worldChanged();
}

} // namespace warplint
