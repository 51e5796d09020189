//===- DocumentsTest.cpp - Places that move with the text -----------------===//

#include "Server/Text/Documents.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace warplint;
using namespace llvm::lsp;

namespace {

DidChangeTextDocumentParams change(const Document &Doc, size_t Begin,
                                   size_t End, std::string Text) {
  DidChangeTextDocumentParams Params;
  Params.textDocument = {llvm::cantFail(URIForFile::fromURI(Doc.Uri)),
                         Doc.Version + 1};
  TextDocumentContentChangeEvent Event;
  Event.range = Doc.Text->rangeOf(Begin, End, PositionUnit::Byte);
  Event.text = std::move(Text);
  Params.contentChanges.push_back(std::move(Event));
  return Params;
}

Document &opened(Documents &Docs, std::string Text) {
  TextDocumentItem Item{
      llvm::cantFail(URIForFile::fromURI("file:///nowhere/a.cu")), "cuda",
      std::move(Text), 1};
  return Docs.open(Item);
}

/// Every character is another one, so that it can be found again.
TEST(Documents, ARangeMovesAsItsCharactersDo) {
  std::mt19937 Random(1);
  auto Below = [&](size_t Bound) { return Random() % Bound; };
  for (int Round = 0; Round != 200; ++Round) {
    char Next = '0';
    std::string Text;
    for (int I = 0; I != 30; ++I)
      Text += Next++;
    Documents Docs(PositionUnit::Byte);
    Document &Doc = opened(Docs, Text);
    uint64_t Since = Doc.Revision;
    std::string Now = Text;
    for (int Edit = 0; Edit != 4; ++Edit) {
      size_t Begin = Below(Now.size() + 1);
      size_t End = std::min(Now.size(), Begin + Below(4));
      std::string New;
      for (size_t I = Below(4); I && Next < '~'; --I)
        New += Next++;
      ASSERT_TRUE(Docs.change(change(Doc, Begin, End, New)));
      Now.replace(Begin, End - Begin, New);
      ASSERT_EQ(Doc.Text->text(), Now);
    }
    for (size_t Begin = 0; Begin != Text.size(); ++Begin)
      for (size_t End = Begin + 1; End <= Text.size(); ++End) {
        size_t First = Now.find(Text[Begin]), Last = Now.find(Text[End - 1]);
        auto Moved = Doc.moved(Begin, End, Since);
        bool IsThere = First != std::string::npos && Last != std::string::npos;
        ASSERT_EQ(Moved.has_value(), IsThere);
        if (IsThere)
          ASSERT_EQ(*Moved, std::pair(First, Last + 1));
      }
    // What was found in the newest text stands where it was found.
    EXPECT_EQ(Doc.moved(0, 1, Doc.Revision), std::pair(size_t(0), size_t(1)));
  }
}

/// A client that sends the whole text each time has changed little of it.
TEST(Documents, AWholeTextMovesWhatIsTheSame) {
  Documents Docs;
  Document &Doc = opened(Docs, "one two three");
  uint64_t Since = Doc.Revision;
  DidChangeTextDocumentParams Params = change(Doc, 0, 0, "one 2 three");
  Params.contentChanges.front().range.reset();
  ASSERT_TRUE(Docs.change(Params));
  EXPECT_EQ(Doc.moved(8, 13, Since), std::pair(size_t(6), size_t(11)));
  EXPECT_EQ(Doc.moved(4, 7, Since), std::nullopt);
  EXPECT_EQ(Doc.Version, 2);
}

TEST(Documents, AForgottenTimeIsNoGuess) {
  Documents Docs;
  Document &Doc = opened(Docs, "0123");
  uint64_t Since = Doc.Revision;
  for (int I = 0; I != 5000; ++I)
    ASSERT_TRUE(Docs.change(change(Doc, 0, 0, "x")));
  EXPECT_EQ(Doc.moved(0, 1, Since), std::nullopt);
  uint64_t Late = Doc.Revision;
  ASSERT_TRUE(Docs.change(change(Doc, 0, 0, "x")));
  EXPECT_EQ(Doc.moved(0, 1, Late), std::pair(size_t(1), size_t(2)));
}

TEST(Documents, AFileThatIsNotOpenIsNotChanged) {
  Documents Docs;
  Document &Doc = opened(Docs, "");
  DidChangeTextDocumentParams Params = change(Doc, 0, 0, "x");
  Docs.close("/nowhere/a.cu");
  EXPECT_FALSE(Docs.change(Params));
}

} // namespace
