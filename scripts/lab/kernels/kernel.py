"""The text of a random kernel, without undefined behavior: what lab kernels compares."""

import dataclasses
import random

# Bits of the integer types, and whether they have a sign, by rank.
TYPES = {"bool": (1, False), "char": (8, True), "signed char": (8, True),
         "unsigned char": (8, False), "short": (16, True), "unsigned short": (16, False),
         "int": (32, True), "unsigned": (32, False), "long": (64, True),
         "unsigned long": (64, False), "long long": (64, True),
         "unsigned long long": (64, False)}
NAMES = list(TYPES)
WRAPPING = ["unsigned", "unsigned char", "short", "signed char", "unsigned long long"]
BLOCKS = [(32, 1, 1), (64, 1, 1), (16, 4, 1), (8, 8, 1), (32, 2, 1), (48, 1, 1), (4, 16, 1),
          (7, 9, 1), (128, 1, 1), (4, 4, 4), (5, 3, 7), (33, 3, 1)]
# Arrays of these are accessed element by element, by part, and as something wider.
NUMBERS = {"unsigned char": 1, "signed char": 1, "short": 2, "unsigned short": 2, "int": 4,
           "unsigned": 4, "float": 4, "long long": 8, "double": 8}
VECTORS = {"uint2": ("x, y", 4), "uint4": ("x, y, z, w", 4), "uchar4": ("x, y, z, w", 1),
           "short2": ("x, y", 2), "double2": ("x, y", 8)}
# Type, the parts that are accessed, and their bytes; @N stands for an index below N.
RECORDS = {"Pair": {"a": 4, "b": 4}, "Mixed": {"a": 4, "c": 2}, "Wide": {"v": 16, "tag[@4]": 4},
           "Choice": {"f": 4, "b[@4]": 1, "h[@2]": 2, "u": 4},
           "Odd": {"a[@3]": 1, "b": 2, "c": 8}, "Nest": {"p[@2].b": 4, "c.h[@2]": 2, "d": 8},
           "Derived": {"a": 4, "row[@5]": 4}, "Aligned": {"a": 2, "b[@5]": 1}}


@dataclasses.dataclass
class Value:
    """An expression, its type, and the least and the most that it may be."""
    text: str
    kind: str
    low: int
    high: int


def limits(kind: str) -> tuple[int, int]:
    bits, signed = TYPES[kind]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def fit(kind: str, low: int, high: int) -> tuple[int, int]:
    """What a conversion makes of a range."""
    least, most = limits(kind)
    return (low, high) if least <= low and high <= most else (least, most)


def literal(number: int, suffix: str = "") -> Value:
    kind = {"": "int", "u": "unsigned", "ll": "long long"}[suffix]
    return Value(f"({number})" if number < 0 else f"{number}{suffix}", kind, number, number)


def convert(kind: str, value: Value) -> Value:
    return Value(f"({kind})({value.text})", kind, *fit(kind, value.low, value.high))


def unsigned(kind: str) -> str:
    return kind if kind.startswith("unsigned") else f"unsigned {kind}".removesuffix(" int")


def promoted(kind: str) -> str:
    return kind if TYPES[kind][0] >= 32 else "int"


def common(a: str, b: str) -> str:
    """The usual arithmetic conversions."""
    a, b = sorted(map(promoted, (a, b)), key=NAMES.index)
    # The lower rank with a sign, or the higher one without: b; or as many bits.
    if TYPES[a][1] == TYPES[b][1] or TYPES[b][0] > TYPES[a][0] or not TYPES[b][1]:
        return b
    return unsigned(b)


def arithmetic(form: str, a: Value, b: Value) -> Value:
    kind = common(a.kind, b.kind)
    of = [fit(kind, v.low, v.high) for v in (a, b)]
    every = [{"+": left + right, "-": left - right, "*": left * right}[form]
             for left in of[0] for right in of[1]]
    low, high = min(every), max(every)
    if TYPES[kind][1] and fit(kind, low, high) != (low, high):
        return arithmetic(form, convert(unsigned(kind), a), b)
    return Value(f"({a.text} {form} {b.text})", kind, *fit(kind, low, high))


def bitwise(form: str, a: Value, b: Value) -> Value:
    kind = common(a.kind, b.kind)
    of = [fit(kind, v.low, v.high) for v in (a, b)]
    bits = max(abs(end).bit_length() for ends in of for end in ends)
    low, high = -(1 << bits), (1 << bits) - 1
    masks = [most for least, most in of if least >= 0]
    if len(masks) == 2 or masks and form == "&":
        low, high = 0, min(masks) if form == "&" else high
    return Value(f"({a.text} {form} {b.text})", kind, *fit(kind, low, high))


def divided(form: str, a: Value, divisor: Value) -> Value:
    """By what is above 0."""
    kind = common(a.kind, divisor.kind)
    low, high = fit(kind, a.low, a.high)
    if form == "/":
        every = [abs(end) // by * (1 if end >= 0 else -1)
                 for end in (low, high) for by in (divisor.low, divisor.high)]
        low, high = min(every), max(every)
    else:
        most = divisor.high - 1
        low, high = max(low, -most) if low < 0 else 0, max(0, min(high, most))
    return Value(f"({a.text} {form} {divisor.text})", kind, low, high)


def shifted(form: str, a: Value, by: Value) -> Value:
    kind = promoted(a.kind)
    if form == ">>":
        every = [end >> n for end in (a.low, a.high) for n in (by.low, by.high)]
        return Value(f"({a.text} >> {by.text})", kind, min(every), max(every))
    if TYPES[kind][1] and (a.low < 0 or a.high << by.high > limits(kind)[1]):
        return shifted(form, convert(unsigned(kind), a), by)
    return Value(f"({a.text} << {by.text})", kind, *fit(kind, a.low, a.high << by.high))


def unary(form: str, a: Value) -> Value:
    kind = promoted(a.kind)
    if form == "!":
        return Value(f"!{a.text}", "bool", 0, 1)
    if form == "-" and a.low == limits(kind)[0] < 0:
        return unary(form, convert(unsigned(kind), a))
    more = form == "~"
    return Value(f"({form}{a.text})", kind, *fit(kind, -a.high - more, -a.low - more))


class Kernel:
    """A kernel, its launch and its accesses: (line, instruction, bytes per lane, site).

    passed  arguments as the launch has them; `runs` their values when it is run
    """

    def __init__(self, seed: int):
        self.random = r = random.Random(seed)
        self.name = f"k{seed}"
        self.block = r.choice(BLOCKS)
        x, y, z = self.block
        self.leaves = [Value("x", "int", 0, x - 1)] * 3 + [
            Value("y", "int", 0, y - 1), Value("threadIdx.x", "unsigned", 0, x - 1),
            Value("threadIdx.z", "unsigned", 0, z - 1), Value("blockDim.x", "unsigned", x, x),
            Value("t", "unsigned", 0, x * y * z - 1)]
        self.parameters, self.passed = [], []
        runs, is_open = [[], [], []], r.random() < 0.35
        for name in "nmq":
            kind = r.choice([k for k in NAMES if k != "bool"])
            low = -20 if TYPES[kind][1] and name == "q" else 1
            self.parameters.append(f"{kind} {name}")
            self.leaves.append(Value(name, kind, low, 40))
            drawn = [r.randrange(low, 41) for _ in runs]
            unknown = is_open and r.random() < 0.5
            self.passed.append("a" if unknown else str(drawn[0]))
            for run, number in zip(runs, drawn):
                run.append(number if unknown else drawn[0])
        self.runs = runs if "a" in self.passed else runs[:1]
        self.helpers: list[tuple[str, str, list[str]]] = []  # name, result, parameters
        self.accesses: list[tuple[int, str, int, int]] = []
        self.count = 0
        self.lines = self.text()

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def leaf(self, leaves: list[Value]) -> Value:
        r = self.random
        if self.chance(0.3):
            return literal(r.choice([r.randrange(1, 35), r.randrange(1, 9), -r.randrange(1, 9)]))
        if self.chance(0.1):
            return literal(r.choice([3, 31, 129, 4095]), r.choice(["u", "ll"]))
        return r.choice(leaves)

    def expression(self, leaves: list[Value], depth: int) -> Value:
        """Of any integer type."""
        r = self.random
        if depth == 0:
            return self.leaf(leaves)
        a = self.expression(leaves, depth - 1)
        b = self.expression(leaves, r.randrange(depth))
        form = r.choice(["+", "+", "-", "*", "*", "/", "%", "<<", ">>", "&", "|", "^", "?",
                         "cast", "cast", "min", "unary", "call"])
        if form in "+-*":
            return arithmetic(form, a, b)
        if form in "&|^":
            return bitwise(form, a, literal(r.choice([3, 7, 15, 31, 96, 255, 1023]))
                           if form == "&" and self.chance(0.7) else b)
        if form in "/%":
            return divided(form, a, literal(r.randrange(1, 38), r.choice(["", "u"]))
                           if self.chance(0.6)
                           else arithmetic("+", bitwise("&", b, literal(15)), literal(1)))
        if form in ("<<", ">>"):
            return shifted(form, a, literal(r.randrange(8)) if self.chance(0.6)
                           else bitwise("&", b, literal(r.choice([3, 7, 31]))))
        if form == "?":
            return Value(f"({self.condition(leaves)} ? {a.text} : {b.text})",
                         kind := common(a.kind, b.kind), *self.joined(kind, a, b))
        if form == "min":
            a, b = (convert(kind, v) for kind in [r.choice(["int", "unsigned"])] for v in (a, b))
            return Value(f"min({a.text}, {b.text})", a.kind, min(a.low, b.low),
                         min(a.high, b.high))
        if form == "unary":
            return unary(r.choice("-~!"), a)
        if form == "call" and self.helpers:
            name, kind, parameters = r.choice(self.helpers)
            handed = ", ".join(v.text for v in (a, b)[:len(parameters)])
            return Value(f"{name}({handed})", kind, *limits(kind))
        return convert(r.choice(NAMES), a)

    @staticmethod
    def joined(kind: str, a: Value, b: Value) -> tuple[int, int]:
        ranges = [fit(kind, v.low, v.high) for v in (a, b)]
        return min(low for low, _ in ranges), max(high for _, high in ranges)

    def condition(self, leaves: list[Value]) -> str:
        r = self.random
        text = (f"{self.leaf(leaves).text} {r.choice(['<', '<=', '>', '>=', '==', '!='])} "
                f"{self.expression(leaves, 1).text}")
        if self.chance(0.2):
            return f"({text} {r.choice(['&&', '||'])} {self.condition(leaves)})"
        return f"!({text})" if self.chance(0.1) else text

    def index(self, leaves: list[Value], size: int, depth: int | None = None) -> str:
        """An expression from 0 to below `size`."""
        r = self.random
        v = self.expression(leaves, r.randrange(1, 4) if depth is None else depth)
        if v.low >= 0 and v.high < size:
            return v.text
        if size & (size - 1) == 0 and self.chance(0.5):
            return bitwise("&", v, literal(size - 1)).text
        if v.low >= 0:
            return divided("%", v, literal(size, r.choice(["", "u"]))).text
        if self.chance(0.5):
            return divided("%", convert("unsigned", v), literal(size)).text
        v = arithmetic("+", divided("%", v, literal(size)), literal(size))
        return divided("%", v, literal(size)).text

    def helper(self) -> list[str]:
        """A function of one or two arguments."""
        r = self.random
        name, result = f"f{self.name}{len(self.helpers)}", r.choice(NAMES)
        parameters = [r.choice(NAMES) for _ in range(r.randrange(1, 3))]
        leaves = [Value("ab"[at], kind, *limits(kind)) for at, kind in enumerate(parameters)]
        value = convert(result, self.expression(leaves, 2))
        self.helpers.append((name, result, parameters))
        listed = ", ".join(f"{kind} {'ab'[at]}" for at, kind in enumerate(parameters))
        return [f"__device__ {result} {name}({listed}) {{ return {value.text}; }}"]

    def variable(self, leaves: list[Value]) -> list[str]:
        """A declaration and what follows it; later leaves are of it."""
        r = self.random
        name, value = self.fresh(), self.expression(leaves, 2)
        form = r.choice(["plain", "plain", "changes", "bits", "union", "table"])
        if form == "plain":
            kind = r.choice(NAMES)
            leaves.append(Value(name, kind, *fit(kind, value.low, value.high)))
            return [f"{kind} {name} = {value.text};"]
        if form == "changes":
            kind = r.choice(WRAPPING)
            lines = [f"{kind} {name} = ({kind})({value.text});",
                     f"if ({self.condition(leaves)}) {name} {r.choice(['+=', '^=', '-=', '='])} "
                     f"({kind})({self.expression(leaves, 1).text});"]
            leaves.append(Value(name, kind, *limits(kind)))
            return lines
        if form == "bits":
            more = [self.expression(leaves, 1).text for _ in range(2)]
            leaves += [Value(f"{name}.a", "unsigned char", 0, 31),
                       Value(f"{name}.b", "signed char", -32, 31),
                       Value(f"{name}.c", "short", 0, 511)]
            return [f"Bits {name}; {name}.a = {value.text}; {name}.b = {more[0]}; "
                    f"{name}.c = {more[1]};"]
        if form == "union":
            lines = [f"Word {name}; {name}.w = {value.text};"]
            if self.chance(0.4):
                lines.append(f"{name}.b[{r.randrange(4)}] = {self.expression(leaves, 1).text};")
            leaves += [Value(f"{name}.h[{r.randrange(2)}]", "unsigned short", 0, 65535),
                       Value(f"{name}.b[{r.randrange(4)}]", "signed char", -128, 127)]
            return lines
        kind, size = r.choice(["int", "unsigned char", "short"]), r.choice([2, 4, 8])
        at = bitwise("&", value, literal(size - 1)).text
        leaves.append(Value(f"{name}[{at}]", kind, 0, 99))
        numbers = ", ".join(str(r.randrange(100)) for _ in range(size))
        return [f"const {kind} {name}[{size}] = {{{numbers}}};"]

    def loop(self, leaves: list[Value], depth: int) -> tuple[list[str], int]:
        """The lines that open one, and the most rounds; later leaves have its counter."""
        r = self.random
        c, kind = self.fresh(), r.choice(["int", "unsigned", "short", "unsigned char", "long long"])
        end, step = r.randrange(2, 6), r.randrange(1, 4)
        signed = r.choice(["int", "short", "long long"])
        head, most, rounds = r.choice([
            (f"{kind} {c} = 0; {c} < {end}; ++{c}", end - 1, end),
            (f"{kind} {c} = 0; {c} < {end}; ++{c}", end - 1, end),
            (f"{kind} {c} = {3 * end}; {c} > 0; {c} -= 3", 3 * end, end),
            (f"{kind} {c} = 1; {c} < 64; {c} *= 2", 32, 6),
            (f"{kind} {c} = 32; {c} != 0; {c} >>= 1", 32, 6),
            (f"{signed} {c} = 0; {c} < n; {c} += {step}", 40, 40),
            (f"int {c} = x; {c} < {40 * step}; {c} += {8 * step}", 40 * step, 20)])
        leaves.append(Value(c, (head.split(f" {c}")[0]), 0, most))
        unroll = r.choice(["", "", "", "#pragma unroll", "#pragma unroll 1"])
        opening = [f"ENTER({depth})", unroll, f"for ({head}) {{ ROUND({depth})"]
        return [line for line in opening if line], rounds

    def guard(self, leaves: list[Value], in_loop: bool) -> tuple[str, str]:
        """What stands before and behind what it guards."""
        condition = self.condition(leaves)
        forms = [(f"if ({condition}) {{", "}"), (f"if ({condition}) {{", "}"),
                 (f"if ({condition}) {{ sum += 3; }} else {{", "}"),
                 (f"switch ({self.index(leaves, 4, 1)}) {{ case 0: sum += 7; break; case 1: "
                  f"case 2: {{", "} }")]
        if in_loop:
            forms += [(f"if ({condition}) {end};", "") for end in ("continue", "break")]
        elif self.chance(0.3):
            return f"if ({condition}) return;", ""
        return self.random.choice(forms)

    def place(self, site: int, leaves: list[Value],
              rounds: int) -> tuple[str, str, str, str, int, list[str]]:
        """Declaration, lines before the loops, place, its vector type, its bytes, and what
        to do after the access."""
        r, s = self.random, f"s{site}"
        size, before, after = r.choice([64, 100, 256]), "", []
        form = r.choice(["number", "number", "wide", "vector", "record", "record", "rows"])
        if form == "rows":
            kind = r.choice(list(NUMBERS))
            first, second = r.choice([(16, 33), (32, 32), (8, 20)])
            at = f"{s}[{self.index(leaves, first)}][{self.index(leaves, second)}]"
            return f"{kind} {s}[{first}][{second}]", before, at, "", NUMBERS[kind], after
        if form == "wide":
            kind, (wide, width) = r.choice(list(NUMBERS)), r.choice(
                [("uint2", 8), ("uint4", 16), ("unsigned", 4), ("unsigned short", 2),
                 ("long long", 8)])
            least = 16 * r.choice([16, 33, 64])
            at = f"(({wide} *){s})[{self.index(leaves, least // width)}]"
            if self.chance(0.3):
                at = (f"*({wide} *)((char *){s} + "
                      f"({self.index(leaves, least // width)}) * {width})")
            return (f"__align__(16) {kind} {s}[{least // NUMBERS[kind]}]", before, at,
                    wide if wide in VECTORS else "", width, after)
        part, vector = "", ""
        if form == "record":
            kind = r.choice(list(RECORDS))
            part, width = r.choice(list(RECORDS[kind].items()))
            vector = "uint4" if part == "v" else ""
            while "@" in part:
                head, _, tail = part.partition("@")
                part = f"{head}{self.index(leaves, int(tail[0]), 1)}{tail[1:]}"
            part = "." + part
        elif form == "vector":
            kind = r.choice(list(VECTORS))
            names, width = VECTORS[kind]
            if kind in ("uint2", "uint4") and self.chance(0.6):
                vector, width = kind, 8 if kind == "uint2" else 16
            else:
                part = "." + r.choice(names.split(", "))
        else:
            kind = r.choice(list(NUMBERS))
            width = NUMBERS[kind]
        pointer = r.choice(["", "", "", "sum", "variable", "back", "walk"])
        at = f"{s}[{self.index(leaves, size)}]"
        if pointer == "sum":
            at = f"(*({s} + {self.index(leaves, size)}))"
        elif pointer == "variable" or pointer == "walk" and rounds * 2 > size // 2:
            before = f"auto *p{site} = {s} + {self.index(self.leaves, size // 2)};"
            at = f"p{site}[{self.index(leaves, size // 2)}]"
        elif pointer == "back":
            at = f"(&{s}[{size - 1}])[-(long long)({self.index(leaves, size)})]"
        elif pointer == "walk" and rounds > 1:
            before = f"auto *p{site} = {s} + {self.index(self.leaves, size // 2)};"
            at, after = f"(*p{site})", [f"p{site} += {r.randrange(1, 3)};"]
        return f"{kind} {s}[{size}]", before, at + part, vector, width, after

    def access(self, place: str, vector: str) -> tuple[str, list[str]]:
        """The statement, and what it is to the hardware."""
        if vector:
            parts = VECTORS[vector][0].split(", ")
            if self.chance(0.5):
                return f"{place} = {vector}{{1, 2}};", ["st.shared"]
            return (f"{{ auto v = {place}; sum += {' + '.join(f'v.{p}' for p in parts)}; }}",
                    ["ld.shared"])
        return self.random.choice([
            (f"{place} = 1;", ["st.shared"]), (f"{place} = 1;", ["st.shared"]),
            (f"sum += (unsigned){place};", ["ld.shared"]),
            (f"sum += (unsigned){place};", ["ld.shared"]),
            (f"{place} += 1;", ["ld.shared", "st.shared"])])

    def site(self, site: int) -> tuple[str, list[str]]:
        """The declaration of an array, and the lines around its access."""
        leaves, lines, close, rounds, indent = list(self.leaves), [], [], 1, "  "
        depth = self.random.choice([0, 0, 1, 2])
        for at in range(depth):
            opening, most = self.loop(leaves, at)
            rounds *= most
            lines += [indent + line for line in opening]
            close.append(indent + "}")
            indent += "  "
            if self.chance(0.3):
                lines += [indent + line for line in self.variable(leaves)]
        while self.chance(0.35):
            before, behind = self.guard(leaves, depth > 0)
            lines.append(indent + before)
            close.append(indent + behind)
        declaration, before, place, vector, width, after = self.place(site, leaves, rounds)
        iteration = " + ".join(["0", *(f"trips[{at}] * {256 ** at}" for at in range(depth))])
        text, instructions = self.access(f"AT({site}, {iteration}, {place})", vector)
        lines = ["  " + before, *lines] if before else lines
        self.accesses += [(len(lines), what, width, site) for what in instructions]
        lines += [indent + text, *(indent + line for line in after), *reversed(close)]
        return f"  __shared__ {declaration}; kept[{site}] = s{site};", lines

    def text(self) -> list[str]:
        r = self.random
        lines = [line for _ in range(r.choice([0, 0, 1, 2])) for line in self.helper()]
        parameters = ", ".join(["unsigned *out", "const volatile void **kept", *self.parameters])
        lines += [f"__global__ void {self.name}({parameters}) {{",
                  "  int x = threadIdx.x, y = threadIdx.y; unsigned sum = 0;",
                  "  unsigned t = x + blockDim.x * (y + blockDim.y * threadIdx.z);"]
        for _ in range(r.choice([0, 1, 2])):
            lines += ["  " + line for line in self.variable(self.leaves)]
        body: list[str] = []
        for site in range(r.randrange(1, 5)):
            known = len(self.accesses)
            declaration, more = self.site(site)
            lines.append(declaration)
            self.accesses[known:] = [(len(body) + line, *rest)
                                     for line, *rest in self.accesses[known:]]
            body += more
        self.accesses = [(len(lines) + line, *rest) for line, *rest in self.accesses]
        return lines + body + ["  out[t] = sum;", "}"]
