//===- AccessTags.cpp - Which source access an instruction came from ------===//

#include "AccessTags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {

static constexpr const char *TagKind = "warplint.access";

/// What an instruction does to memory, or nothing.
static std::optional<AccessVerb> verbOf(const Instruction &I) {
  if (isa<LoadInst>(I))
    return AccessVerb::Load;
  if (isa<StoreInst, MemSetInst>(I))
    return AccessVerb::Store;
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return AccessVerb::Atomic;
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (Call->isInlineAsm())
      return AccessVerb::Load; // Refined once the text is read.
    if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
        Intrinsic && !isa<DbgInfoIntrinsic>(Intrinsic) &&
        !Intrinsic->isLifetimeStartOrEnd() && Intrinsic->mayReadOrWriteMemory())
      return AccessVerb::Load;
  }
  return std::nullopt;
}

/// Local variables are SROA's to remove, and the source index does not count
/// them.
static bool isLocal(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer)
    return false;
  const Value *Object = getUnderlyingObject(Pointer);
  const auto *Parameter = dyn_cast<Argument>(Object);
  return isa<AllocaInst>(Object) || (Parameter && Parameter->hasByValAttr());
}

/// Accesses of one kind at one place are counted together.
static unsigned countedAs(const Instruction &I, AccessVerb Verb) {
  bool IsCall = isa<CallBase>(I) && !isa<MemIntrinsic>(I);
  return IsCall ? unsigned(AccessVerb::Wmma) + 1 : unsigned(Verb);
}

/// The instruction that inline assembly is; empty for all else.
static StringRef wordOf(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const auto *Asm =
      Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  if (!Asm)
    return "";
  auto [First, Rest] = Asm->getAsmString().split(' ');
  return First.starts_with("@") ? Rest.split(' ').first : First;
}

static MDNode *makeTag(LLVMContext &C, unsigned Number) {
  return MDNode::get(C, ConstantAsMetadata::get(
                            ConstantInt::get(Type::getInt32Ty(C), Number)));
}

/// The file as an absolute path, unless it was compiled under a relative one.
static std::string fileOf(const DILocation &Loc) {
  SmallString<128> Path(Loc.getFilename());
  if (!sys::path::is_absolute(Path) && !Loc.getDirectory().empty()) {
    Path = Loc.getDirectory();
    sys::path::append(Path, Loc.getFilename());
  }
  return std::string(Path);
}

const SourceFunction *AccessTags::functionOf(const DISubprogram &F) const {
  auto Known = Functions.find(&F);
  // Of a module of PTX some were inlined everywhere.
  return Known != Functions.end() ? Known->second
                                  : View.function(F.getLinkageName());
}

std::vector<CallFrame> AccessTags::callChainOf(const Instruction &I) const {
  std::vector<CallFrame> Chain;
  const DILocation *Loc = I.getDebugLoc();
  while (Loc && (Loc = Loc->getInlinedAt())) {
    CallFrame Frame;
    Frame.File = fileOf(*Loc);
    Frame.Line = Loc->getLine();
    Frame.Column = Loc->getColumn();
    if (const DISubprogram *Caller = Loc->getScope()->getSubprogram()) {
      Frame.CallerName = Caller->getName().str();
      Frame.Caller = functionOf(*Caller);
    }
    Chain.push_back(std::move(Frame));
  }
  return Chain;
}

void AccessTags::tagModule() {
  for (Function &F : View.module()) {
    if (F.isDeclaration())
      continue;
    const SourceFunction *D = View.function(F.getName());
    if (const DISubprogram *Subprogram = F.getSubprogram())
      Functions[Subprogram] = D;
    // Several accesses at one place (a macro with two loads) are told apart by
    // their order.
    std::map<std::tuple<unsigned, unsigned, unsigned>, unsigned> Seen;
    std::map<std::tuple<const DILocation *, unsigned, const Type *, StringRef>,
             MDNode *>
        Copies;
    for (BasicBlock &BB : F) {
      for (Instruction &I : BB) {
        std::optional<AccessVerb> Verb = verbOf(I);
        if (!Verb || isLocal(I))
          continue;
        // What CodeGen adds by itself stands where the function does.
        if (!I.getDebugLoc() && F.getSubprogram())
          I.setDebugLoc(DILocation::get(I.getContext(),
                                        F.getSubprogram()->getLine(), 0,
                                        F.getSubprogram()));
        const DebugLoc &Loc = I.getDebugLoc();
        if (!Loc)
          continue;
        const Type *Moved =
            getLoadStorePointerOperand(&I) ? getLoadStoreType(&I) : I.getType();
        if (I.isVolatile())
          I.setMetadata(VolatileInSource, MDNode::get(I.getContext(), {}));
        MDNode *&Copied = Copies[{Loc.get(), I.getOpcode(), Moved, wordOf(I)}];
        // A compiler's copies of one access stand in a module one by one.
        if (Copied && !View.clang()) {
          I.setMetadata(TagKind, Copied);
          continue;
        }
        std::unique_ptr<SourceAccess> Source = sourceAt(*Loc);
        if (!Loc->getInlinedAt()) // Clang inlines nothing yet.
          Source->Function = D;
        Source->Verb = *Verb;
        auto Next = [&](AccessVerb V) {
          return Seen[{Loc.getLine(), Loc.getCol(), countedAs(I, V)}]++;
        };
        Source->Ordinal = Next(*Verb);
        if (isa<MemIntrinsic>(I))
          Source->StoreOrdinal =
              isa<MemSetInst>(I) ? Source->Ordinal : Next(AccessVerb::Store);
        Copied = makeTag(I.getContext(), Model.Sources.size());
        I.setMetadata(TagKind, Copied);
        Model.Sources.push_back(std::move(Source));
      }
    }
  }
}

std::optional<unsigned> AccessTags::numberOf(const Instruction &I) {
  const MDNode *Tag = I.getMetadata(TagKind);
  if (!Tag)
    return std::nullopt;
  return mdconst::extract<ConstantInt>(Tag->getOperand(0))->getZExtValue();
}

const SourceAccess *AccessTags::sourceOf(const Instruction &I) const {
  std::optional<unsigned> Number = numberOf(I);
  return Number ? Model.Sources[*Number].get() : nullptr;
}

std::unique_ptr<SourceAccess>
AccessTags::sourceAt(const DILocation &Loc) const {
  auto Source = std::make_unique<SourceAccess>();
  if (const DISubprogram *In = Loc.getScope()->getSubprogram())
    Source->Function = functionOf(*In);
  Source->File = fileOf(Loc);
  Source->Line = Loc.getLine();
  Source->Column = Loc.getColumn();
  return Source;
}

const SourceAccess *AccessTags::placeOf(const Instruction &I) {
  const SourceAccess *Tagged = sourceOf(I);
  if (Tagged || !I.getDebugLoc())
    return Tagged;
  Model.Sources.push_back(sourceAt(*I.getDebugLoc()));
  return Model.Sources.back().get();
}

SourcePlace debugPlace(const DILocation *Loc) {
  return Loc ? SourcePlace{Loc->getFilename().str(), Loc->getLine(),
                           Loc->getColumn()}
             : SourcePlace();
}

void AccessTags::omit(const Instruction &I, std::string Name, std::string Why) {
  LeftOut Out;
  Out.Name = std::move(Name);
  Out.Why = std::move(Why);
  Out.Where = debugPlace(I.getDebugLoc());
  // The instances of a template say the same.
  if (none_of(Model.Omitted, [&](const LeftOut &Other) {
        return std::tie(Other.Where.File, Other.Where.Line, Other.Where.Column,
                        Other.Name, Other.Why) ==
               std::tie(Out.Where.File, Out.Where.Line, Out.Where.Column,
                        Out.Name, Out.Why);
      }))
    Model.Omitted.push_back(std::move(Out));
}

void AccessTags::tagLike(Instruction &I, const Instruction &Like,
                         AccessVerb Verb) {
  const SourceAccess *From = sourceOf(Like);
  if (!From)
    return;
  auto Source = std::make_unique<SourceAccess>(*From);
  Source->Verb = Verb;
  if (Verb == AccessVerb::Store)
    Source->Ordinal = From->StoreOrdinal;
  I.setMetadata(TagKind, makeTag(I.getContext(), Model.Sources.size()));
  Model.Sources.push_back(std::move(Source));
}

void AccessTags::copyTag(Instruction &To, const Instruction &From) {
  if (MDNode *Tag = From.getMetadata(TagKind))
    To.setMetadata(TagKind, Tag);
}

void AccessTags::setVerb(const Instruction &I, AccessVerb Verb) {
  if (std::optional<unsigned> Number = numberOf(I))
    Model.Sources[*Number]->Verb = Verb;
}

const SourceAccess *AccessTags::partOf(const Instruction &I, unsigned Part,
                                       AccessVerb Verb) {
  // Statements at one place, of a macro, are fewer.
  constexpr unsigned OrdinalsOfPart = 64;
  std::optional<unsigned> Number = numberOf(I);
  if (!Number)
    return nullptr;
  if (Part == 0) {
    setVerb(I, Verb);
    return sourceOf(I);
  }
  const SourceAccess *&Known = Parts[{*Number, Part}];
  if (!Known) {
    auto Source = std::make_unique<SourceAccess>(*Model.Sources[*Number]);
    Source->Verb = Verb;
    Source->Ordinal += Part * OrdinalsOfPart;
    Known = Source.get();
    Model.Sources.push_back(std::move(Source));
  }
  return Known;
}

} // namespace warplint
