//===- Kernels.cpp - What a Python file compiles --------------------------===//

#include "Kernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint::python {

static constexpr Compiler KnownCompilers[] = {
    {"load_inline", "cuda_sources", 2, "#include <torch/types.h>"}, // PyTorch
    {"_compile_kernel", "kernel_source", 0},                        // PyTorch
    {"RawKernel", "code", 0},                                       // CuPy
    {"RawModule", "code", 0},                                       // CuPy
    {"SourceModule", "source", 0},                                  // PyCUDA
    {"nvrtcCreateProgram", "src", 0}, // cuda-python
    {"create_program", "src", 0},
    {"Program", "code", 0}, // cuda.core
};

/// Functions and methods that hand on a string as far as C++ is concerned.
static bool handsOn(StringRef Function) {
  static constexpr StringLiteral Names[] = {
      "dedent", "cleandoc", "str",    "bytes",           "encode",     "decode",
      "strip",  "lstrip",   "rstrip", "replace",         "substitute", "join",
      "format", "Template", "indent", "safe_substitute", "expandtabs"};
  return is_contained(Names, Function);
}

Kernels::Kernels(StringRef File, StringRef Text, const TokenList &List,
                 const Names &Known)
    : File(File), Text(Text), List(List), All(List.All), Known(Known) {
  findCompilers();
  addMarked();
  if (!Sets.empty())
    findLaunches();
}

Tokens Kernels::callAt(size_t Name) const {
  return All.slice(Name, behindBracket(All, Name + 1) - Name);
}

/// The argument called \p Keyword, or that at \p Position.
Tokens Kernels::argument(Tokens Arguments, StringRef Keyword,
                         std::optional<unsigned> Position) const {
  unsigned Number = 0;
  Tokens Found;
  for (Tokens A : splitAtCommas(Arguments))
    if (A.size() > 1 && A[0].isName() && A[1].is("=")) {
      if (A[0].Text == Keyword)
        return A.drop_front(2);
    } else if (Position && Number++ == *Position) {
      Found = A;
    }
  return Found;
}

/// What functions of the file called \p Function return.
std::vector<Tokens> Kernels::returnsOf(StringRef Function) const {
  std::vector<Tokens> Found;
  for (size_t I = 0; I != All.size(); ++I) {
    if (!All[I].is("return") ||
        Known.scope(Known.scopeAt(All[I].Offset)).Name != Function)
      continue;
    size_t End = I + 1;
    while (End != All.size() && !All[End].BeginsLine)
      ++End;
    Found.push_back(All.slice(I + 1, End - I - 1));
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

/// Adds those of \p Pieces that \p To lacks.
static void appendPieces(std::vector<Piece> &To,
                         const std::vector<Piece> &Pieces) {
  for (const Piece &P : Pieces)
    if (!is_contained(To, P))
      To.push_back(P);
}

/// The literals that are \p E, the left of several.
std::vector<Piece> Kernels::piecesOf(Tokens E, unsigned Depth) const {
  std::vector<Piece> Found;
  E = withoutParentheses(E);
  if (E.empty() || Depth > MaximumDepth)
    return Found;
  for (StringRef Separator : {"if", "+"})
    if (auto At = findOutside(E, Separator)) {
      appendPieces(Found, piecesOf(E.take_front(*At), Depth + 1));
      appendPieces(Found, piecesOf(E.drop_front(*At + 1), Depth + 1));
      return Found;
    }
  if (auto At = findOutside(E, "%")) {
    appendPieces(Found, piecesOf(E.take_front(*At), Depth + 1));
    Tokens Values = E.drop_front(*At + 1);
    if (!Values.empty() && (Values[0].is("(") || Values[0].is("{")))
      Values = Values.slice(1, Values.size() - 2);
    for (Piece &P : Found)
      if (P.Literal.Format == PythonFormat::None) {
        P.Literal.Format = PythonFormat::Percent;
        P.Arguments = Values;
      }
    return Found;
  }
  if (E.front().is("[") || E.front().is("(")) {
    const size_t End = behindBracket(E, 0);
    for (Tokens Part : splitAtCommas(E.slice(1, End - 2)))
      appendPieces(Found, piecesOf(Part, Depth + 1));
    return Found;
  }
  return piecesOfPrimary(E, Depth);
}

/// Literals, a name or a call, and methods behind it.
std::vector<Piece> Kernels::piecesOfPrimary(Tokens E, unsigned Depth) const {
  std::vector<Piece> Found;
  size_t End = 0;
  while (End != E.size() && E[End].isString())
    appendPieces(Found, {{E[End++].Literal, {}}});
  const bool IsName = End == 0;
  while (IsName && End < E.size() && E[End].isName())
    End += End + 1 < E.size() && E[End + 1].is(".") ? 2 : 1;
  if (IsName && End && (End == E.size() || !E[End].is("("))) {
    const auto Alternatives = sourcesOf(E.take_front(End), Depth + 1);
    return Alternatives.empty() ? Found : Alternatives.front();
  }
  while (End < E.size()) {
    const size_t Open = E[End].is(".") ? End + 2 : End;
    if (Open >= E.size() || !E[Open].is("(") || Open == 0)
      return {};
    const StringRef Function = E[Open - 1].Text;
    const size_t Behind = behindBracket(E, Open);
    const Tokens Arguments = E.slice(Open + 1, Behind - Open - 2);
    const bool IsMethod = Open > 2 || !IsName;
    if (!handsOn(Function)) {
      const auto Returned = returnsOf(Function);
      return Returned.empty() ? Found : piecesOf(Returned.front(), Depth + 1);
    }
    // "code.format(...)", but "textwrap.dedent(code)".
    if (IsName && Found.empty() && Open > 1)
      appendPieces(Found, piecesOf(E.take_front(Open - 2), Depth + 1));
    if (Found.empty() || Function == "join")
      appendPieces(Found, piecesOf(argument(Arguments, "", 0), Depth + 1));
    const PythonFormat Format = Function == "format" ? PythonFormat::Braces
                                : Function.ends_with("substitute")
                                    ? PythonFormat::Dollar
                                    : PythonFormat::None;
    for (Piece &P : Found)
      if (IsMethod && Format != PythonFormat::None &&
          P.Literal.Format == PythonFormat::None) {
        P.Literal.Format = Format;
        P.Arguments = Arguments;
      }
    End = Behind;
  }
  return Found;
}

/// The sources that \p E may be, each a set of literals.
std::vector<std::vector<Piece>> Kernels::sourcesOf(Tokens E,
                                                   unsigned Depth) const {
  E = withoutParentheses(E);
  const std::string Name = dottedName(E);
  if (Depth > MaximumDepth)
    return {};
  if (Name.empty()) {
    std::vector<Piece> One = piecesOf(E, Depth + 1);
    std::vector<std::vector<Piece>> Alone;
    if (!One.empty())
      Alone.push_back(std::move(One));
    return Alone;
  }
  std::vector<std::vector<Piece>> Found;
  std::vector<Piece> Added; // Behind what the name was bound to before.
  for (const Binding *B : Known.find(Name, E.front().Offset)) {
    if (B->IsAdded) {
      append_range(Added, piecesOf(B->Value, Depth + 1));
      continue;
    }
    for (std::vector<Piece> &S : sourcesOf(B->Value, Depth + 1)) {
      append_range(S, Added);
      Found.push_back(std::move(S));
    }
  }
  return Found;
}

/// Literals whose text stands in a field of one of \p Pieces.
static void addFields(std::vector<Piece> &Pieces, StringRef Text,
                      function_ref<std::vector<Piece>(Tokens)> PiecesOf) {
  for (size_t I = 0; I != Pieces.size(); ++I) {
    const PythonLiteral L = Pieces[I].Literal;
    const auto Add = [&](Tokens Value) {
      if (!dottedName(Value).empty())
        for (const Piece &P : PiecesOf(Value))
          if (Text.slice(P.Literal.Begin, P.Literal.End).contains('\n') &&
              !is_contained(Pieces, P))
            Pieces.push_back(P);
    };
    for (Tokens A : splitAtCommas(Pieces[I].Arguments))
      Add(A.size() > 2 && A[1].is("=") ? A.drop_front(2) : A);
    if (L.Format != PythonFormat::FString)
      continue;
    for (size_t At = L.Begin; At < L.End; ++At)
      if (Text[At] == '{' && Text[At + 1] == '{') {
        ++At;
      } else if (Text[At] == '{') {
        const size_t End = behindField(Text.take_front(L.End), At);
        Add(tokensOf(Text, At + 1, std::max(At + 1, End - 1)).All);
        At = End - 1;
      }
  }
  sort(Pieces);
}

//===----------------------------------------------------------------------===//
// Compilers
//===----------------------------------------------------------------------===//

void Kernels::findCompilers() {
  append_range(Compilers, KnownCompilers);
  for (size_t C = 0; C != Compilers.size(); ++C)
    for (size_t I = 0; I + 1 < All.size(); ++I)
      if (All[I].isName() && All[I].Text == Compilers[C].Name &&
          All[I + 1].is("(") &&
          !(I && (All[I - 1].is("def") || All[I - 1].is("class"))))
        compile(Compiler(Compilers[C]), callAt(I));
}

void Kernels::compile(const Compiler &How, Tokens Call) {
  const Tokens Arguments = Call.slice(2, Call.size() - 3);
  const Tokens Source = argument(Arguments, How.Keyword, How.Position);
  if (Source.empty())
    return;
  for (std::vector<Piece> &Pieces : sourcesOf(Source))
    add(std::move(Pieces), Call, How.Include);
  // A function of the file that is given the source.
  for (const Token &T : Source) {
    const Scope &In = Known.scope(Known.scopeAt(T.Offset));
    const auto Parameter = find(In.Parameters, T.Text);
    if (!T.isName() || Parameter == In.Parameters.end())
      continue;
    const bool IsMethod = Known.scope(In.Parent).IsClass;
    const StringRef Name =
        In.Name == "__init__" ? Known.scope(In.Parent).Name : In.Name;
    const auto Position =
        unsigned(Parameter - In.Parameters.begin()) - unsigned(IsMethod);
    if (none_of(Compilers, [&](const Compiler &C) { return C.Name == Name; }))
      Compilers.push_back({Name, T.Text, Position, How.Include});
  }
}

/// The kernels that the literals define, as far as a look at them tells.
static std::vector<StringRef> kernelsIn(StringRef Text,
                                        ArrayRef<Piece> Pieces) {
  std::vector<StringRef> Names;
  for (const Piece &P : Pieces) {
    StringRef Rest = Text.slice(P.Literal.Begin, P.Literal.End);
    while (true) {
      const size_t At = Rest.find("__global__");
      if (At == StringRef::npos)
        break;
      Rest = Rest.drop_front(At + strlen("__global__"));
      StringRef Head = Rest.take_until([](char C) { return C == '{'; });
      if (const size_t Bounds = Head.find("__launch_bounds__");
          Bounds != StringRef::npos)
        Head = Head.drop_front(std::min(Head.find(')', Bounds), Head.size()));
      const StringRef Name =
          Head.take_until([](char C) { return C == '('; }).rtrim();
      const size_t Begin = Name.find_last_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
      Names.push_back(
          Name.drop_front(Begin == StringRef::npos ? 0 : Begin + 1));
    }
  }
  return Names;
}

void Kernels::add(std::vector<Piece> Pieces, Tokens Call, StringRef Include) {
  addFields(Pieces, Text, [&](Tokens E) { return piecesOf(E); });
  SourceSet Made;
  Made.Kernels = kernelsIn(Text, Pieces);
  Made.Pieces = std::move(Pieces);
  Made.Include = Include;
  if (Made.Kernels.empty())
    return;
  if (!Call.empty())
    readOptions(Call.slice(2, Call.size() - 3), Made);
  auto Known = find_if(Sets, [&](const SourceSet &S) {
    return S.Pieces == Made.Pieces && S.Flags == Made.Flags;
  });
  if (Known == Sets.end())
    Known = Sets.insert(Known, std::move(Made));
  else
    append_range(Known->Instances, Made.Instances);
  if (!Call.empty())
    SetsOfCall[Call.front().Offset].push_back(size_t(Known - Sets.begin()));
}

/// Macros, folders and the standard that a compiler is given, and the instances
/// of templates that it is asked for.
void Kernels::readOptions(Tokens Arguments, SourceSet &Into) const {
  for (StringRef Keyword :
       {"options", "extra_cuda_cflags", "name_expressions", "nvcc_options"}) {
    Tokens Value = argument(Arguments, Keyword, std::nullopt);
    if (const std::string Name = dottedName(Value); !Name.empty())
      Value = Known.valueOf(Name, Value.front().Offset);
    for (const Token &T : Value) {
      if (!T.isString())
        continue;
      const StringRef Word = Text.slice(T.Literal.Begin, T.Literal.End);
      const auto [Head, Field] = Word.split('{');
      if (Keyword == "name_expressions") {
        if (T.Literal.Format == PythonFormat::None)
          Into.Instances.push_back(Word.str());
      } else if (T.Literal.Format == PythonFormat::FString && !Field.empty()) {
        const size_t At = T.Literal.Begin + Head.size();
        const TokenList Inside =
            tokensOf(Text, At + 1, std::max(At + 1, T.Literal.End - 1));
        auto Number = textOf(Known, Inside.All);
        if (Head.starts_with("-D"))
          Into.Flags.push_back((Head + (Number ? *Number : "")).str());
      } else if (Word.starts_with("-D") || Word.starts_with("-I") ||
                 Word.starts_with("-std=") || Word.starts_with("--std="))
        Into.Flags.push_back(
            "-" + Word.drop_while([](char C) { return C == '-'; }).str());
    }
  }
}

/// Literals behind or before a comment `# warplint: cuda`.
void Kernels::addMarked() {
  for (size_t Mark : List.Marks) {
    const size_t Line = Text.rfind('\n', Mark) + 1;
    const auto *First = find_if(
        All, [&](const Token &T) { return T.isString() && T.Offset >= Line; });
    const size_t Begin = size_t(First - All.begin());
    size_t End = Begin;
    while (End != All.size() && (All[End].isString() || All[End].is("+")))
      ++End;
    add(piecesOf(All.slice(Begin, End - Begin)), {}, "");
  }
}

} // namespace warplint::python
