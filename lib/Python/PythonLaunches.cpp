//===- PythonLaunches.cpp - Launches of kernels in a Python file ----------===//
//
//   kernel((8,), (256,), (x, n), shared_mem=1024)     CuPy
//   kernel(x, n, block=(256, 1, 1), grid=(8, 1))      PyCUDA
//   kernel(grid=(8, 1, 1), block=(256, 1, 1), args=[x, n])
//   kernel[8, 256](x, n)
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint::python {

/// The one of the kernels of \p In that an argument is the name of; empty without
/// one.
std::string Kernels::kernelNamed(Tokens Arguments,
                                 const std::vector<size_t> &In) const {
  for (Tokens A : splitAtCommas(Arguments)) {
    if (A.size() == 3 && A[1].is("="))
      A = A.drop_front(2);
    if (A.size() != 1 || !A.front().isString())
      continue;
    const PythonLiteral &L = A.front().Literal;
    const StringRef Name = Text.slice(L.Begin, L.End).split('<').first;
    for (size_t Set : In)
      if (is_contained(Sets[Set].Kernels, Name))
        return Name.str();
  }
  return "";
}

/// The kernel, or the set of kernels, that \p E is.
Kernels::Handle Kernels::handleOf(Tokens E, unsigned Depth) const {
  E = withoutParentheses(E);
  Handle Found;
  if (E.empty() || Depth > MaximumDepth)
    return Found;
  if (const std::string Name = dottedName(E); !Name.empty()) {
    for (const Binding *B : Known.find(Name, E.front().Offset)) {
      Handle Other = handleOf(B->Value, Depth + 1);
      append_range(Found.Sets, Other.Sets);
      if (Found.Kernel.empty())
        Found.Kernel = std::move(Other.Kernel);
    }
    return Found;
  }
  // A call of the name before the last parenthesis, of what stands before that.
  if (!E.back().is(")"))
    return Found;
  size_t Open = 0;
  for (size_t I = 0; I < E.size();)
    if (E[I].is("(") || E[I].is("[") || E[I].is("{")) {
      Open = I;
      I = behindBracket(E, I);
    } else {
      ++I;
    }
  if (Open == 0 || !E[Open - 1].isName())
    return Found;
  const Tokens Arguments = E.slice(Open + 1, E.size() - Open - 2);
  if (auto It = SetsOfCall.find(E[Open - 1].Offset); It != SetsOfCall.end())
    Found.Sets = It->second;
  else if (Open > 2 && E[Open - 2].is("."))
    Found = handleOf(E.take_front(Open - 2), Depth + 1);
  if (!Found.Sets.empty()) {
    if (!Arguments.empty()) // get_function(name): which one is not known, else.
      Found.Kernel = kernelNamed(Arguments, Found.Sets);
    return Found;
  }
  for (Tokens Returned : returnsOf(E[Open - 1].Text))
    if (Found = handleOf(Returned, Depth + 1); !Found.Sets.empty())
      break;
  return Found;
}

/// The elements of a tuple or list, also behind a name; empty for others.
Tokens Kernels::tupleOf(Tokens E, unsigned Depth) const {
  E = withoutParentheses(E);
  if (E.empty() || Depth > MaximumDepth)
    return {};
  if ((E.front().is("(") || E.front().is("[")) &&
      behindBracket(E, 0) == E.size())
    return E.slice(1, E.size() - 2);
  const std::string Name = dottedName(E);
  return Name.empty()
             ? Tokens()
             : tupleOf(Known.valueOf(Name, E.front().Offset), Depth + 1);
}

LaunchShape Kernels::shapeOf(Tokens E, int64_t Most) const {
  std::optional<unsigned> Extents[3];
  const std::vector<Tokens> Parts = splitAtCommas(tupleOf(E));
  const auto Extent = [&](Tokens Of) {
    const auto Number = Known.numberOf(Of);
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

void Kernels::launch(Tokens Callee, Tokens Index, Tokens Arguments) {
  Tokens Block = argument(Arguments, "block", std::nullopt);
  Tokens Grid = argument(Arguments, "grid", std::nullopt);
  Tokens Shared = argument(Arguments, "shared_mem", std::nullopt);
  Tokens Passed = Arguments;
  if (!Index.empty()) {
    Grid = argument(Index, "", 0);
    Block = argument(Index, "", 1);
    Shared = argument(Index, "", 3);
  } else if (Block.empty()) {
    Grid = argument(Arguments, "grid", 0);
    Block = argument(Arguments, "block", 1);
    Passed = tupleOf(argument(Arguments, "args", 2));
    if (Shared.empty())
      Shared = argument(Arguments, "shared_mem", 3);
  } else if (Tokens Named = argument(Arguments, "args", std::nullopt);
             !Named.empty()) {
    Passed = tupleOf(Named);
  }
  if (Shared.empty())
    Shared = argument(Arguments, "shared", std::nullopt);
  if (Block.empty())
    return;
  const Handle Of = handleOf(Callee);
  LaunchRecord Record;
  Record.Source = LaunchSource::Launch;
  Record.Shape = shapeOf(Block, MaxBlockThreads);
  Record.Grid =
      Grid.empty() ? LaunchShape{1, 1, 1} : shapeOf(Grid, MaxGridExtents[0]);
  const auto [Line, Column] = lineAndColumn(Text, Callee.front().Offset);
  Record.Where = {File.str(), Line, Column};
  for (const auto &[I, A] : enumerate(splitAtCommas(Passed))) {
    if (A.size() > 1 && A[1].is("="))
      break;
    if (auto Number = Known.numberOf(A))
      Record.Arguments.push_back({unsigned(I), "", *Number});
  }
  if (auto Bytes = Known.numberOf(Shared); Bytes && *Bytes >= 0)
    Record.DynamicSharedBytes = uint64_t(*Bytes);
  else if (Shared.empty())
    Record.DynamicSharedBytes = 0;
  for (size_t Set : Of.Sets) {
    SourceSet &In = Sets[Set];
    if (!Of.Kernel.empty())
      In.Launches[Of.Kernel].push_back(Record);
    else if (In.Kernels.size() == 1)
      In.Launches[In.Kernels.front().str()].push_back(Record);
  }
}

void Kernels::findLaunches() {
  std::vector<size_t> Opens, OpenOf(All.size());
  for (size_t I = 0; I != All.size(); ++I) {
    const Token &T = All[I];
    if (T.is(")") || T.is("]") || T.is("}")) {
      OpenOf[I] = Opens.back();
      Opens.pop_back();
    }
    const bool IsCall = T.is("(") && I && !T.BeginsLine;
    if (T.is("(") || T.is("[") || T.is("{"))
      Opens.push_back(I);
    if (!IsCall)
      continue;
    // What is called: a name, a call, or either with an index.
    size_t Begin = I;
    Tokens Index;
    if (All[I - 1].is("]")) {
      Begin = OpenOf[I - 1];
      Index = All.slice(Begin + 1, I - Begin - 2);
    }
    const size_t End = Begin;
    while (Begin) {
      if (All[Begin - 1].is(")"))
        Begin = OpenOf[Begin - 1];
      if (!Begin || !All[Begin - 1].isName())
        break;
      --Begin;
      if (!Begin || !All[Begin - 1].is("."))
        break;
      --Begin;
    }
    if (Begin == End || (Begin && All[Begin - 1].is("def")))
      continue;
    const size_t Behind = behindBracket(All, I);
    launch(All.slice(Begin, End - Begin), Index,
           All.slice(I + 1, Behind - I - 2));
  }
}

} // namespace warplint::python
