//===- UnknownLayouts.cpp - Offsets behind a stand-in's size --------------===//

#include "UnknownLayouts.h"
#include "Frontend/StandIns/StandInDoubts.h"
#include "warplint/Frontend/UnknownCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace warplint {
namespace {

/// A class that holds a stand-in.
struct UnknownLayout {
  unsigned First = 0; ///< Of the fields that lie at or behind one.
  std::string Of;     ///< The stand-in.
};

class LayoutHider {
public:
  LayoutHider(clang::ASTContext &AST, clang::CodeGenerator &Generator)
      : AST(AST), Generator(Generator), M(*Generator.GetModule()) {}

  void run() {
    findLayouts();
    expandConstants();
    for (GlobalVariable &G : M.globals())
      if (const UnknownLayout *Layout = layoutOf(G.getValueType()))
        G.addAttribute(UnknownCall, "the size of '" + Layout->Of + "'");
    for (Function &F : M) {
      for (Instruction &I : make_early_inc_range(instructions(F)))
        if (auto *Gep = dyn_cast<GetElementPtrInst>(&I))
          if (const UnknownLayout *Layout = hiddenIn(cast<GEPOperator>(*Gep)))
            hide(*Gep, *Layout);
      if (F.isDeclaration())
        markStandIn(F);
    }
  }

private:
  void findLayouts() {
    // Making LLVM's types may make more of clang's.
    std::vector<const clang::RecordDecl *> Records;
    for (const clang::Type *T : AST.getTypes())
      if (const auto *Record = dyn_cast<clang::RecordType>(T))
        if (const clang::RecordDecl *R = Record->getDecl()->getDefinition();
            R && R->isCompleteDefinition() && !R->isDependentContext() &&
            !R->isInvalidDecl())
          Records.push_back(R);
    clang::CodeGen::CodeGenModule &CGM = Generator.CGM();
    for (const clang::RecordDecl *R : Records) {
      clang::QualType T = AST.getCanonicalTagType(R);
      const clang::NamedDecl *Held = standInHeldBy(T);
      if (!Held)
        continue;
      UnknownLayout Layout;
      Layout.Of = Held->getQualifiedNameAsString();
      const auto *Class = dyn_cast<clang::CXXRecordDecl>(R);
      bool HasBase = Class && any_of(Class->bases(), [](const auto &Base) {
                       return standInHeldBy(Base.getType()) != nullptr;
                     });
      if (!isStandIn(*R) && !R->isUnion() && !HasBase)
        for (const clang::FieldDecl *F : R->fields())
          if (standInHeldBy(F->getType())) {
            Layout.First = clang::CodeGen::getLLVMFieldNumber(CGM, R, F);
            break;
          }
      Layouts[clang::CodeGen::convertTypeForMemory(CGM, T)] = std::move(Layout);
    }
  }

  const UnknownLayout *layoutOf(Type *T) const {
    while (auto *Array = dyn_cast<ArrayType>(T))
      T = Array->getElementType();
    auto It = Layouts.find(T);
    return It == Layouts.end() ? nullptr : &It->second;
  }

  /// What makes the offset of \p Gep unknown, if anything does.
  const UnknownLayout *hiddenIn(const GEPOperator &Gep) const {
    for (gep_type_iterator It = gep_type_begin(Gep), End = gep_type_end(Gep);
         It != End; ++It) {
      const auto *Index = dyn_cast<ConstantInt>(It.getOperand());
      if (StructType *Struct = It.getStructTypeOrNull()) {
        const UnknownLayout *Layout = layoutOf(Struct);
        if (Layout && Index->getZExtValue() >= Layout->First)
          return Layout;
      } else if (!Index || !Index->isZero()) {
        if (const UnknownLayout *Layout = layoutOf(It.getIndexedType()))
          return Layout;
      }
    }
    return nullptr;
  }

  /// Makes instructions of the constant addresses in question.
  void expandConstants() {
    SetVector<Constant *> Work, Hidden;
    for (GlobalVariable &G : M.globals())
      Work.insert(&G);
    for (size_t I = 0; I != Work.size(); ++I)
      for (User *U : Work[I]->users())
        if (auto *C = dyn_cast<ConstantExpr>(U)) {
          Work.insert(C);
          const auto *Gep = dyn_cast<GEPOperator>(C);
          if (Gep && hiddenIn(*Gep))
            Hidden.insert(C);
        }
    convertUsersOfConstantsToInstructions(Hidden.getArrayRef(), nullptr,
                                          /*RemoveDeadConstants=*/false,
                                          /*IncludeSelf=*/true);
  }

  Function &unknown(const UnknownLayout &Layout) {
    Function *&F = Unknown[Layout.Of];
    if (F)
      return *F;
    LLVMContext &Context = M.getContext();
    F = Function::Create(
        FunctionType::get(Type::getInt64Ty(Context), /*isVarArg=*/false),
        GlobalValue::ExternalLinkage, "warplint.unknown", M);
    F->addFnAttr(UnknownCall, "the size of '" + Layout.Of + "'");
    F->addFnAttr(Attribute::NoUnwind);
    F->addFnAttr(Attribute::WillReturn);
    // Not memory(none): two of them are not the same.
    F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    return *F;
  }

  void hide(GetElementPtrInst &Gep, const UnknownLayout &Layout) {
    if (Gep.getType()->isVectorTy())
      return;
    IRBuilder<> Builder(&Gep);
    Value *Offset = Builder.CreateCall(&unknown(Layout));
    Value *Place =
        Builder.CreatePtrAdd(Gep.getPointerOperand(), Offset, Gep.getName());
    Gep.replaceAllUsesWith(Place);
    Gep.eraseFromParent();
  }

  void markStandIn(Function &F) {
    const auto *D = dyn_cast_or_null<clang::FunctionDecl>(
        Generator.GetDeclForMangledName(F.getName()));
    if (!D || !isStandIn(*D))
      return;
    const auto *Method = dyn_cast<clang::CXXMethodDecl>(D);
    const clang::NamedDecl *Named = D;
    if (Method && !(D->getIdentifier() && Method->isStatic()))
      Named = Method->getParent();
    std::string Name = Named->getQualifiedNameAsString();
    // What is of no class of its own has no name that the user knows.
    F.addFnAttr(UnknownCall, StringRef(Name).starts_with("__warplint::")
                                 ? ""
                                 : "'" + Name + "'");
  }

  clang::ASTContext &AST;
  clang::CodeGenerator &Generator;
  Module &M;
  DenseMap<Type *, UnknownLayout> Layouts;
  std::map<std::string, Function *> Unknown;
};

} // namespace

void hideUnknownLayouts(clang::ASTContext &AST,
                        clang::CodeGenerator &Generator) {
  LayoutHider(AST, Generator).run();
}

} // namespace warplint
