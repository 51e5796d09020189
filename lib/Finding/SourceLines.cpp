//===- SourceLines.cpp - Lines of the files that a report names -----------===//

#include "warplint/Finding/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

SourceLines::Opened &SourceLines::open(StringRef File) {
  auto [It, New] = Files.try_emplace(File);
  Opened &O = It->second;
  if (!New)
    return O;
  // A directory or a device that was put in the file's place is not read.
  auto Status = FS->status(File);
  if (!Status || !Status->isRegularFile())
    return O;
  auto Buffer = FS->getBufferForFile(File);
  if (!Buffer)
    return O;
  O.Buffer = std::move(*Buffer);
  StringRef Text = O.Buffer->getBuffer();
  O.Starts.push_back(0);
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == '\n')
      O.Starts.push_back(I + 1);
  return O;
}

StringRef SourceLines::text(StringRef File) {
  Opened &O = open(File);
  return O.Buffer ? O.Buffer->getBuffer() : StringRef();
}

StringRef SourceLines::line(StringRef File, unsigned Number) {
  Opened &O = open(File);
  if (Number == 0 || Number > O.Starts.size())
    return {};
  StringRef Rest = O.Buffer->getBuffer().drop_front(O.Starts[Number - 1]);
  return Rest.take_front(Rest.find('\n')).rtrim('\r');
}

std::optional<size_t> SourceLines::offset(StringRef File, unsigned Line,
                                          unsigned Column) {
  Opened &O = open(File);
  if (Line == 0 || Line > O.Starts.size())
    return std::nullopt;
  size_t Offset = O.Starts[Line - 1] + (Column ? Column - 1 : 0);
  return std::min(Offset, O.Buffer->getBufferSize());
}

std::pair<unsigned, unsigned> SourceLines::lineAndColumn(StringRef File,
                                                         size_t Offset) {
  Opened &O = open(File);
  auto Next = llvm::upper_bound(O.Starts, Offset);
  if (Next == O.Starts.begin())
    return {1, static_cast<unsigned>(Offset) + 1};
  auto Start = std::prev(Next);
  return {static_cast<unsigned>(Next - O.Starts.begin()),
          static_cast<unsigned>(Offset - *Start) + 1};
}

std::string foldedBlanks(StringRef Line) {
  std::string Folded;
  for (char C : Line.trim()) {
    bool IsBlank = isSpace(C);
    if (!IsBlank || Folded.back() != ' ')
      Folded += IsBlank ? ' ' : C;
  }
  return Folded;
}

void addSourceLines(FileReport &Report, SourceLines &Lines) {
  auto TextAt = [&](const SourcePlace &Where) {
    return foldedBlanks(Lines.line(Where.File, Where.Line));
  };
  for (auto *Of : {&Report.Accesses, &Report.OtherAccesses})
    for (AccessRecord &A : *Of)
      A.SourceLine = TextAt(A.Where);
  for (OccupancyRecord &R : Report.Occupancy)
    R.SourceLine = TextAt(R.Where);
  for (Finding &F : Report.Findings)
    F.SourceLine = TextAt(F.Where);
}

} // namespace warplint
