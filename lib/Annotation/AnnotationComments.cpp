//===- AnnotationComments.cpp - `// warplint:` above a kernel -------------===//

#include "AnnotationComments.h"
#include "Expectation.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

static constexpr llvm::StringLiteral Marker = "warplint:";
namespace {

/// The text of one annotation and where in the file each character stands.
struct AnnotationText {
  std::string Text;
  std::vector<unsigned> Offsets;
  int OpenParens = 0;

  void append(llvm::StringRef Part, unsigned Offset) {
    for (char C : Part) {
      Text += C;
      Offsets.push_back(Offset++);
      OpenParens += (C == '(') - (C == ')');
    }
    // A line's end separates words.
    Text += ' ';
    Offsets.push_back(Offset);
  }

  /// What is said of one that is above no kernel: a word that is not known
  /// explains that.
  std::string problem() const {
    llvm::StringRef Word = llvm::StringRef(Text).ltrim().take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_'; });
    std::string Problem = Word.empty() ? "" : clauseProblem(Word);
    return Problem.empty()
               ? "this comment is not above the definition of a kernel"
               : Problem;
  }
};

} // namespace

/// Reads one file token by token.
class AnnotationComments::Reader {
public:
  Reader(AnnotationComments &Comments, FileID File,
         std::map<unsigned, Annotation> &Found)
      : Comments(Comments), File(File), Found(Found),
        SM(Comments.Context->getSourceManager()),
        LangOpts(Comments.Context->getLangOpts()) {}

  void run(llvm::StringRef Buffer);

private:
  void addComment(llvm::StringRef Comment, unsigned Offset);
  void addLine(llvm::StringRef Line, unsigned Offset);
  void attach(unsigned Brace);
  void reject();
  SourcePlace placeOf(const AnnotationText &T, size_t Begin, size_t End) const;
  static Finding error(SourcePlace Where, const llvm::Twine &Message);

  AnnotationComments &Comments;
  FileID File;
  std::map<unsigned, Annotation> &Found;
  const SourceManager &SM;
  const LangOptions &LangOpts;
  std::vector<AnnotationText> Pending;
  bool SawGlobal = false; ///< `__global__` since the last declaration's end.
};

SourcePlace AnnotationComments::Reader::placeOf(const AnnotationText &T,
                                                size_t Begin,
                                                size_t End) const {
  auto OffsetOf = [&](size_t Index) {
    return Index < T.Offsets.size() ? T.Offsets[Index] : T.Offsets.back();
  };
  unsigned First = OffsetOf(Begin);
  unsigned Last = std::max(First, End > Begin ? OffsetOf(End - 1) : First);
  SourcePlace Place = toPlace(SM, LangOpts, SM.getComposedLoc(File, First));
  SourceLocation Stop = SM.getComposedLoc(File, Last + 1);
  Place.EndLine = SM.getSpellingLineNumber(Stop);
  Place.EndColumn = SM.getSpellingColumnNumber(Stop);
  return Place;
}

Finding AnnotationComments::Reader::error(SourcePlace Where,
                                          const llvm::Twine &Message) {
  Finding F;
  F.Check = AnnotationCheck;
  F.Level = Severity::Error;
  F.Where = std::move(Where);
  F.Message = Message.str();
  return F;
}

void AnnotationComments::Reader::addLine(llvm::StringRef Line,
                                         unsigned Offset) {
  llvm::StringRef Rest = Line.ltrim(" \t/*!<");
  if (isExpectation(Rest))
    return;
  if (Rest.starts_with(Marker)) {
    Rest = Rest.drop_front(Marker.size());
    Pending.emplace_back().append(
        Rest, Offset + static_cast<unsigned>(Line.size() - Rest.size()));
  } else if (!Pending.empty() && Pending.back().OpenParens > 0) {
    Pending.back().append(
        Rest, Offset + static_cast<unsigned>(Line.size() - Rest.size()));
  }
}

void AnnotationComments::Reader::addComment(llvm::StringRef Comment,
                                            unsigned Offset) {
  if (Comment.starts_with("/*"))
    Comment.consume_back("*/");
  while (!Comment.empty()) {
    size_t End = std::min(Comment.find('\n'), Comment.size());
    addLine(Comment.take_front(End).rtrim("\r"), Offset);
    Offset += static_cast<unsigned>(std::min(End + 1, Comment.size()));
    Comment = Comment.drop_front(std::min(End + 1, Comment.size()));
  }
}

/// The annotations so far are about the function whose body begins at \p Brace.
void AnnotationComments::Reader::attach(unsigned Brace) {
  for (const AnnotationText &T : Pending) {
    auto PlaceOf = [&](size_t Begin, size_t End) {
      return placeOf(T, Begin, End);
    };
    if (auto Error = parseAnnotation(T.Text, PlaceOf, Found[Brace]))
      Comments.Errors.push_back(
          error(PlaceOf(Error->Begin, Error->End), Error->Message));
    // A macro may hide the word: the kernel will ask for its annotation.
    if (!SawGlobal)
      Comments.Unclaimed[{File, Brace}].push_back(error(
          placeOf(T, 0, llvm::StringRef(T.Text).rtrim().size()), T.problem()));
  }
  Pending.clear();
}

void AnnotationComments::Reader::reject() {
  for (const AnnotationText &T : Pending)
    Comments.Errors.push_back(error(
        placeOf(T, 0, llvm::StringRef(T.Text).rtrim().size()), T.problem()));
  Pending.clear();
}

void AnnotationComments::Reader::run(llvm::StringRef Buffer) {
  Lexer Lex(SM.getLocForStartOfFile(File), LangOpts, Buffer.begin(),
            Buffer.begin(), Buffer.end());
  Lex.SetCommentRetentionState(true);
  unsigned Parens = 0;
  bool InDirective = false;
  Token T;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Lex.LexFromRawLexer(T);
    if (T.isAtStartOfLine())
      InDirective = T.is(tok::hash);
    unsigned Offset = SM.getFileOffset(T.getLocation());
    if (T.is(tok::comment)) {
      addComment(Buffer.substr(Offset, T.getLength()), Offset);
      continue;
    }
    if (InDirective || T.is(tok::eof))
      continue;
    if (T.is(tok::raw_identifier) && T.getRawIdentifier() == "__global__")
      SawGlobal = true;
    Parens += T.is(tok::l_paren);
    Parens -= T.is(tok::r_paren) && Parens != 0;
    if (Parens != 0)
      continue;
    if (T.is(tok::l_brace))
      attach(Offset);
    if (T.isOneOf(tok::semi, tok::r_brace))
      reject();
    if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      SawGlobal = false;
  }
  reject();
}

AnnotationComments::AnnotationComments(ClangView *View) {
  if (!View)
    return;
  Context = &View->ast();
  read(Context->getSourceManager().getMainFileID());
}

void AnnotationComments::read(FileID File) {
  auto [It, New] = Files.try_emplace(File);
  if (!New || File.isInvalid())
    return;
  auto Buffer = Context->getSourceManager().getBufferOrNone(File);
  if (Buffer && Buffer->getBuffer().contains(Marker))
    Reader(*this, File, It->second).run(Buffer->getBuffer());
}

const Annotation *AnnotationComments::of(const FunctionDecl &Kernel) {
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Kernel.getBody(Definition);
  if (!Body)
    return nullptr;
  const SourceManager &SM = Context->getSourceManager();
  auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(Body->getBeginLoc()));
  read(File);
  Unclaimed.erase({File, Offset});
  const auto &Annotations = Files[File];
  auto Found = Annotations.find(Offset);
  return Found == Annotations.end() ? nullptr : &Found->second;
}

const Annotation *AnnotationComments::of(const SourceFunction &Kernel) {
  return Context ? of(ClangView::declOf(Kernel)) : nullptr;
}

std::vector<Finding> AnnotationComments::takeErrors() {
  std::vector<Finding> All = std::move(Errors);
  for (auto &[Place, Findings] : Unclaimed)
    All.insert(All.end(), Findings.begin(), Findings.end());
  Errors.clear();
  Unclaimed.clear();
  return All;
}

} // namespace warplint
