//===- Cubin.cpp - Reading a compiler's output ----------------------------===//

#include "warplint/MachineCode/Cubin.h"
#include "Sass.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/DataExtractor.h"
#include <map>

using namespace llvm;

namespace warplint {
namespace {

using ELFFile = object::ELF64LEFile;
using Section = ELFFile::Elf_Shdr;

struct Place {
  std::string File;
  unsigned Line = 0;
};

class CubinReader {
public:
  explicit CubinReader(const ELFFile &File) : File(File) {}

  Expected<MachineCode> read();

private:
  Error readSections();
  Error readLines();
  std::vector<unsigned> relocatedSections(unsigned Of) const;
  void readRegisters();
  void readKernel(unsigned Index, StringRef Name, unsigned Capability);
  StringRef contents(unsigned Index) const;
  unsigned capability() const;

  const ELFFile &File;
  ArrayRef<Section> Sections;
  std::vector<StringRef> Names; ///< Of Sections.
  ArrayRef<ELFFile::Elf_Sym> Symbols;
  /// By section of code and address: where an instruction, and those behind it,
  /// come from.
  std::map<unsigned, std::map<uint64_t, Place>> Places;
  std::map<unsigned, unsigned> Registers; ///< By section of code.
  MachineCode Result;
};

} // namespace

/// The GPU that the code is for; two forms of the file say it in two places.
unsigned CubinReader::capability() const {
  unsigned Flags = File.getHeader().e_flags;
  return File.getHeader().e_ident[ELF::EI_OSABI] == ELF::ELFOSABI_CUDA
             ? Flags & ELF::EF_CUDA_SM
             : (Flags & ELF::EF_CUDA_SM_MASK) >> ELF::EF_CUDA_SM_OFFSET;
}

StringRef CubinReader::contents(unsigned Index) const {
  Expected<ArrayRef<uint8_t>> Bytes = File.getSectionContents(Sections[Index]);
  if (Bytes)
    return toStringRef(*Bytes);
  consumeError(Bytes.takeError());
  return {};
}

Error CubinReader::readSections() {
  auto All = File.sections();
  if (!All)
    return All.takeError();
  Sections = *All;
  for (const Section &S : Sections) {
    auto Name = File.getSectionName(S);
    if (!Name)
      return Name.takeError();
    Names.push_back(*Name);
    if (S.sh_type != ELF::SHT_SYMTAB)
      continue;
    auto Found = File.symbols(&S);
    if (!Found)
      return Found.takeError();
    Symbols = *Found;
  }
  return Error::success();
}

/// The sections that the addresses in section \p Of refer to, in their order.
std::vector<unsigned> CubinReader::relocatedSections(unsigned Of) const {
  std::map<uint64_t, unsigned> ByPlace;
  auto Add = [&](auto Relocations) {
    if (!Relocations)
      return consumeError(Relocations.takeError());
    for (const auto &R : *Relocations)
      if (uint32_t Symbol = R.getSymbol(false); Symbol < Symbols.size())
        ByPlace[R.r_offset] = Symbols[Symbol].st_shndx;
  };
  for (const Section &S : Sections) {
    if (S.sh_info != Of)
      continue;
    if (S.sh_type == ELF::SHT_RELA)
      Add(File.relas(S));
    else if (S.sh_type == ELF::SHT_REL)
      Add(File.rels(S));
  }
  std::vector<unsigned> Result;
  for (const auto &[At, Index] : ByPlace)
    Result.push_back(Index);
  return Result;
}

/// Each sequence of lines begins with the address of a kernel, which a
/// relocation names.
Error CubinReader::readLines() {
  auto Found = find(Names, ".debug_line");
  if (Found == Names.end())
    return createStringError("it has no line information");
  unsigned Index = Found - Names.begin();
  const std::vector<unsigned> Goals = relocatedSections(Index);
  size_t Sequence = 0;
  DWARFDataExtractor Data(contents(Index), /*IsLittleEndian=*/true,
                          /*AddressSize=*/8);
  auto Context = DWARFContext::create({}, /*AddrSize=*/8, true);
  // The extensions for inlined calls are told as warnings.
  auto Ignore = [](Error E) { consumeError(std::move(E)); };
  for (uint64_t At = 0; Data.isValidOffset(At);) {
    DWARFDebugLine::LineTable Table;
    const uint64_t Begin = At;
    if (Error E = Table.parse(Data, &At, *Context, nullptr, Ignore))
      return E;
    if (At <= Begin)
      break;
    std::map<uint64_t, std::string> Files;
    for (const DWARFDebugLine::Row &Row : Table.Rows) {
      if (Sequence >= Goals.size())
        return createStringError("its line information belongs to no code");
      if (Row.EndSequence) {
        ++Sequence;
        continue;
      }
      auto [Name, IsNew] = Files.try_emplace(Row.File);
      if (IsNew && Table.getFileNameByIndex(
                       Row.File, "",
                       DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
                       Name->second))
        Name->second = absolutePath(Name->second);
      // Of an inlined call the place inside comes last.
      Places[Goals[Sequence]][Row.Address.Address] = {Name->second, Row.Line};
    }
  }
  return Error::success();
}

/// .nv.info is a list of attributes: a byte for the form, one for what it is;
/// form 4 has the size of what follows, the others two bytes.
void CubinReader::readRegisters() {
  constexpr uint8_t Sized = 4, RegisterCount = 0x2f;
  auto Found = find(Names, ".nv.info");
  if (Found == Names.end())
    return;
  DataExtractor Data(contents(Found - Names.begin()), true, 8);
  DataExtractor::Cursor At(0);
  while (At && !Data.eof(At)) {
    uint8_t Form = Data.getU8(At), What = Data.getU8(At);
    uint16_t Size = Data.getU16(At);
    if (Form != Sized)
      continue;
    if (What != RegisterCount || Size != 8) {
      Data.skip(At, Size);
      continue;
    }
    uint32_t Symbol = Data.getU32(At), Count = Data.getU32(At);
    if (At && Symbol < Symbols.size())
      Registers[Symbols[Symbol].st_shndx] = Count;
  }
  consumeError(At.takeError());
}

void CubinReader::readKernel(unsigned Index, StringRef Name,
                             unsigned Capability) {
  KernelCode &Kernel = Result.Kernels.emplace_back();
  Kernel.Name = codeName(Name);
  if (auto Count = Registers.find(Index); Count != Registers.end())
    Kernel.Registers = Count->second;
  SassCode Code = decodeSass(contents(Index), Capability);
  Kernel.Instructions = Code.Instructions;
  const std::map<uint64_t, Place> &Lines = Places[Index];
  const auto PlaceOf = [&](uint64_t Address) {
    auto Next = Lines.upper_bound(Address);
    return Next == Lines.begin() ? Place() : std::prev(Next)->second;
  };
  for (const SassStackRequest &R : Code.Stack) {
    Place At = PlaceOf(R.Address);
    Kernel.Stack.push_back(
        {std::move(At.File), At.Line, R.IsStore, R.BytesPerLane, R.IsInLoop});
  }
  for (const SassRequest &R : Code.Requests) {
    CodeRequest Request;
    Place At = PlaceOf(R.Address);
    Request.File = std::move(At.File);
    Request.Line = At.Line;
    Request.IsStore = R.IsStore;
    Request.BytesPerLane = R.BytesPerLane;
    Request.IsGeneric = R.IsGeneric;
    Request.IsInLoop = R.IsInLoop;
    Kernel.Requests.push_back(std::move(Request));
  }
}

Expected<MachineCode> CubinReader::read() {
  constexpr unsigned Oldest = 70; // Before, two instructions shared a word.
  if (File.getHeader().e_machine != ELF::EM_CUDA)
    return createStringError("it is not GPU code");
  if (capability() < Oldest)
    return createStringError(
        "warplint does not read code for sm_%u; sm_%u is the oldest",
        capability(), Oldest);
  if (Error E = readSections())
    return std::move(E);
  bool HasCode =
      any_of(Names, [](StringRef Name) { return Name.starts_with(".text."); });
  if (!HasCode)
    return std::move(Result);
  if (Error E = readLines())
    return std::move(E);
  readRegisters();
  for (auto [Index, Name] : enumerate(Names))
    if (StringRef Kernel = Name; Kernel.consume_front(".text."))
      readKernel(Index, Kernel, capability());
  return std::move(Result);
}

Expected<MachineCode> readCubin(StringRef Bytes) {
  Expected<ELFFile> File = ELFFile::create(Bytes);
  if (!File)
    return File.takeError();
  return CubinReader(*File).read();
}

} // namespace warplint
