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
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warplint::python {

static constexpr Compiler Compilers[] = {
    {"load_inline", "cuda_sources", 2, "#include <torch/types.h>\n"}, // PyTorch
    {"_compile_kernel", "kernel_source", 0},                          // PyTorch
    {"RawKernel", "code", 0},                                         // CuPy
    {"RawModule", "code", 0},                                         // CuPy
    {"SourceModule", "source", 0},                                    // PyCUDA
    {"nvrtcCreateProgram", "src", 0}, // cuda-python
    {"create_program", "src", 0},
    {"Program", "code", 0}, // cuda.core
};

/// Functions and methods that hand on a string as far as C++ is concerned.
static constexpr StringLiteral HandOn[] = {
    "dedent",    "cleandoc", "str",        "bytes",
    "encode",    "decode",   "strip",      "lstrip",
    "rstrip",    "replace",  "join",       "format",
    "indent",    "Template", "substitute", "safe_substitute",
    "expandtabs"};

Evaluator::Evaluator(StringRef File, StringRef Text, const TokenList &List)
    : File(File), Text(Text), All(List.All), Known(List.All) {
  Sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(Text, File, /*RequiresNullTerminator=*/false),
      SMLoc());
}

Value Evaluator::called(StringRef Function, const Value &Receiver,
                        Tokens Arguments, const Frame *In, unsigned Depth) {
  for (const Compiler &C : Compilers)
    if (C.Name == Function)
      return compile(C, Arguments, In, Depth);
  if (!Receiver.Kernels.empty()) // get_function(name)
    return kernelOf(Receiver, Arguments, In, Depth);
  const Tokens First = argument(Arguments, "", 0);
  Value V;
  if (is_contained(HandOn, Function)) {
    V = Receiver.Texts.empty() || Function == "join"
            ? evaluate(First, In, Depth)
            : Receiver;
    if (Function == "format" || Function.ends_with("substitute"))
      V = formatted(
          V, Function == "format" ? PythonFormat::Braces : PythonFormat::Dollar,
          Arguments, In, Depth);
  } else if (Function.ltrim('u').starts_with("int")) { // int(n), np.int32(n)
    V.Number = evaluate(First, In, Depth).Number;
  } else {
    for (const auto &[I, S] : enumerate(Known.Scopes)) {
      const Frame Inner{unsigned(I), Arguments, In};
      if (I && S.Name == Function && !S.IsClass)
        for (Tokens Returned : S.Returns)
          V.add(evaluate(Returned, &Inner, Depth + 1));
    }
    V.Number.reset();
    V.IsSure = false;
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
  Value Found;
  for (const Elements &E : Source.Texts)
    add(E, How.Include, optionsIn(Arguments, In, Depth), Found);
  return kernelOf(Found, Arguments, In, Depth);
}

/// Macros, folders and the standard that a compiler is given, and the instances
/// of templates that it is asked for.
EmbeddedCuda Evaluator::optionsIn(Tokens Arguments, const Frame *In,
                                  unsigned Depth) {
  EmbeddedCuda Found;
  for (StringRef Keyword :
       {"options", "extra_cuda_cflags", "nvcc_options", "name_expressions"})
    for (const Token &T : behindName(argument(Arguments, Keyword))) {
      if (!T.isString())
        continue;
      const Value V = evaluate(T, In, Depth + 1);
      std::string Word;
      for (const Element &E : V.Texts.empty() ? Elements() : V.Texts.front())
        Word += E.IsUnknown ? "" : E.Text;
      const StringRef Option = StringRef(Word).ltrim('-');
      if (Keyword == "name_expressions") {
        if (auto Name = V.text())
          Found.Instances.push_back(*Name);
      } else if (StringRef(Word).starts_with("-") &&
                 (Option.starts_with("D") || Option.starts_with("I") ||
                  Option.starts_with("std="))) {
        Found.Flags.push_back(("-" + Option).str());
      }
    }
  return Found;
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
    SmallVector<StringRef> Parts;
    Names.push_back(Kernel.match(Text.take_front(Text.find('{')), &Parts)
                        ? Parts[2].str()
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
  std::vector<std::string> Kernels = kernelsIn(Made.Text);
  if (Kernels.empty())
    return;
  Made.Flags = Options.Flags;
  auto Same = find_if(Sets, [&](const EmbeddedCuda &S) {
    return S.Text == Made.Text && S.Flags == Made.Flags;
  });
  if (Same == Sets.end()) {
    Same = Sets.insert(Same, std::move(Made));
    KernelsOf.push_back(std::move(Kernels));
  }
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
        for (const std::string &Kernel : KernelsOf[Set])
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
  const auto Extent = [&](Tokens Of) {
    const auto Number = evaluate(Of).Number;
    return Number && *Number > 0 && *Number <= Most
               ? std::optional(unsigned(*Number))
               : std::nullopt;
  };
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
    if (A.size() > 1 && A[1].is("="))
      break;
    if (auto Number = evaluate(A).Number)
      Record.Arguments.push_back({unsigned(I), "", *Number});
  }
  const auto Bytes = Shared.empty() ? 0 : evaluate(Shared).Number;
  if (Bytes && *Bytes >= 0)
    Record.DynamicSharedBytes = uint64_t(*Bytes);
  for (const auto &[Set, Kernel] : Callee.Kernels)
    if (!Kernel.empty() || KernelsOf[Set].size() == 1)
      Sets[Set].Launches[Kernel.empty() ? KernelsOf[Set][0] : Kernel].push_back(
          Record);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

PythonSource Evaluator::run(const TokenList &List) {
  PythonSource Found;
  if (!List.Wrong.empty()) {
    raw_string_ostream Out(Found.Errors);
    Sources
        .GetMessage(SMLoc::getFromPointer(Text.data() + List.WrongAt),
                    SourceMgr::DK_Error, List.Wrong)
        .print(nullptr, Out, /*ShowColors=*/false);
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
