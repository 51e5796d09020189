//===- SourceIndexCodeGenTest.cpp - The index against Clang's CodeGen -----===//
//
// The locations, the order and the widths that SourceIndex promises are
// CodeGen's, not ours: a rich kernel is emitted, and every memory instruction
// in it that does not touch the function's frame must find an expression of its
// own kind and width.
//
//===----------------------------------------------------------------------===//

#include "CudaSnippet.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Kernel/SourceIndex.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <functional>
#include <map>

using namespace warplint;

namespace {

using Visitor =
    std::function<void(clang::ASTContext &, clang::CodeGenerator &)>;

class EmitConsumer : public clang::ASTConsumer {
public:
  EmitConsumer(clang::CodeGenerator &Generator, Visitor Visit)
      : Generator(Generator), Visit(std::move(Visit)) {}
  void HandleTranslationUnit(clang::ASTContext &Context) override {
    Visit(Context, Generator);
  }

private:
  clang::CodeGenerator &Generator;
  Visitor Visit;
};

class EmitAction : public clang::ASTFrontendAction {
public:
  explicit EmitAction(Visitor Visit) : Visit(std::move(Visit)) {}

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    clang::CodeGenOptions &Options = CI.getCodeGenOpts();
    Options.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
    Options.DebugColumnInfo = true;
    Options.OptimizationLevel = 2;
    auto Generator = std::unique_ptr<clang::CodeGenerator>(CreateLLVMCodeGen(
        CI.getDiagnostics(), "snippet", CI.getVirtualFileSystemPtr(),
        CI.getHeaderSearchOpts(), CI.getPreprocessorOpts(), Options, LLVM));
    auto Check = std::make_unique<EmitConsumer>(*Generator, Visit);
    std::vector<std::unique_ptr<clang::ASTConsumer>> Both;
    Both.push_back(std::move(Generator));
    Both.push_back(std::move(Check));
    return std::make_unique<clang::MultiplexConsumer>(std::move(Both));
  }

private:
  Visitor Visit;
  llvm::LLVMContext LLVM;
};

/// One memory access of an instruction.
struct Emitted {
  const clang::FunctionDecl *Function;
  AccessQuery Query;
  bool Whole; ///< Of a memcpy.
};

/// True for what is no access of the user's: the function's frame, and the
/// image that an aggregate of constants is initialised from.
bool isInFrame(const llvm::Value *Pointer) {
  const llvm::Value *Object = llvm::getUnderlyingObject(Pointer);
  if (const auto *Image = llvm::dyn_cast<llvm::GlobalVariable>(Object))
    return Image->isConstant() && Image->hasPrivateLinkage();
  if (const auto *Argument = llvm::dyn_cast<llvm::Argument>(Object))
    return Argument->hasByValAttr();
  return llvm::isa<llvm::AllocaInst>(Object);
}

class Emission {
public:
  Emission(clang::CodeGenerator &Generator, const clang::ASTContext &Context)
      : Generator(Generator), Context(Context) {}

  std::vector<Emitted> accesses() {
    for (llvm::Function &F : *Generator.GetModule()) {
      Function = llvm::dyn_cast_or_null<clang::FunctionDecl>(
          Generator.GetDeclForMangledName(F.getName()));
      if (!Function || F.isDeclaration() || isFromStub())
        continue;
      Seen.clear();
      for (llvm::BasicBlock &Block : F)
        for (llvm::Instruction &I : Block)
          visit(I, F.getDataLayout());
    }
    return Found;
  }

private:
  bool isFromStub() const {
    return Context.getSourceManager().isInSystemHeader(Function->getLocation());
  }

  void visit(llvm::Instruction &I, const llvm::DataLayout &Layout) {
    if (auto *L = llvm::dyn_cast<llvm::LoadInst>(&I))
      add(I, AccessVerb::Load, L->getPointerOperand(),
          Layout.getTypeStoreSize(L->getType()));
    if (auto *S = llvm::dyn_cast<llvm::StoreInst>(&I))
      add(I, AccessVerb::Store, S->getPointerOperand(),
          Layout.getTypeStoreSize(S->getValueOperand()->getType()));
    if (auto *C = llvm::dyn_cast<llvm::MemCpyInst>(&I)) {
      uint64_t Size =
          llvm::cast<llvm::ConstantInt>(C->getLength())->getZExtValue();
      add(I, AccessVerb::Load, C->getSource(), Size, true);
      add(I, AccessVerb::Store, C->getDest(), Size, true);
    }
  }

  void add(llvm::Instruction &I, AccessVerb Verb, const llvm::Value *Pointer,
           uint64_t Bytes, bool Whole = false) {
    const llvm::DebugLoc &Location = I.getDebugLoc();
    if (!Location || isInFrame(Pointer))
      return;
    AccessQuery Query{Location.getLine(), Location.getCol(), Verb,
                      static_cast<unsigned>(Bytes)};
    Query.Ordinal = Seen[{Query.Line, Query.Column, Verb}]++;
    Found.push_back({Function, Query, Whole});
  }

  clang::CodeGenerator &Generator;
  const clang::ASTContext &Context;
  const clang::FunctionDecl *Function = nullptr;
  std::map<std::tuple<unsigned, unsigned, AccessVerb>, unsigned> Seen;
  std::vector<Emitted> Found;
};

// Every form of access, each with the array and the index that no other access
// of its line has.
const char *const Forms = R"cuda(
#define FLOAT4(p) (reinterpret_cast<float4 *>(&(p))[0])
#define STEP(i) do { s[i] = u[i + 1]; u[i + 2] = s[i + 3] + d[i]; } while (0)
#define COPY(to, from) to[t] = from[t + 1], to[t + 2] = from[t + 3]
#define LOOP(n) for (int i = 0; s[i] < n; u[i] += 1, ++i) d[i] = s[i + n]
struct Pair { float x, y; };
struct Odd { float x, y, z; };
struct Nested { Pair pair[2]; float4 v; };
struct View {
  float *p;
  __device__ float &operator[](int i) const { return p[i]; }
  __device__ float get(int i) const { return p[i + 1]; }
};
template <int N> __device__ float corner(float (&r)[32][N], int i) {
  return r[i][N - 1];
}
template <class T> __device__ void twice(T *to, const T *from, int i) {
  to[i] = from[i + 1];
  T copy = from[i + 2];
  to[i + 3] = copy;
}
__global__ void __attribute__((block_size((64, 1, 1)))) k(float *out, int n) {
  __shared__ float s[256], u[256], m[32][33];
  __shared__ double d[64];
  __shared__ int si[64];
  __shared__ float4 s4[64];
  __shared__ Odd so[64];
  __shared__ Nested sn[16];
  int t = threadIdx.x;
  s[t] = out[t];
  s[t] += out[t + 1];
  s[t]++;
  --si[t + 2];
  int before = si[t]--;
  sn[t].pair[1].x = s[t * 2];
  s4[t] = s4[t + 1];
  float4 v = s4[t * 2];
  float4 w(s4[t + 3]), x{s4[t + 4]}, y = {s4[t + 5]};
  so[t] = so[t + 1];
  sn[t] = sn[t + 1];
  sn[t].v = v;
  float &r = s[t + 7];
  r += 1;
  r = out[2];
  out[3] = n ? s[t] : u[t + 3];
  (n ? s[t] : u[t + 3]) = 2;
  w = n ? s4[t] : s4[t + 1];
  FLOAT4(s[t * 4]) = FLOAT4(out[t * 4]);
  FLOAT4(out[t * 4]) = FLOAT4(s[t * 4]);
  STEP(t);
  COPY(s4, s4);
  LOOP(2);
  for (float &e : s) out[1] += e;
  for (float e : u) out[1] += e;
  Pair pair = {s[t], u[t + 9]};
  float4 many[2] = {s4[t], s4[t + 1]};
  auto [first, second, third] = so[t];
  *(s + t) = *(u + t + 1);
  (*(sn + t)).pair[0].y = (sn + t)->v.z;
  reinterpret_cast<float4 &>(s[4 * t]) = v;
  float4 z = *reinterpret_cast<const float4 *>(&s[4 * t]);
  volatile float *quick = s;
  quick[t] += quick[t + 4];
  s[t] = u[t + 1] = 0;
  out[4] = (s[t] = 5) + (u[t] += 5) + ++s[t + 1];
  out[5] = (t, s[t + 2]);
  float *walk = s;
  *walk++ = out[6];
  out[7] = *++walk;
  do out[8] += s[t]; while (u[t] > 0 && s[t + 1] < 1);
  if (s[t] > 0 || u[t] > 0) out[9] = 1;
  switch (si[t]) { case 1: out[10] = s[t]; }
  if (sizeof(int) == 4) out[11] = s[t]; else out[11] = u[t];
  View view{s};
  view[t] = view[t + 1] + view.get(t);
  auto lambda = [&](int i) { float4 l = s4[i]; s[i] = l.x; return u[i]; };
  out[12] = lambda(t) + corner(m, t);
  twice(s4, s4, t);
  twice(d, d, t);
  new (&s4[t]) float4(v);
  out[13] = reinterpret_cast<unsigned short *>(s)[t];
  out[14] = before + x.x + y.y + z.z + pair.x + many[1].x + first + third;
}
)cuda";

class SourceIndexCodeGen : public testing::Test {
protected:
  void onForms(std::function<void(clang::ASTContext &, SourceIndex &,
                                  const std::vector<Emitted> &)>
                   Check) {
    bool Ran = false;
    auto Visit = [&](clang::ASTContext &Context, clang::CodeGenerator &G) {
      Ran = true;
      ASSERT_TRUE(G.GetModule());
      SourceIndex Index(Context);
      Check(Context, Index, Emission(G, Context).accesses());
    };
    std::string Code =
        "__device__ inline void *operator new(size_t, void *p) noexcept "
        "{ return p; }\n";
    EXPECT_TRUE(clang::tooling::runToolOnCodeWithArgs(
        std::make_unique<EmitAction>(Visit), Code + Forms, deviceArguments(),
        "snippet.cu"));
    EXPECT_TRUE(Ran);
  }
};

TEST_F(SourceIndexCodeGen, EveryAccessFindsAnExpressionOfItsWidth) {
  onForms([](clang::ASTContext &Context, SourceIndex &Index,
             const std::vector<Emitted> &Accesses) {
    // The kernel above has well over a hundred accesses.
    EXPECT_GT(Accesses.size(), 100u);
    for (const Emitted &E : Accesses) {
      const AccessQuery &Q = E.Query;
      std::string Where = std::to_string(Q.Line) + ":" +
                          std::to_string(Q.Column) + ", " +
                          std::to_string(Q.Bytes) + " bytes, " +
                          (Q.Verb == AccessVerb::Load ? "load" : "store");
      std::optional<AccessPlace> Place = Index.find(E.Function, Q);
      ASSERT_TRUE(Place) << Where;
      const auto *Expr =
          llvm::dyn_cast<clang::Expr>(ClangView::stmtOf(Place->Node));
      ASSERT_TRUE(Expr) << Where;
      clang::QualType Type = Expr->getType();
      if (const auto *New = llvm::dyn_cast<clang::CXXNewExpr>(Expr))
        Type = New->getAllocatedType();
      EXPECT_EQ(Context.getTypeSizeInChars(Type).getQuantity(), Q.Bytes)
          << Where << ": " << Place->Text;
    }
  });
}

TEST_F(SourceIndexCodeGen, NoTwoAccessesShareAnExpression) {
  onForms([](clang::ASTContext &, SourceIndex &Index,
             const std::vector<Emitted> &Accesses) {
    std::map<
        std::tuple<const clang::FunctionDecl *, const SourceNode *, AccessVerb>,
        std::string>
        Owners;
    for (const Emitted &E : Accesses) {
      std::optional<AccessPlace> Place = Index.find(E.Function, E.Query);
      ASSERT_TRUE(Place);
      std::string Where = std::to_string(E.Query.Line) + ":" +
                          std::to_string(E.Query.Column) + " " + Place->Text;
      auto [Owner, New] =
          Owners.try_emplace({E.Function, Place->Node, E.Query.Verb}, Where);
      EXPECT_TRUE(New) << Owner->second << " and " << Where;
    }
  });
}

TEST_F(SourceIndexCodeGen, EveryCopyOfARecordIsListed) {
  onForms([](clang::ASTContext &, SourceIndex &Index,
             const std::vector<Emitted> &Accesses) {
    unsigned Copies = 0;
    for (const Emitted &E : Accesses)
      if (E.Whole) {
        ++Copies;
        EXPECT_TRUE(Index
                        .copiedRecord(E.Function, E.Query.Line, E.Query.Column,
                                      E.Query.Bytes)
                        .AlignBytes)
            << E.Query.Line << ":" << E.Query.Column;
      }
    EXPECT_GT(Copies, 20u);
  });
}

} // namespace
