//===- ReadPython.cpp - CUDA C++ inside a Python file ---------------------===//

#include "Kernels.h"
#include "warplint/Messages/Python.h"
#include "warplint/Python/PythonSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::python;

static std::string rendered(StringRef File, StringRef Text, const Problem &P) {
  const auto [Line, Column] = lineAndColumn(Text, P.Offset);
  std::string Rendered;
  raw_string_ostream Out(Rendered);
  SMDiagnostic(SourceMgr(), SMLoc(), File, int(Line), int(Column) - 1,
               SourceMgr::DK_Error, P.Why,
               Text.drop_front(P.Offset - (Column - 1)).take_until([](char C) {
                 return C == '\n' || C == '\r';
               }),
               {})
      .print(nullptr, Out, /*ShowColors=*/false);
  return Rendered;
}

/// Puts \p Include into the first line of Python before the literals that has room
/// for it: mostly that which imports the function of the call.
static void addInclude(StringRef Include, StringRef Text,
                       EmbeddedCuda &Module) {
  const StringRef Before = Text.take_front(Module.Literals.front().Begin);
  for (size_t Line = 0; Line < Before.size();) {
    const size_t Break = Before.find('\n', Line);
    if (Break == StringRef::npos)
      return;
    if (Break - Line > Include.size() + 1)
      return void(Module.Text.replace(Line, Include.size(), Include));
    Line = Break + 1;
  }
}

PythonSource warplint::readPython(StringRef File, StringRef Text) {
  PythonSource Source;
  const size_t Mark = Text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  const TokenList List = tokensOf(Text, Mark, Text.size());
  if (List.Wrong) {
    Source.Errors = rendered(File, Text, *List.Wrong);
    return Source;
  }
  const Names Known(List.All);
  Kernels Found(File, Text, List, Known);
  for (SourceSet &Set : Found.Sets) {
    EmbeddedCuda Module;
    Module.Flags = std::move(Set.Flags);
    Module.Instances = std::move(Set.Instances);
    Module.Launches = std::move(Set.Launches);
    if (auto Wrong = writeCuda(Text, Known, Set.Pieces, Module)) {
      Source.Errors += rendered(File, Text, *Wrong);
      continue;
    }
    if (!StringRef(Module.Text).contains("#include <torch/"))
      addInclude(Set.Include, Text, Module);
    for (FormattedValue &V : Module.Values)
      V.Where.File = File.str();
    Source.Modules.push_back(std::move(Module));
  }
  for (const Token &T : List.All) {
    const auto Holds = [&](const SourceSet &S) {
      return any_of(S.Pieces, [&](const Piece &P) {
        return P.Literal.Begin == T.Literal.Begin;
      });
    };
    // A literal alone is a comment.
    if (!T.isString() || T.BeginsLine || !T.Text.contains("__global__ ") ||
        !T.Text.contains('{') || any_of(Found.Sets, Holds))
      continue;
    const auto [Line, Column] = lineAndColumn(Text, T.Offset);
    Source.Unused.push_back({File.str(), Line, Column});
  }
  return Source;
}

/// \p Text with the names of values spelled as they are formatted in.
static std::optional<std::string> withFields(StringRef Text,
                                             const EmbeddedCuda &Module) {
  std::string Result;
  while (!Text.empty()) {
    const StringRef Word = Text.take_while(isWord);
    const auto Value = find_if(
        Module.Values, [&](const FormattedValue &V) { return V.Name == Word; });
    if (Value != Module.Values.end() && Value->Spelling.size() == 2)
      return std::nullopt; // {} and %d are numbered by where they stand.
    if (Word.empty())
      Result += Text.front();
    else
      Result +=
          Value == Module.Values.end() ? Word : StringRef(Value->Spelling);
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Result;
}

std::optional<SourceEdit> warplint::editOfPython(const SourceEdit &Edit,
                                                 const EmbeddedCuda &Module,
                                                 StringRef Text) {
  const size_t End = Edit.Offset + Edit.Length;
  const auto Literal = find_if(Module.Literals, [&](const PythonLiteral &L) {
    return L.Begin <= Edit.Offset && End <= L.End;
  });
  if (Literal == Module.Literals.end() ||
      Text.slice(Edit.Offset, End) !=
          StringRef(Module.Text).slice(Edit.Offset, End))
    return std::nullopt;
  SourceEdit Result{Edit.Offset, Edit.Length, ""};
  const bool HasBraces = Literal->Format == PythonFormat::FString ||
                         Literal->Format == PythonFormat::Braces;
  for (char C : Edit.Text) {
    if ((C == '\n' && !Literal->IsTriple) || C == '"' || C == '\'')
      return std::nullopt;
    const bool IsTwice =
        C == '\\' ? !Literal->IsRaw
        : C == '{' || C == '}'
            ? HasBraces
            : C == '%' && Literal->Format == PythonFormat::Percent;
    Result.Text += std::string(IsTwice ? 2 : 1, C);
  }
  if (Literal->Format == PythonFormat::None)
    return Result;
  auto Spelled = withFields(Result.Text, Module);
  Result.Text = Spelled.value_or("");
  return Spelled ? std::optional(Result) : std::nullopt;
}
