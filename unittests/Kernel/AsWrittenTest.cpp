//===- AsWrittenTest.cpp - Places, types and names as text ----------------===//

#include "CudaSnippet.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"

using namespace warplint;

namespace {

/// The variable (or field) of that name; in a template's instantiation if there
/// is one.
const clang::ValueDecl *variable(Snippet &S, llvm::StringRef Name) {
  struct Finder : clang::DynamicRecursiveASTVisitor {
    llvm::StringRef Name;
    const clang::SourceManager *SM = nullptr;
    const clang::ValueDecl *Found = nullptr;
    void take(clang::ValueDecl *D) {
      if (D->getNameAsString() == Name &&
          !SM->isInSystemHeader(D->getLocation()) &&
          (!Found || !D->getDeclContext()->isDependentContext()))
        Found = D;
    }
    bool VisitVarDecl(clang::VarDecl *D) override { return take(D), true; }
    bool VisitFieldDecl(clang::FieldDecl *D) override { return take(D), true; }
  } Find;
  Find.ShouldVisitTemplateInstantiations = true;
  Find.Name = Name;
  Find.SM = &S.ast().getSourceManager(); // The stub's names are not meant.
  Find.TraverseDecl(S.ast().getTranslationUnitDecl());
  EXPECT_TRUE(Find.Found) << Name.str();
  return Find.Found;
}

std::string typeOf(const std::string &Code, llvm::StringRef Name) {
  Snippet S(Code);
  return declaredType(S.ast(), *variable(S, Name));
}

std::string inKernel(const std::string &Declaration, llvm::StringRef Name) {
  return typeOf("__global__ void k() { " + Declaration + " }", Name);
}

TEST(DeclaredType, DimensionsAreNumbers) {
  EXPECT_EQ(inKernel("__shared__ float a[256];", "a"), "float[256]");
  EXPECT_EQ(inKernel("enum { N = 32 }; __shared__ float a[N][N + 1];", "a"),
            "float[32][33]");
  EXPECT_EQ(inKernel("extern __shared__ double a[];", "a"), "double[]");
  EXPECT_EQ(inKernel("extern __shared__ char a[][16];", "a"), "char[][16]");
  EXPECT_EQ(inKernel("__shared__ int a;", "a"), "int");
}

TEST(DeclaredType, TemplateArgumentsAreNumbersInAnInstantiation) {
  EXPECT_EQ(typeOf("template <class T, int M, int N> __global__ void k() {"
                   "  __shared__ T a[M][N + 1]; }"
                   "template __global__ void k<float, 16, 8>();",
                   "a"),
            "float[16][9]");
}

TEST(DeclaredType, PatternShowsItsExpressions) {
  EXPECT_EQ(typeOf("template <class T, int N> __global__ void k() {"
                   "  __shared__ T a[N + 1]; }",
                   "a"),
            "T[N + 1]");
}

TEST(DeclaredType, ArrayTypedefsOpenAndElementNamesStay) {
  EXPECT_EQ(inKernel("typedef float Row[33]; __shared__ Row a[32];", "a"),
            "float[32][33]");
  EXPECT_EQ(inKernel("__shared__ half a[64];", "a"), "half[64]");
  EXPECT_EQ(inKernel("__shared__ float4 a[64];", "a"), "float4[64]");
  EXPECT_EQ(inKernel("__shared__ volatile int a[64];", "a"),
            "volatile int[64]");
}

TEST(DeclaredType, MemberTypedefsSayWhatTheyStandFor) {
  EXPECT_EQ(typeOf("template <class T> struct Traits { using Element = T; };"
                   "template <class T> __global__ void k() {"
                   "  __shared__ typename Traits<T>::Element a[8]; }"
                   "template __global__ void k<float>();",
                   "a"),
            "float[8]");
}

TEST(DeclaredType, RecordsWithoutANameAreStructs) {
  EXPECT_EQ(inKernel("__shared__ struct { float x[4]; } a[8];", "a"),
            "struct[8]");
  EXPECT_EQ(inKernel("struct { float x[4]; } a;", "x"), "float[4]");
}

TEST(DeclaredType, PlaceIsTheName) {
  Snippet S("__global__ void k() {\n  __shared__ float tile[8];\n}\n");
  EXPECT_EQ(declarationPlace(S.ast(), *variable(S, "tile")),
            (SourcePlace{"snippet.cu", 2, 20, 2, 24}));
}

TEST(KernelName, QualifiersWithoutArguments) {
  Snippet S(
      "namespace a { namespace { namespace b {\n"
      "template <class T, int N = 4> __global__ void k(T *p) {}\n"
      "template <int N> struct Gemm { static __device__ void run() {} };\n"
      "} } }\n"
      "template __global__ void a::b::k<float, 32>(float *);\n"
      "template __global__ void a::b::k<float4>(float4 *);\n"
      "__device__ void f() { a::b::Gemm<8>::run(); }\n");
  auto Kernels = S.functions("k");
  ASSERT_EQ(Kernels.size(), 2u);
  EXPECT_EQ(qualifiedName(*Kernels[0]), "a::b::k");
  EXPECT_EQ(templateArguments(*Kernels[0]), "<float, 32>");
  EXPECT_EQ(templateArguments(*Kernels[1]), "<float4, 4>");
  EXPECT_EQ(qualifiedName(*S.function("run")), "a::b::Gemm<8>::run");
  EXPECT_EQ(templateArguments(*S.function("run")), "");
}

TEST(KernelName, ArgumentsOfEveryKind) {
  Snippet S("enum class Mode { Fast };\n"
            "template <bool B, Mode M, class... T> __global__ void k() {}\n"
            "template __global__ void k<true, Mode::Fast, int, half>();\n");
  EXPECT_EQ(templateArguments(*S.function("k")),
            "<true, Mode::Fast, int, __half>");
}

/// The range of the initialiser of x.
clang::SourceRange initialiser(Snippet &S) {
  const auto *X = llvm::cast<clang::VarDecl>(variable(S, "x"));
  return X->getInit()->IgnoreImpCasts()->getSourceRange();
}

struct Written {
  SourcePlace Where;
  std::string Text;
  std::vector<FindingNote> Notes;
};

Written written(Snippet &S) {
  const clang::SourceManager &SM = S.ast().getSourceManager();
  const clang::LangOptions &LangOpts = S.ast().getLangOpts();
  clang::SourceRange Range = initialiser(S);
  return {toPlace(SM, LangOpts, Range), sourceText(SM, LangOpts, Range),
          macroNotes(SM, LangOpts, Range)};
}

TEST(Places, RangeEndsBehindItsLastToken) {
  Snippet S("int a[4];\n"
            "int x = a[1 +\n"
            "          2];\n");
  Written W = written(S);
  EXPECT_EQ(W.Where, (SourcePlace{"snippet.cu", 2, 9, 3, 13}));
  EXPECT_EQ(W.Text, "a[1 +\n          2]");
  EXPECT_TRUE(W.Notes.empty());
}

TEST(Places, WholeMacroIsItsUse) {
  Snippet S("int a[4];\n"
            "#define AT(i) a[i]\n"
            "int x = AT( 2 );\n");
  Written W = written(S);
  EXPECT_EQ(W.Where, (SourcePlace{"snippet.cu", 3, 9, 3, 16}));
  EXPECT_EQ(W.Text, "AT( 2 )");
  ASSERT_EQ(W.Notes.size(), 1u);
  EXPECT_EQ(W.Notes[0].Message, "expanded from macro 'AT'");
  EXPECT_EQ(W.Notes[0].Where, (SourcePlace{"snippet.cu", 2, 15, 2, 16}));
}

TEST(Places, ArgumentOfAMacroIsItself) {
  Snippet S("int a[4];\n"
            "#define SAME(v) (v)\n"
            "int x = SAME(a[2]);\n");
  const clang::SourceManager &SM = S.ast().getSourceManager();
  const auto *X = llvm::cast<clang::VarDecl>(variable(S, "x"));
  clang::SourceRange Range =
      X->getInit()->IgnoreParenImpCasts()->getSourceRange();
  EXPECT_EQ(toPlace(SM, S.ast().getLangOpts(), Range),
            (SourcePlace{"snippet.cu", 3, 14, 3, 18}));
  auto Notes = macroNotes(SM, S.ast().getLangOpts(), Range);
  ASSERT_EQ(Notes.size(), 1u);
  // The use of the parameter in the macro's body.
  EXPECT_EQ(Notes[0].Where, (SourcePlace{"snippet.cu", 2, 18, 2, 19}));
}

TEST(Places, PartlyFromAMacroIsTheWholeUse) {
  Snippet S("int a[4];\n"
            "#define FIRST(v) v[0]\n"
            "#define WRAP(v) FIRST(v)\n"
            "int x = WRAP(a);\n");
  Written W = written(S);
  EXPECT_EQ(W.Text, "WRAP(a)");
  ASSERT_EQ(W.Notes.size(), 2u);
  EXPECT_EQ(W.Notes[0].Message, "expanded from macro 'WRAP'");
  EXPECT_EQ(W.Notes[1].Message, "expanded from macro 'FIRST'");
}

TEST(Places, MacroAtOneEndReachesToTheOther) {
  Snippet S("int a[4];\n"
            "#define NAME a\n"
            "int x = NAME[2];\n");
  EXPECT_EQ(written(S).Text, "NAME[2]");
}

TEST(Places, LineDirectivesDoNotMoveTheFile) {
  Snippet S("int a[4];\n"
            "#line 700 \"generated.cu\"\n"
            "int x = a[2];\n");
  EXPECT_EQ(written(S).Where, (SourcePlace{"snippet.cu", 3, 9, 3, 13}));
}

TEST(Places, OutsideOfAnyFileIsNoPlace) {
  std::vector<std::string> Arguments = deviceArguments();
  Arguments.push_back("-DVALUE=4");
  Snippet S("int x = VALUE;\n", false, Arguments);
  const clang::SourceManager &SM = S.ast().getSourceManager();
  const clang::LangOptions &LangOpts = S.ast().getLangOpts();
  EXPECT_EQ(written(S).Text, "VALUE");
  clang::SourceLocation Spelling = SM.getSpellingLoc(initialiser(S).getBegin());
  EXPECT_FALSE(toPlace(SM, LangOpts, Spelling).isValid());
  EXPECT_FALSE(toPlace(SM, LangOpts, clang::SourceRange()).isValid());
  EXPECT_EQ(sourceText(SM, LangOpts, clang::SourceRange()), "");
}

} // namespace
