//===- PtxSource.cpp - A module of PTX as a source ------------------------===//

#include "warplint/Kernel/PtxSource.h"
#include "FunctionLifter.h"
#include "Kernel/Simplify/NvccEffort.h"
#include "Names.h"
#include "warplint/Support/Paths.h"
#include "warplint/Warp/PtxTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {

struct PtxFunction : SourceFunction {
  std::string Qualified, Arguments;
  const FunctionText *Text = nullptr; ///< Null: it was inlined everywhere.
};

/// Functions and variables by their names in the IR.
class PtxView final : public SourceView {
public:
  PtxView(StringRef File, StringRef Text)
      : File(File), Text(Text), M(std::make_unique<Module>(File, Context)),
        Where(this->Text, File, *M), In{this->Text, *M, Where, {}, {}, {}} {
    M->setTargetTriple(Triple("nvptx64-nvidia-cuda"));
    M->setDataLayout("e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-"
                     "n16:32:64");
    setEffort(*M, "assembler");
    lift();
  }

  /// Of the module's error; nothing where it has none.
  void readError(PtxSource &Into) const;

  Module &module() override { return *M; }
  void releaseCode() override { M.reset(); }
  const SourceFunction *function(StringRef Symbol) override {
    auto Found = Functions.find(Symbol.str());
    return Found == Functions.end() ? nullptr : &Found->second;
  }
  const SourceVariable *variable(StringRef Symbol) override {
    auto Found = Variables.find(Symbol.str());
    return Found == Variables.end() ? nullptr : &Found->second;
  }
  const SourceFunction *kernelOf(const TrialInstance &) override {
    return nullptr;
  }
  std::string qualifiedName(const SourceFunction &F) override {
    return of(F).Qualified;
  }
  std::string fullName(const SourceFunction &F) override {
    return of(F).Qualified;
  }
  std::string templateArguments(const SourceFunction &F) override {
    return of(F).Arguments;
  }
  StringRef textOf(const SourceFunction &) override { return ""; }
  bool isLibrary(const SourceFunction &F) override { return F.IsOfSystem; }
  std::optional<std::string> doubtOf(const SourceFunction &) override {
    return std::nullopt;
  }
  const std::vector<UndefinedMacro> &
  assumedFor(const SourceFunction &) override {
    return NoMacros;
  }
  BlockBounds boundsOf(const SourceFunction &Kernel) override;
  std::optional<ParameterPart> partOf(const SourceFunction &Kernel,
                                      unsigned Index, StringRef Path) override;
  std::vector<std::string> partNames(const SourceFunction &Kernel) override;
  std::optional<AccessPlace> find(const SourceFunction &,
                                  const AccessQuery &) override {
    return std::nullopt;
  }
  CopiedRecord copiedRecord(const SourceFunction &, DebugPlace,
                            uint64_t) override {
    return {};
  }
  std::set<DebugPlace> loopsLeftAlone(const SourceFunction &) override {
    return {};
  }
  StringSet<> variableNames() override { return ParameterNames; }
  std::vector<SourceMember> membersOf(const SourceVariable &) override {
    return {};
  }
  std::optional<SourceMember> memberNamedBy(const SourceVariable &,
                                            const SourceNode *) override {
    return std::nullopt;
  }
  std::optional<SourceFile> file(StringRef Path) override {
    return SourceFile{shownPath(Path), isOfSystem(Path)};
  }

private:
  static const PtxFunction &of(const SourceFunction &F) {
    return static_cast<const PtxFunction &>(F);
  }
  void lift();
  void declare(const FunctionText &F);
  void describe(const FunctionText &F);
  void describeVariables();
  SourcePlace placeOf(const Token &T) const;
  /// A file of a kernel is the user's, wherever it lies.
  bool isOfSystem(StringRef Path) const {
    return isInstalled(Path) && !KernelFiles.contains(Path);
  }

  const std::string File;
  ModuleText Text;
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Places Where;
  LiftedModule In;
  std::map<std::string, PtxFunction> Functions;
  std::map<std::string, SourceVariable> Variables;
  StringSet<> ParameterNames, KernelFiles;
  const std::vector<UndefinedMacro> NoMacros;
};

} // namespace

//===----------------------------------------------------------------------===//
// IR
//===----------------------------------------------------------------------===//

GlobalVariable *warplint::ptx::makeVariable(const Declared &D,
                                            const FunctionText *Inside,
                                            LiftedModule &Into) {
  LLVMContext &C = Into.M.getContext();
  const bool IsShared = D.Space == "shared", IsConstant = D.Space == "const";
  // One of a byte that is not extern is what MLIR declares dynamic memory as.
  const uint64_t Bytes = IsShared && D.Bytes == 1 && D.IsArray ? 0 : D.Bytes;
  Type *Ty = ArrayType::get(Type::getInt8Ty(C), Bytes);
  // What the module says of its values is what they are before the first launch.
  const bool IsUnset = Bytes > 0 && (IsShared || !D.IsExtern) && !IsConstant &&
                       D.Initializer.empty();
  Constant *Initial = IsUnset ? UndefValue::get(Ty) : nullptr;
  auto *G = new GlobalVariable(
      Into.M, Ty, IsConstant,
      Initial ? GlobalValue::InternalLinkage : GlobalValue::ExternalLinkage,
      Initial, D.Name.Text, nullptr, GlobalValue::NotThreadLocal,
      IsShared     ? NVPTXAS::ADDRESS_SPACE_SHARED
      : IsConstant ? NVPTXAS::ADDRESS_SPACE_CONST
                   : NVPTXAS::ADDRESS_SPACE_GLOBAL);
  G->setAlignment(Align(D.Align));
  Into.Variables[G] = {D, Inside};
  return G;
}

void PtxView::declare(const FunctionText &F) {
  SmallVector<Type *, 8> Types;
  auto *Pointer = PointerType::get(Context, 0);
  const bool ByValue = F.IsEntry || !F.Body;
  auto IsWhole = [&](const Declared &D) { return ByValue && !D.IsArray; };
  auto TypeOf = [&](const Declared &D) -> Type * {
    return IsWhole(D) && !D.IsPointer
               ? llvm::IntegerType::get(Context, unsigned(D.Bytes) * 8)
               : static_cast<Type *>(Pointer);
  };
  Type *Result = Type::getVoidTy(Context);
  if (returnsNumber(F))
    Result = TypeOf(F.Returns.front());
  else
    transform(F.Returns, std::back_inserter(Types), TypeOf);
  transform(F.Parameters, std::back_inserter(Types), TypeOf);
  auto *Made =
      Function::Create(FunctionType::get(Result, Types, /*isVarArg=*/false),
                       GlobalValue::ExternalLinkage, F.Name.Text, *M);
  In.Names[F.Name.Text] = Made;
  In.Functions[Made] = &F;
  if (!F.IsEntry)
    return;
  Made->setCallingConv(CallingConv::PTX_Kernel);
  for (auto [Number, D] : enumerate(F.Parameters)) {
    Argument &A = *Made->getArg(unsigned(Number));
    A.setName(parameterName(F, unsigned(Number)));
    if (D.IsPointer)
      A.addAttr(Attribute::getWithAlignment(Context, Align(D.Align)));
    if (!D.IsArray)
      continue;
    A.addAttr(Attribute::getWithByValType(
        Context, ArrayType::get(Type::getInt8Ty(Context), D.Bytes)));
    A.addAttr(Attribute::getWithAlignment(Context, Align(D.Align)));
    A.addAttr(Attribute::ReadOnly); // PTX ISA 9.0, section 5.1.6.1.
  }
}

void PtxView::lift() {
  if (Text.Problem)
    return;
  for (auto &[Number, Path] : Text.Files)
    Path = shownPath(Path);
  for (const Declared &D : Text.Variables)
    for (const std::string &Name : D.names())
      In.Names[Name] = makeVariable(D, nullptr, In);
  for (const FunctionText &F : Text.Functions)
    declare(F);
  for (auto [Alias, Base] : Text.Aliases)
    if (Value *Of = In.Names.lookup(Base))
      In.Names[Alias] = Of;
  for (Function &F : *M)
    if (auto Found = In.Functions.find(&F);
        Found != In.Functions.end() && Found->second->Body && !Text.Problem)
      liftFunction(*Found->second, F, In);
  if (Text.Problem)
    return;
  Where.finish();
  for (const FunctionText &F : Text.Functions)
    if (F.Body && F.IsEntry)
      KernelFiles.insert(Where.fileOf(F));
  for (const FunctionText &F : Text.Functions)
    describe(F);
  for (const auto &[Symbol, Of] : Where.Inlined) {
    auto [It, IsNew] = Functions.try_emplace(Symbol);
    if (!IsNew)
      continue;
    It->second.Name = It->second.Qualified = Of.Name;
    It->second.Where.File = Of.File;
    It->second.IsOfSystem = isOfSystem(Of.File);
    It->second.Pattern = &It->second;
  }
  describeVariables();
}

//===----------------------------------------------------------------------===//
// Names and places
//===----------------------------------------------------------------------===//

SourcePlace PtxView::placeOf(const Token &T) const {
  const auto [Line, Column] = Where.Lines.at(Text.offsetOf(T));
  return {File, Line, Column, Line, Column + unsigned(T.Text.size())};
}

void PtxView::describe(const FunctionText &Of) {
  PtxFunction &F = Functions[Of.Name.Text.str()];
  const DemangledName Names = demangled(Of.Name.Text);
  F.Name = Names.Base;
  F.Qualified = Names.Qualified;
  F.Arguments = Names.Arguments;
  F.Text = &Of;
  F.Where = F.Declared = F.Extent = placeOf(Of.Name);
  F.Pattern = &F;
  F.IsKernel = Of.IsEntry;
  F.IsInstance = !F.Arguments.empty();
  F.HasBody = Of.Body.has_value();
  if (!Of.Body)
    return;
  const SourcePlace End = placeOf(Of.End);
  F.Extent.EndLine = End.EndLine;
  F.Extent.EndColumn = End.EndColumn;
  F.IsOfSystem = !Of.IsEntry && isOfSystem(Where.fileOf(Of));
  if (Of.IsEntry)
    Reached.push_back(&F);
  for (unsigned I = 0; Of.IsEntry && I != Of.Parameters.size(); ++I)
    ParameterNames.insert(parameterName(Of, I));
}

void PtxView::describeVariables() {
  for (const auto &[G, From] : In.Variables) {
    const auto &[D, Inside] = From;
    SourceVariable &V = Variables[G->getName().str()];
    V.Name = demangledVariable(D.Name.Text);
    V.Type = "." + D.Type.str();
    if (D.IsArray)
      V.Type += D.Bytes == 0
                    ? "[]"
                    : "[" +
                          std::to_string(D.Bytes * 8 /
                                         std::max(typeBits(D.Type), 8u)) +
                          "]";
    V.Declared = placeOf(D.Name);
    V.Bytes = D.Bytes;
    if (Inside)
      V.In = function(Inside->Name.Text);
  }
}

BlockBounds PtxView::boundsOf(const SourceFunction &Kernel) {
  BlockBounds Bounds;
  const FunctionText *Of = of(Kernel).Text;
  if (!Of)
    return Bounds;
  Bounds.MostThreads = Of->MostThreads;
  LaunchRecord R;
  R.Where = Kernel.Declared;
  R.Source = Of->Required ? LaunchSource::Attribute : LaunchSource::Elsewhere;
  R.IsOpen = !Of->Required;
  if (Of->Required)
    R.Shape = *Of->Required;
  Bounds.Required = R;
  return Bounds;
}

std::optional<ParameterPart> PtxView::partOf(const SourceFunction &Kernel,
                                             unsigned Index, StringRef Path) {
  const FunctionText *Of = of(Kernel).Text;
  if (!Of || Index >= Of->Parameters.size() || !Path.empty())
    return std::nullopt;
  const Declared &D = Of->Parameters[Index];
  ParameterPart Part;
  Part.Name = parameterName(*Of, Index);
  Part.Parameter = Index;
  // nvcc writes u32 for int, too, and u64 for pointers.
  Part.Type = D.IsArray     ? ParameterPart::Kind::Other
              : D.IsPointer ? ParameterPart::Kind::Pointer
                            : ParameterPart::Kind::Signed;
  return Part;
}

std::vector<std::string> PtxView::partNames(const SourceFunction &Kernel) {
  std::vector<std::string> Names;
  if (const FunctionText *Of = of(Kernel).Text)
    for (unsigned I = 0; I != Of->Parameters.size(); ++I)
      Names.push_back(parameterName(*Of, I));
  return Names;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void PtxView::readError(PtxSource &Into) const {
  if (!Text.Problem)
    return;
  const auto [Line, Column] = Where.Lines.at(Text.Problem->Offset);
  StringRef Whole =
      Text.source().drop_front(Text.Problem->Offset - (Column - 1));
  CompilerError &E = Into.Errors.emplace_back();
  E.Where = {File, Line, Column};
  E.Message = Text.Problem->Why;
  raw_string_ostream Out(E.Text);
  SMDiagnostic(SourceMgr(), SMLoc(), File, int(Line), int(Column) - 1,
               SourceMgr::DK_Error, Text.Problem->Why,
               Whole.take_until([](char C) { return C == '\n'; }), {})
      .print(nullptr, Out, /*ShowColors=*/false);
}

PtxSource warplint::readPtx(StringRef File, StringRef Text) {
  PtxSource Source;
  auto View = std::make_unique<PtxView>(File, Text);
  View->readError(Source);
  if (Source.Errors.empty())
    Source.View = std::move(View);
  return Source;
}

std::string warplint::architectureOfPtx(StringRef Text) {
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.trim();
    if (Line.consume_front(".target"))
      return Line.trim()
          .take_until([](char C) {
            return C == ',' || C == ' ' || C == '\t' || C == '/';
          })
          .str();
    if (Line.starts_with(".entry") || Line.starts_with(".visible"))
      break;
  }
  return "";
}
