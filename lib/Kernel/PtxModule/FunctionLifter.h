//===- FunctionLifter.h - A function of a module as LLVM IR -----*- C++ -*-===//
//
// Registers are variables that mem2reg makes values of; labels are blocks. What
// loads and stores is a load or a store, and all else that touches memory stays
// one statement of inline assembly, as InlinePtx.h leaves it. A parameter of a
// .func is passed by its address, as is what it returns: SROA sees the rest.
// Where a .func has no body, numbers are passed as such.
//
//   ld.shared.v2.f32 {%f1, %f2}, [%r1+8];
//   =>  load <2 x i32>, ptr addrspace(3) inttoptr (%r1 + 8)
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_FUNCTIONLIFTER_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_FUNCTIONLIFTER_H

#include "Kernel/Ptx/Registers.h"
#include "LiftedModule.h"
#include "llvm/ADT/DenseSet.h"
#include <set>

namespace warplint::ptx {

class FunctionLifter {
public:
  FunctionLifter(const FunctionText &Text, llvm::Function &F, LiftedModule &In)
      : Text(Text), F(F), In(In),
        Entry(llvm::BasicBlock::Create(F.getContext(), "", &F)),
        Statements(readStatements(*Text.Body)),
        B(F.getContext(), llvm::InstSimplifyFolder(F.getDataLayout()),
          llvm::IRBuilderCallbackInserter([](llvm::Instruction *) {})),
        Registers(F, In.Names, B) {}

  void lift();

private:
  // Names.
  void bindParameters();
  void bindParameter(const Declared &D, llvm::Argument &A);
  void findLabels();
  llvm::BasicBlock *labelled(const Token &Label);
  void declare(const Statement &S);
  llvm::AllocaInst *variable(uint64_t Bytes, uint64_t Align);

  // Statements.
  void check(const Statement &S);
  void checkDeclaration(const Statement &S);
  void checkEnd(const Statement &S);
  void execute(const Statement &S);
  void executeInstruction(const Statement &S);
  void executeRegisters(const Statement &S);
  void leave(const Statement &S);
  void write(const Statement &S, llvm::ArrayRef<llvm::Value *> Results,
             llvm::Value *Guard, bool IsUnknown = false);
  llvm::Value *guardOf(const Statement &S);

  // Control.
  llvm::BasicBlock *newBlock() {
    return llvm::BasicBlock::Create(F.getContext(), "", &F);
  }
  void goTo(llvm::BasicBlock *Block);
  void branch(const Statement &S);
  void indirectBranch(const Statement &S);
  void leaveFunction(const Statement &S);
  void returnFromHere();
  llvm::BasicBlock *enterIfGuarded(const Statement &S);

  // Memory.
  bool access(const Statement &S);
  llvm::Value *pointerTo(Tokens Inside, unsigned Space);
  void load(const Statement &S, llvm::Value *Pointer, unsigned Bits);
  void store(const Statement &S, llvm::Value *Pointer, unsigned Bits);

  // Calls.
  void call(const Statement &S);
  void callUnknown(llvm::Value *Address, llvm::ArrayRef<llvm::Value *> Results,
                   llvm::ArrayRef<llvm::Value *> Given);
  void callKnown(llvm::Function &Callee, const Token &At,
                 llvm::ArrayRef<llvm::Value *> Results,
                 llvm::ArrayRef<llvm::Value *> Given);
  llvm::Value *passed(Tokens Operand, bool IsReturned);

  const FunctionText &Text;
  llvm::Function &F;
  LiftedModule &In;
  llvm::BasicBlock *Entry;
  const std::vector<Statement> Statements;
  Builder B;
  RegisterFile Registers;
  /// The scopes that the current statement stands in, by number.
  llvm::SmallVector<unsigned, 4> Scopes = {0};
  unsigned NumScopes = 1;
  std::map<std::pair<unsigned, llvm::StringRef>, llvm::BasicBlock *> Labels;
  /// Variables that a body declares, with their scopes.
  std::set<std::pair<unsigned, llvm::StringRef>> DeclaredVariables;
  /// Headers of the loops that `.pragma "nounroll"` is about.
  llvm::DenseSet<const llvm::BasicBlock *> KeptRolled;
  /// Of .branchtargets, by its label.
  llvm::StringMap<Tokens> Targets;
  /// Parameters and results of a .func that are registers.
  std::vector<std::pair<Token, llvm::Value *>> ReturnedRegisters;
};

/// Fills \p F with the body of \p Text. Problems are noted in the module's text.
void liftFunction(const FunctionText &Text, llvm::Function &F,
                  LiftedModule &In);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_FUNCTIONLIFTER_H
