"""Requests to other memories than the block's own shared memory: instructions, counters.

Each memory is profiled by itself, with counters of its own. What a kernel counts beside its
request is that of a kernel that has everything but the instruction.
"""

from collections.abc import Iterator

from lab.requests.table import Instruction

SECTORS = "l1tex__t_sectors_pipe_lsu_mem_%s.sum"
# Memory to its counters, by the word that tells the requests apart.
COUNTERS = {
    "global": {verb: SECTORS % f"global_op_{verb}" for verb in ("ld", "st", "red", "atom")},
    "local": {verb: SECTORS % f"local_op_{verb}" for verb in ("ld", "st")},
    "constant": {"ld": "idc__requests.sum"},
    "remote": {verb: SECTORS % f"dshared_op_{verb}" for verb in ("ld", "st", "atom", "redas")},
}
UNITS = {"constant": "passes"}  # else sectors


class Nothing(Instruction):
    """What a kernel of a memory counts without its request."""

    def requests(self, seed: str) -> list[list[int]]:
        return []


def nothing(memory: str) -> str:
    return f"nothing of {memory} memory"


def request(memory: str, verb: str, spelt: str, kind: str, count: int = 1,
            counter: str = "", values: int | None = None, behind: str = "") -> Instruction:
    """An instruction on `place`; `values`: operands that are no vector."""
    name = f"{spelt}.{f'v{count}.' if count > 1 else ''}{kind}"
    has_result = verb in ("ld", "atom")
    register = "f" if kind[0] == "f" else "h" if kind in ("u8", "u16") else \
        "l" if kind.endswith("64") else "r"
    c_type = {"f": "float", "h": "unsigned short", "l": "unsigned long long",
              "r": "unsigned"}[register]
    results = [f"v{i}" for i in range(count)] if has_result else []
    inputs = 0 if verb == "ld" else values or count

    def listed(first: int, number: int) -> str:
        texts = ", ".join(f"%{first + i}" for i in range(number))
        return f"{{{texts}}}" if count > 1 else texts

    parts = ([listed(0, count)] if results else []) + [f"[%{len(results)}]"]
    if inputs:
        parts.append(listed(len(results) + 1, inputs))
    if behind:
        parts.append(f"[%{len(results) + 1 + inputs}]")
    outputs = ", ".join(f'"={register}"({r})' for r in results)
    given = ['"r"(place)' if memory == "remote" else '"l"(place)',
             *[f'"{register}"(({c_type})operand)'] * inputs, *([f'"r"({behind})'] if behind else [])]
    text = (f'asm volatile("{name} {", ".join(parts)};" : {outputs} : {", ".join(given)} '
            ': "memory");')
    if results:
        text = f"{c_type} {', '.join(results)}; {text} " \
               f"result = (unsigned)({' + '.join(results)});"
    width = (int("".join(c for c in kind if c.isdigit())) // 8) * count
    return Instruction(name, width, text, baseline=nothing(memory), packed=width < 4,
                       space=memory, counter=counter or verb)


PLAIN = (("u8", 1), ("u16", 1), ("u32", 1), ("u32", 2), ("u32", 4))


def every() -> Iterator[Instruction]:
    for memory in COUNTERS:
        yield Nothing(nothing(memory), 4, 'asm volatile("" : "+r"(result) : '
                      f'"{"r" if memory == "remote" else "l"}"(place), "r"(operand) : "memory");',
                      space=memory)
    for verb in ("ld", "st"):
        for kind, count in PLAIN:
            yield request("global", verb, f"{verb}.global", kind, count)
            yield request("local", verb, f"{verb}.local", kind, count)
            yield request("remote", verb, f"{verb}.shared::cluster", kind, count)
    yield request("global", "ld", "ld.global.nc", "u32")
    for kind, count in PLAIN:
        yield request("constant", "ld", "ld.const", kind, count)
    for verb in ("red", "atom"):
        for kind, count in (("u32", 1), ("u64", 1), ("f32", 1), ("f32", 2), ("f32", 4)):
            yield request("global", verb, f"{verb}.global.add", kind, count)
        yield request("global", verb, f"{verb}.global.max", "s32")
    yield request("global", "atom", "atom.global.exch", "b32")
    yield request("global", "atom", "atom.global.cas", "b32", values=2)
    for operation, kind in (("add", "u32"), ("exch", "b32"), ("max", "u32")):
        yield request("remote", "atom", f"atom.shared::cluster.{operation}", kind)
    form = "async{}.shared::cluster.mbarrier::complete_tx::bytes{}"
    for operation, kind in (("add", "u32"), ("max", "s32"), ("or", "b32")):
        yield request("remote", "red", "red." + form.format(".relaxed.cluster", f".{operation}"),
                      kind, counter="redas", behind="arrival")
    for count in (1, 2, 4):
        yield request("remote", "st", "st." + form.format(".weak", ""), "b32", count,
                      behind="arrival")
