//===- PythonSourceTest.cpp - Literals, values, launches ------------------===//

#include "warplint/Python/PythonSource.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace warplint;

namespace {

/// The one text of `RawKernel(Literal, "f")`, without blanks around it.
std::string cudaOf(StringRef Literal, StringRef Before = "") {
  const std::string Python =
      (Before + "RawKernel(" + Literal + ", 'f')\n").str();
  const PythonSource Source = readPython("a.py", Python);
  EXPECT_EQ(textOf(Source.Errors), "");
  if (Source.Modules.size() != 1)
    return "modules: " + utostr(Source.Modules.size());
  EXPECT_EQ(Source.Modules[0].Text.size(), Source.Modules[0].Origins.size());
  return StringRef(Source.Modules[0].Text).trim().str();
}

TEST(PythonSource, ReadsEveryKindOfLiteral) {
  for (StringRef Prefix : {"", "r", "R", "u", "b", "rb", "Br", "f", "Rf", "t"})
    for (StringRef Quote : {"'", "\"", "'''", "\"\"\""})
      EXPECT_EQ(cudaOf((Prefix + Quote + "__global__ f;" + Quote).str()),
                "__global__ f;")
          << Prefix.str() << Quote.str();
}

TEST(PythonSource, KnowsWhereEachByteWasWritten) {
  const StringRef Python =
      "N = 12345\nRawKernel(f'__global__ f(\\\"a\\\\n\\\", {N}, 7);')";
  const PythonSource Source = readPython("a.py", Python);
  ASSERT_EQ(Source.Modules.size(), 1u);
  const EmbeddedCuda &Module = Source.Modules[0];
  EXPECT_EQ(Module.Text, "\n__global__ f(\"a\\n\", 12345, 7);");
  const auto OriginOf = [&](StringRef What) {
    const auto [Begin, End] = Module.Origins[Module.Text.find(What)];
    return Python.slice(Begin, End);
  };
  EXPECT_EQ(OriginOf("7"), "7");
  EXPECT_EQ(OriginOf("2345"), "{N}");
  EXPECT_EQ(OriginOf("\""), "\\\"");
}

TEST(PythonSource, DecodesEscapes) {
  EXPECT_EQ(cudaOf(R"('__global__ \x41\102\u0043\t\'\d;')"),
            "__global__ ABC\t'\\d;");
  EXPECT_EQ(cudaOf(R"(r'__global__ "\n";')"), R"(__global__ "\n";)");
  EXPECT_EQ(cudaOf("'#if A\\n__global__ f;\\n#endif'"),
            "#if A\n__global__ f;\n#endif");
}

TEST(PythonSource, JoinsLiterals) {
  EXPECT_EQ(cudaOf("'__global__ f' \"(int)\" + (';')"), "__global__ f(int);");
  EXPECT_EQ(cudaOf("('__global__ vo'\n 'id f;')"), "__global__ void f;");
  EXPECT_EQ(cudaOf("a + '__global__ g;'", "a = 'int b;'\n"),
            "int b;__global__ g;");
  // What begins a line begins it where it stands.
  EXPECT_EQ(cudaOf("a + '__global__ g;'", "a = 'int b;\\n'\n\n"),
            "int b;\n\n__global__ g;");
  EXPECT_EQ(cudaOf("a", "a = '__global__ g;'\na += 'b'\na += 'c'\n"),
            "__global__ g;bc");
}

TEST(PythonSource, KnowsWhatIsBoundOnceToAConstant) {
  EXPECT_EQ(cudaOf("f'__global__ f{N};'", "N = 2 * 8 - 1\n"),
            "__global__ f15;");
  EXPECT_EQ(cudaOf("f'__global__ f[{N}];'", "N = 1\nN = 2\n"),
            "__global__ f[N];");
  EXPECT_EQ(cudaOf("f'__global__ f[{N}];'", "for N in a: pass\n"),
            "__global__ f[N];");
  EXPECT_EQ(
      cudaOf("f'__global__ f[{N}];'", "N = 1\ndef f():\n  global N\n  N = 2\n"),
      "__global__ f[N];");
  EXPECT_EQ(cudaOf("f'__global__ f[{N}];'", "N = 1\nN *= 2\n"),
            "__global__ f[N];");
  EXPECT_EQ(cudaOf("'__global__ f[{}, {a}];'.format(3, a=\"x\")"),
            "__global__ f[3, x];");
  EXPECT_EQ(cudaOf("'__global__ f[%d %% %s];' % (3, 'y')"),
            "__global__ f[3 % y];");
}

TEST(PythonSource, ReadsTemplatesOfTheLibrary) {
  EXPECT_EQ(cudaOf("T.substitute(N=3, M=x)",
                   "T = Template('__global__ f[$N + ${M}] $$;')\n"),
            "__global__ f[3 + M] $;");
}

TEST(PythonSource, KnowsNoKernelByANameThatIsComputed) {
  const PythonSource Source = readPython("a.py", R"(
M = RawModule(code="__global__ void f() {} __global__ void g() {}",
              name_expressions=["f", "g"])
k = M.get_function(f"{g}")
k((1,), (32,), ())
)");
  ASSERT_EQ(Source.Modules.size(), 1u);
  EXPECT_TRUE(Source.Modules[0].Launches.empty());
}

TEST(PythonSource, KnowsAKernelByTheBeginOfItsName) {
  const PythonSource Source = readPython("a.py", R"(
NAMES = ["g", "f"]
M = RawModule(code="__global__ void f(int a) {} __global__ void g_a() {}")
for t in x:
  K[t] = M.get_function(f"g_{t}")
def run(t):
  K[t]((1,), (32,), ())
  k = M.get_function(NAMES[1])
  k.prepared_call((1, 1), (64, 1, 1), 7)
)");
  ASSERT_EQ(Source.Modules.size(), 1u);
  const auto &Launches = Source.Modules[0].Launches;
  ASSERT_EQ(Launches.size(), 2u);
  EXPECT_EQ(Launches.at("g_a")[0].Shape, (LaunchShape{32, 1, 1}));
  EXPECT_EQ(Launches.at("f")[0].Shape, (LaunchShape{64, 1, 1}));
  EXPECT_EQ(Launches.at("f")[0].Arguments[0].Value, 7);
}

TEST(PythonSource, NamesAValueAsNothingElseIsNamed) {
  const PythonSource Source = readPython(
      "a.py", "RawKernel(f'__global__ f(int N) {{ N = {N} + {N:d}; }}')");
  ASSERT_EQ(Source.Modules.size(), 1u);
  ASSERT_EQ(Source.Modules[0].Values.size(), 2u);
  EXPECT_NE(Source.Modules[0].Values[0].Name, "N");
  EXPECT_EQ(Source.Modules[0].Values[0].Where.Column, 40u);
}

TEST(PythonSource, FindsLaunches) {
  const PythonSource Source = readPython("a.py", R"(
B = 64
def make():
  return cp.RawKernel("__global__ void __launch_bounds__(64) f(int n) {}", "f")
k = make()
k((1,), (B, 2), (7, x), shared_mem=48)
k((n,), (n, 4))
make()(1, 96)
other((1,), (2,))
)");
  ASSERT_EQ(Source.Modules.size(), 1u);
  const auto &Launches = Source.Modules[0].Launches.at("f");
  ASSERT_EQ(Launches.size(), 3u);
  EXPECT_EQ(Launches[0].Shape, (LaunchShape{64, 2, 1}));
  EXPECT_EQ(Launches[0].Grid, (LaunchShape{1, 1, 1}));
  EXPECT_EQ(Launches[0].DynamicSharedBytes, 48u);
  ASSERT_EQ(Launches[0].Arguments.size(), 1u);
  EXPECT_EQ(Launches[0].Arguments[0].Value, 7);
  EXPECT_EQ(Launches[0].Where.Line, 6u);
  EXPECT_EQ(Launches[1].Shape, (LaunchShape{{}, 4, 1}));
  EXPECT_EQ(Launches[2].Shape, (LaunchShape{96, 1, 1}));
}

TEST(PythonSource, PutsEditsIntoLiterals) {
  const StringRef Python = "RawKernel(f'__global__ f[{n}] a;\\n', 'f')";
  const PythonSource Source = readPython("a.py", Python);
  ASSERT_EQ(Source.Modules.size(), 1u);
  const auto Edit = [&](size_t Offset, size_t Length, std::string Text) {
    return editOfPython({Offset, Length, std::move(Text)}, Source.Modules[0],
                        Python);
  };
  const size_t At = Source.Modules[0].Text.find(" a;") + 1;
  ASSERT_TRUE(Edit(At, 1, "{n}"));
  EXPECT_EQ(Edit(At, 1, "b[n]{}")->Text, "b[{n}]{{}}");
  EXPECT_EQ(Edit(At, 1, "b")->Offset, Python.find(" a;") + 1);
  EXPECT_FALSE(Edit(At, 1, "b\nc"));  // One line.
  EXPECT_FALSE(Edit(At - 3, 1, "4")); // Not what is there.
  EXPECT_FALSE(Edit(At + 2, 1, "4")); // An escape.
}

TEST(PythonSource, TakesAnything) {
  const StringRef Hostile[] = {
      "f'{",
      "f'{{{'",
      "'\\",
      "r'\\'",
      "\"\"\"\\",
      "RawKernel(",
      "RawKernel()",
      "RawKernel(,)",
      "x = x\nRawKernel(x)",
      "def f(a): return f(a)\nRawKernel(f(1))",
      "a = b\nb = a\nRawKernel(f'__global__{a}')",
      "def",
      "class",
      "x =",
      "= 1",
      "(,) = 1",
      "for",
      "import",
      "RawKernel(('__global__' % ))",
      "RawKernel('__global__{'.format())",
      "RawKernel(f'__global__{')')",
      "RawKernel('__global__\\N{DASH}\\x')",
      "RawKernel('__global__ {}{a.b[0]}'.format)",
      "k = RawKernel('__global__ f(')\nk[,](,)\nk()()[]()",
      "\xff\xfe",
      "a\0b"};
  for (StringRef Python : Hostile)
    (void)readPython("a.py", Python);
  // No text has 2^20 elements, and no look at a kernel goes past the next.
  std::string Doubled = "s0 = '__global__ '\n";
  for (unsigned I = 0; I != 20; ++I)
    Doubled += formatv("s{0} = s{1} + s{1}\n", I + 1, I);
  EXPECT_TRUE(readPython("a.py", Doubled + "RawKernel(s20)\n").Modules.empty());
  EXPECT_EQ(readPython("a.py", Doubled + "RawKernel(s11)\n")
                .Modules[0]
                .Kernels.size(),
            2048u);
}

} // namespace
