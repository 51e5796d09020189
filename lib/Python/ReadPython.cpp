//===- ReadPython.cpp - What a Python file compiles and launches ----------===//
//
//   kernel((8,), (256,), (x, n), shared_mem=1024)     CuPy
//   kernel(x, n, block=(256, 1, 1), grid=(8, 1))      PyCUDA
//   kernel(grid=(8, 1, 1), block=(256, 1, 1), args=[x, n])
//   kernel[8, 256](x, n)
//   kernel.prepared_call((8, 1), (256, 1, 1), x, n)   PyCUDA
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "warplint/Support/Words.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warplint::python {

static constexpr Compiler Compilers[] = {
    {"load_inline", "cuda_sources", 2, "#include <torch/types.h>\n"}, // PyTorch
    {"_compile_kernel", "kernel_source", 0},                          // PyTorch
    {"RawKernel", "code", 0, "", 2},                                  // CuPy
    {"RawModule", "code", 0},                                         // CuPy
    {"SourceModule", "source", 0, "", 2},                             // PyCUDA
    {"nvrtcCreateProgram", "src", 0}, // cuda-python
    {"create_program", "src", 0},
    {"Program", "code", 0, "", 2}, // cuda.core
};

/// Functions and methods that hand on a string as far as C++ is concerned.
static constexpr StringLiteral Functions[] = {
    "dedent", "cleandoc", "str", "bytes", "Template", "tuple", "list"};
static constexpr StringLiteral Methods[] = {
    "encode", "decode",     "strip",           "lstrip",    "rstrip",
    "format", "substitute", "safe_substitute", "expandtabs"};

Evaluator::Evaluator(StringRef File, StringRef Text, const TokenList &List)
    : File(File), Text(Text), All(List.All), Known(List.All) {
  Sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(Text, File, /*RequiresNullTerminator=*/false),
      SMLoc());
  for (size_t I = 1; I + 1 < All.size(); ++I)
    if (All[I].isName() && All[I + 1].is("(") && !All[I - 1].is("def") &&
        !All[I - 1].is("class"))
      Calls[All[I].Text].push_back(I);
}

/// \p List with \p By in place of the separators.
static Value joined(const Value &By, const Value &List) {
  Value Result;
  for (const Elements &Text : List.Texts) {
    Value Made{.Texts = {{}}};
    for (const Element &E : Text)
      Made.concatenate(E.IsSeparator ? By : Value{.Texts = {{E}}});
    Result.add(std::move(Made));
  }
  Result.IsSure &= List.IsSure;
  return List.IsList && !By.Texts.empty() ? Result : Value();
}

Value Evaluator::called(StringRef Function, const Value &Receiver,
                        Tokens Arguments, const Frame *In, unsigned Depth) {
  for (const Compiler &C : Compilers)
    if (C.Name == Function)
      return compile(C, Arguments, In, Depth);
  if (!Receiver.Kernels.empty()) // get_function(name)
    return kernelOf(Receiver, Arguments, In, Depth);
  const Tokens First = argument(Arguments, "", 0);
  const ArrayRef<unsigned> Own = Known.scopesNamed(Function);
  Value V;
  if (Receiver.Texts.empty() && !Own.empty()) {
    for (unsigned I : Own) {
      const Frame Inner{I, Arguments, In};
      if (!Known.Scopes[I].IsClass)
        for (Tokens Returned : Known.Scopes[I].Returns)
          V.add(evaluate(Returned, &Inner, Depth + 1));
    }
    V.Number.reset();
    V.IsSure = false;
  } else if (isInteger(Function)) {
    V.Number = evaluate(First, In, Depth).Number;
  } else if (is_contained(Functions, Function)) {
    V = evaluate(First, In, Depth);
    if (V.Number)
      V = asText(V, First);
  } else if (Function == "replace") {
    V = replaced(Receiver, Arguments, In, Depth);
  } else if (Function == "join") {
    V = joined(Receiver, evaluate(First, In, Depth));
  } else if (is_contained(Methods, Function) &&
             !(Function.ends_with("strip") && !Arguments.empty())) {
    V = Receiver;
    if (Function == "format" || Function.ends_with("substitute"))
      V = formatted(
          V, Function == "format" ? PythonFormat::Braces : PythonFormat::Dollar,
          Arguments, In, Depth);
  }
  return V;
}

//===----------------------------------------------------------------------===//
// Compilers
//===----------------------------------------------------------------------===//

Value Evaluator::compile(const Compiler &How, Tokens Arguments, const Frame *In,
                         unsigned Depth) {
  const Value Source =
      evaluate(argument(Arguments, How.Keyword, How.Position), In, Depth + 1);
  const EmbeddedCuda Options = Source.Texts.empty()
                                   ? EmbeddedCuda()
                                   : optionsIn(How, Arguments, In, Depth);
  Value Found;
  for (const Elements &E : Source.Texts)
    add(E, How.Include, Options, Found);
  return kernelOf(Found, Arguments, In, Depth);
}

/// Takes one of Names off the begin of \p Option.
static bool takeName(StringRef &Option, ArrayRef<StringRef> Names) {
  return any_of(Names, [&](StringRef N) { return Option.consume_front(N); });
}

/// Adds \p Word, an option whose rest is not known where that \p IsCut.
static void addOption(StringRef Word, bool IsCut, FormattedValue Unknown,
                      EmbeddedCuda &To) {
  StringRef Option = Word.ltrim('-');
  const bool IsOption = Word.starts_with("-") && !Option.empty();
  StringRef Flag;
  if (IsOption && takeName(Option, {"D", "define-macro="}))
    Flag = "-D";
  else if (IsOption && takeName(Option, {"U", "undefine-macro="}))
    Flag = "-U";
  else if (IsOption && takeName(Option, {"include-path=", "I"}))
    Flag = "-I";
  else if (IsOption && takeName(Option, {"std="}))
    Flag = "-std=";
  const bool IsMacro = Flag == "-D" || Flag == "-U";
  if (!Flag.empty() && !IsCut)
    To.Flags.push_back((Flag + Option).str());
  else if (IsMacro || takeName(Option, {"include", "pre-include"}) ||
           (IsCut && Option.empty())) {
    if (Flag == "-D" && Option.contains('='))
      Unknown.Name = Option.split('=').first.str();
    To.Values.push_back(std::move(Unknown));
  }
}

/// Macros, folders and the standard that a compiler is given, and the instances
/// of templates that it is asked for.
EmbeddedCuda Evaluator::optionsIn(const Compiler &How, Tokens Arguments,
                                  const Frame *In, unsigned Depth) {
  EmbeddedCuda Found;
  for (StringRef Keyword :
       {"options", "extra_cuda_cflags", "nvcc_options", "name_expressions"}) {
    const bool IsNamed = Keyword == "name_expressions";
    const Tokens Of =
        argument(Arguments, Keyword,
                 Keyword == "options" ? How.OptionsAt : std::nullopt);
    if (Of.empty() || Of.front().is("None") ||
        (Of.size() == 2 && Of.front().Span == 2))
      continue;
    Value V = evaluate(Of, In, Depth + 1);
    if (!V.IsSure || V.Texts.size() != 1)
      V = asText({}, Of);
    Elements Words = V.Texts.front();
    Words.push_back({0, 0, "", {}, false, true});
    const Token &Last = Of.back();
    const FormattedValue Unknown{
        "", Text.slice(Of.front().Offset, Last.Offset + Last.Text.size()).str(),
        placeOf(Of.front().Offset), true};
    std::string Word;
    bool IsCut = false;
    for (const Element &E : Words) {
      IsCut |= E.IsUnknown;
      if (!E.IsSeparator) {
        Word += IsCut ? "" : E.Text;
        continue;
      }
      // "-D", "PAD=1"
      const bool IsHalf =
          Word.size() == 2 && StringRef("DUI").contains(Word[1]);
      if (!IsCut && &E != &Words.back() &&
          (IsHalf || StringRef(Word).ends_with("-macro")))
        Word += IsHalf ? "" : "=";
      else if (!IsNamed)
        addOption(std::exchange(Word, ""), IsCut, Unknown, Found);
      else if (!IsCut)
        Found.Instances.push_back(std::exchange(Word, ""));
      IsCut = false;
    }
  }
  return Found;
}

/// Whether a condition of \p Text may depend on an option.
static bool testsMacros(StringRef Text) {
  for (StringRef Line : split(Text, '\n')) {
    Line = Line.ltrim();
    const bool IsDirective = Line.consume_front("#");
    Line = Line.ltrim();
    Line.consume_front("el");
    StringSet<> Words;
    if (IsDirective && Line.consume_front("if"))
      addWords(Line, Words);
    for (StringRef Word : Words.keys())
      if (!isDigit(Word[0]) && !Word.starts_with("__") && Word != "defined" &&
          Word != "def" && Word != "ndef")
        return true;
  }
  return false;
}

/// The kernels that \p Text defines, as far as a look at it tells.
static std::vector<std::string> kernelsIn(StringRef Text) {
  static const Regex Kernel(
      "__global__([^(;{]|__launch_bounds__[ \n]*\\([^)]*\\))*"
      "[^A-Za-z0-9_]([A-Za-z0-9_]+)[ \n]*\\(");
  std::vector<std::string> Names;
  for (size_t At; (At = Text.find("__global__")) != StringRef::npos;) {
    Text = Text.drop_front(At);
    // What a look is at ends with the parameters.
    const size_t End = std::min(Text.find('{'), Text.find("__global__", 1));
    SmallVector<StringRef> Parts;
    Names.push_back(Kernel.match(Text.take_front(End), &Parts) ? Parts[2].str()
                                                               : "");
    Text = Text.drop_front(1);
  }
  return Names;
}

/// Compiles \p Source.
void Evaluator::add(Elements Source, StringRef Include,
                    const EmbeddedCuda &Options, Value &Into) {
  const auto IncludesIt = [](const Element &E) {
    return StringRef(E.Text).contains("#include <torch/");
  };
  if (!Include.empty() && !Source.empty() && none_of(Source, IncludesIt)) {
    const size_t Begin = Source.front().Begin;
    Source.insert(Source.begin(), {Begin, Begin, Include.str(), {}});
  }
  EmbeddedCuda Made = write(Source);
  Made.Kernels = kernelsIn(Made.Text);
  if (Made.Kernels.empty())
    return;
  Made.Flags = Options.Flags;
  for (FormattedValue V : Options.Values) {
    V.IsWhole = testsMacros(Made.Text);
    if (V.IsWhole || !V.Name.empty())
      Made.Values.push_back(std::move(V));
  }
  auto Same = find_if(Sets, [&](const EmbeddedCuda &S) {
    return S.Text == Made.Text && S.Flags == Made.Flags &&
           S.Values.size() == Made.Values.size();
  });
  if (Same == Sets.end())
    Same = Sets.insert(Same, std::move(Made));
  for (const std::string &I : Options.Instances)
    if (!is_contained(Same->Instances, I))
      Same->Instances.push_back(I);
  Into.Kernels.emplace_back(size_t(Same - Sets.begin()), "");
}

/// Those kernels of \p Of that one of \p Arguments may be the name of, as far as
/// that is known; any where none is.
Value Evaluator::kernelOf(const Value &Of, Tokens Arguments, const Frame *In,
                          unsigned Depth) {
  Value Found;
  for (Tokens A : splitAtCommas(Of.Kernels.empty() ? Tokens() : Arguments)) {
    const bool IsNamed = A.size() > 2 && A[1].is("=");
    if (IsNamed && !A[0].Text.ends_with("name"))
      continue;
    const Value V = evaluate(A.drop_front(IsNamed ? 2 : 0), In, Depth);
    for (const Elements &Text : V.Texts) {
      std::string Known;
      for (const Element &E : Text) {
        if (E.IsUnknown)
          break;
        Known += E.Text;
      }
      const bool IsAll = V.IsSure && V.text().has_value();
      const StringRef Name = StringRef(Known).split('<').first;
      const auto Fits = [&](StringRef Kernel) {
        return IsAll || Name.size() != Known.size()
                   ? Kernel == Name
                   : !Name.empty() && Kernel.starts_with(Name);
      };
      for (const auto &[Set, Any] : Of.Kernels)
        for (const std::string &Kernel : Sets[Set].Kernels)
          if (Fits(Kernel))
            Found.Kernels.emplace_back(Set, Kernel);
    }
  }
  return Found.Kernels.empty() ? Of : Found;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

LaunchShape Evaluator::shapeOf(Tokens E, int64_t Most) {
  std::optional<unsigned> Extents[3];
  const std::vector<Tokens> Parts = splitAtCommas(tupleOf(E));
  const auto IsOpen = [](Tokens Of) { // (*b, 1), [8 for i in b]
    return Of.empty() || Of.front().is("*") || findOutside(Of, "for");
  };
  const auto Extent = [&](Tokens Of) {
    const auto Number = evaluate(Of).Number;
    return Number && *Number > 0 && *Number <= Most
               ? std::optional(unsigned(*Number))
               : std::nullopt;
  };
  if (any_of(Parts, IsOpen))
    return {};
  if (!Parts.empty() && Parts.size() <= 3)
    for (unsigned I = 0; I != 3; ++I)
      Extents[I] = I < Parts.size() ? Extent(Parts[I]) : 1u;
  else if (auto Number = Extent(E))
    return {Number, 1, 1};
  return {Extents[0], Extents[1], Extents[2]};
}

void Evaluator::launch(const Value &Callee, size_t Offset, Tokens Index,
                       Tokens Arguments, bool IsPrepared) {
  Tokens Block = argument(Arguments, "block"), Passed = Arguments;
  Tokens Grid = argument(Arguments, "grid");
  Tokens Shared = argument(Arguments, "shared_mem");
  const std::vector<Tokens> Parts = splitAtCommas(Arguments);
  if (IsPrepared) {
    Grid = argument(Arguments, "grid", 0);
    Block = argument(Arguments, "block", 1);
    Passed =
        Parts.size() > 2
            ? Arguments.drop_front(size_t(Parts[2].begin() - Arguments.begin()))
            : Tokens();
  } else if (findOutside(Index, ",")) {
    Grid = argument(Index, "", 0);
    Block = argument(Index, "", 1);
    Shared = argument(Index, "", 3);
  } else if (Block.empty()) {
    Grid = argument(Arguments, "grid", 0);
    Block = argument(Arguments, "block", 1);
    Passed = tupleOf(argument(Arguments, "args", 2));
    Shared = argument(Arguments, "shared_mem", 3);
  } else if (Tokens Named = argument(Arguments, "args"); !Named.empty()) {
    Passed = tupleOf(Named);
  }
  if (Shared.empty())
    Shared = argument(Arguments, "shared");
  if (Block.empty())
    return;
  LaunchRecord Record;
  Record.Source = LaunchSource::Launch;
  Record.Shape = shapeOf(Block, MaxBlockThreads);
  Record.Grid =
      Grid.empty() ? LaunchShape{1, 1, 1} : shapeOf(Grid, MaxGridExtents[0]);
  Record.Where = placeOf(Offset);
  for (const auto &[I, A] : enumerate(splitAtCommas(Passed))) {
    if (A.empty() || A[0].is("*") || (A.size() > 1 && A[1].is("=")))
      break;
    if (auto Number = evaluate(A).Number)
      Record.Arguments.push_back({unsigned(I), "", *Number});
  }
  const auto Bytes = Shared.empty() ? 0 : evaluate(Shared).Number;
  if (Bytes && *Bytes >= 0)
    Record.DynamicSharedBytes = uint64_t(*Bytes);
  for (const auto &[Set, Kernel] : Callee.Kernels)
    if (!Kernel.empty() || Sets[Set].Kernels.size() == 1)
      Sets[Set]
          .Launches[Kernel.empty() ? Sets[Set].Kernels[0] : Kernel]
          .push_back(Record);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

PythonSource Evaluator::run(const TokenList &List) {
  PythonSource Found;
  if (!List.Wrong.empty()) {
    const SMDiagnostic Wrong =
        Sources.GetMessage(SMLoc::getFromPointer(Text.data() + List.WrongAt),
                           SourceMgr::DK_Error, List.Wrong);
    CompilerError &E = Found.Errors.emplace_back();
    E.Where = {Wrong.getFilename().str(), unsigned(Wrong.getLineNo()),
               unsigned(Wrong.getColumnNo()) + 1};
    E.Message = List.Wrong;
    raw_string_ostream Out(E.Text);
    Wrong.print(nullptr, Out, /*ShowColors=*/false);
    return Found;
  }
  for (size_t Mark : List.Marks) { // Of the literals behind it or on its line.
    const size_t Line = Text.rfind('\n', Mark) + 1;
    const Tokens From = All.drop_until(
        [&](const Token &T) { return T.isString() && T.Offset >= Line; });
    Value Ignored;
    for (const Elements &E : evaluate(From.take_while([](const Token &T) {
                               return T.isString() || T.is("+");
                             })).Texts)
      add(E, "", {}, Ignored);
  }
  for (size_t I = 0; I != All.size(); ++I)
    if (All[I].isName() && !(I && (All[I - 1].is(".") || All[I - 1].is("def") ||
                                   All[I - 1].is("class"))))
      launchAt(All.drop_front(I));
  for (const Token &T : All) {
    const auto Holds = [&](const EmbeddedCuda &S) {
      return any_of(S.Literals, [&](const PythonLiteral &L) {
        return L.Begin == T.Literal.Begin;
      });
    };
    // A literal alone is a comment.
    if (T.isString() && !T.BeginsLine && T.Text.contains("__global__ ") &&
        T.Text.contains('{') && none_of(Sets, Holds))
      Found.Unused.push_back(placeOf(T.Offset));
  }
  Found.Modules = std::move(Sets);
  return Found;
}

} // namespace warplint::python

using namespace warplint;

PythonSource warplint::readPython(StringRef File, StringRef Text) {
  const size_t Mark = Text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  const python::TokenList List = python::tokensOf(Text, Mark, Text.size());
  return python::Evaluator(File, Text, List).run(List);
}
