//===- NewName.cpp - A name that an edit brings into the source -----------===//

#include "warplint/Rewrite/NewName.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

void NewName::choose(const StringSet<> &Given) {
  for (Number = 1; !isFree() || Given.contains(text()); ++Number)
    ;
}

void rename(std::vector<FileEdits> &Edits, const std::string &From,
            const std::string &To) {
  auto IsWord = [](char C) { return isAlnum(C) || C == '_'; };
  for (FileEdits &File : Edits)
    for (SourceEdit &E : File.Edits) {
      std::string New;
      for (StringRef Rest = E.Text; !Rest.empty();) {
        StringRef Piece = Rest.take_while(IsWord);
        New += Piece == From ? To : Piece.str();
        Rest = Rest.drop_front(Piece.size());
        Piece = Rest.take_until(IsWord);
        New += Piece;
        Rest = Rest.drop_front(Piece.size());
      }
      E.Text = std::move(New);
    }
}

} // namespace warplint
