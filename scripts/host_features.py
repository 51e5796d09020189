"""What random host programs are made of: the table of scripts/random_hosts.py.

A feature is a statement, and what it needs beside it: text before the function
(top), text in another file of the build (other). In these texts stand

  $lower      a fresh name, the same in all texts of the feature
  $E $C $M    an int, a condition, a small positive literal
  $N $L $D    an int variable, any integer lvalue, a dim3 variable
  $I $T       a parameter of go, the same in all of the feature; an integer type
  $G $B $A    grid, block and arguments of a launch
  $K $P       the kernel, and the types of its parameters
  $S $X       statements, one launch
  $O $R       an operator of assignment, a few rounds
  $Q          the arguments as the runtime takes them, pointers in the array $q
  $W $U       arguments that are no variables, and that are the same everywhere
  $Z          another kernel of the same type
  $(n m)      from here on in another function: its int variables. (=n) keeps
              those that are seen already, (b:d) is a dim3, (s:c) a condition,
              (!) returns a value, and $(/) ends the function

Behind the statement there are n (int variables), l (other integer lvalues), r
(integers that are only read), d (dim3 variables) and c (conditions). A name that begins
with g is a variable of the file: later functions see it, too.
"""

import collections

Feature = collections.namedtuple("Feature", "name text top other n l r d c weight")


def F(name, text, top="", other="", n="", l="", r="", d="", c="", weight=1):
    return Feature(name, text, top, other, n.split(), l.split(),
                   [r] if r else [], d.split(), [c] if c else [], weight)

PLAIN = [
    F("variable", "int $v = $E;", n="$v", weight=4),
    F("const variable", "const int $v = $E;", r="$v", weight=2),
    F("typed variable", "$T $v = $E;", l="$v", weight=3),
    F("late variable", "int $v; $v = $E;", n="$v"),
    F("condition variable", "const bool $v = $C;", c="$v"),
    F("assignment", "$L = $E;", weight=5),
    F("division", "$L /= $M;", weight=2),
    F("compound assignment", "$L $O $M;", weight=2),
    F("increment", "++$L;"),
    F("decrement", "$L--;"),
    F("if", "if ($C) {$S}", weight=6),
    F("if else", "if ($C) {$S} else {$S}", weight=3),
    F("conditional write", "if ($C) $L = $E;", weight=5),
    F("short circuit", "$C && ($L = $E);"),
    F("switch", "switch ($I) {\ncase 8: {$S}\ncase 32: {$S} break;\ndefault: {$S}\n}",
      weight=2),
    F("nested case", "switch ($I) {\ncase 0:\n  if ($C) {\ncase 32: {$S}\n  }\n  break;\n"
      "case 8: {$S}\n}"),
    F("duff", "switch ($I) {\ncase 0: do {\n{$S}\ncase 8: {$S}\n} while (0);\n}"),
    F("jump into case", "switch ($I) {\ncase 32:\n$j:; {$S} break;\n"
      "case 8: $L = $E; goto $j;\n}", weight=2),
    F("goto forward", "if ($C) goto $j;\n{$S}\n$j:;"),
    F("goto back", "{ int $i = 0;\n$j:; {$S} if (++$i < 2 && $C) goto $j; }"),
    F("for", "for (int $i = 0; $i < $R; ++$i) {$S}", weight=2),
    F("launch while halving", "for (int $i = 0; $i < 3; ++$i) { $X $N /= 2; }"),
    F("shadow", "{ int $w = $E; { int n = $w;$(=n) $S $X } }"),
    F("for until", "for (int $i = 0; $i < 3 && $N > 8; ++$i) $N /= 2;"),
    F("for values", "for (int $v = 8; $v <= 32; $v *= 2) {$(=$v) $S $X }"),
    F("for in array", "int $a[] = {8, $E, 32}; for (int $v : $a) {$(=$v) $S $X }"),
    F("for by reference", "int $a[] = {32, $E}; for (int &$v : $a) $v /= 2;",
      n="$a[0] $a[1]"),
    F("do", "{ int $i = 0; do {$S} while (++$i < 2 && $C); }"),
    F("while break", "{ int $i = 0; while ($i++ < 3) { if ($C) break; {$S} "
      "if ($C) continue; $L = $E; } }"),
    F("early return", "if ($C) { $L = $E; $X return; }"),
    F("comma", "$N = $E, $L = $E;"),
]

NAMES = [  # of one object
    F("assigned lvalue", "($N = $E) /= $M;", weight=2),
    F("nested compound", "(($N += 4) *= 2) = $E;"),
    F("choice of lvalues", "($C ? $N : $N) = $E;", weight=2),
    F("lvalue to reference", "$f($N = $E);", "static void $f(int &n) { n /= 4; }", weight=2),
    F("assigned dim3", "($D = dim3($E, 4)).x = $E;"),
    F("reference", "int &$r = $N;", n="$r", weight=2),
    F("const reference", "const int &$r = $N;", r="$r", weight=2),
    F("rvalue reference", "int &&$r = int($E);", n="$r"),
    F("unsigned reference", "unsigned &$r = reinterpret_cast<unsigned &>($N);", l="$r"),
    F("pointer", "int *$p = &$N;", n="(*$p)", weight=2),
    F("pointer to one of two", "int *$p = $C ? &$N : &$N;", n="(*$p)", weight=2),
    F("moved pointer", "int $a[2] = {$E, 32}, *$p = $a; if ($C) ++$p; *$p = $E;",
      n="(*$p) $a[0] $a[1]"),
    F("pointer to pointer", "int *$p = &$N, **$q = &$p; if ($C) *$q = &$N;", n="(*$p) (**$q)"),
    F("bytes", "*reinterpret_cast<unsigned char *>(&$N) = 8;"),
    F("memcpy", "{ int $v = $E; memcpy(&$N, &$v, sizeof $v); }"),
    F("memcpy of dim3", "{ unsigned $a[3] = {8u, (unsigned)$E, 1u}; memcpy(&$D, $a, sizeof $a); }"),
    F("builtins", "__builtin_memset(&$N, 0, 4); $N |= $M;"),
    F("atomic builtin", "__atomic_store_n(&$N, $E, __ATOMIC_SEQ_CST);"),
    F("checked sum", "if (__builtin_add_overflow($E, $E, &$N)) $N = 8;"),
    F("assembly", "asm volatile(\"\" : \"+r\"($N) : : \"memory\");"),
    F("volatile", "volatile int $v = $E;", l="$v"),
    F("array", "int $a[3] = {$E, $E, 8};", n="$a[0] $a[1]", r="$a[($C)]"),
    F("array write", "int $a[2] = {$E, 32}; $a[($C)] = $E;", n="$a[0] $a[1]"),
    F("array reference", "int $a[2] = {32, $E}, (&$r)[2] = $a; $r[0] /= 2;",
      n="$a[0] $r[1]"),
    F("structured binding", "{ int $a[2] = {$E, 32}; auto &[$v, $w] = $a; $v = $E; "
      "$L = $a[0]; }"),
    F("const cast", "$f($N);",
      "static void $f(const int &n) { const_cast<int &>(n) = 8; }", weight=2),
    F("kept const cast", "$h $v($N); $v.write();",
      "struct $h { int *at; explicit $h(const int &n) : at(const_cast<int *>(&n)) {} "
      "void write() const { *at /= 4; } };", weight=2),
    F("swap", "$f($N, $N);", "static void $f(int &n, int &m) { int t = n; n = m; m = t; }"),
    F("returned reference", "$f($N) = $E;", "static int &$f(int &n) { return n; }"),
    F("returned choice", "$f($C, $N, $N) /= 2;",
      "static int &$f(bool s, int &n, int &m) { return s ? n : m; }"),
    F("by pointer", "$f(&$N, o);", "static void $f(int *p, float *o) {$(*p) $S }"),
    F("by reference", "$f($N, o);", "static void $f(int &n, float *o) {$(n) $S }", weight=2),
    F("by forwarding", "$f($N);", "template <class T> static void $f(T &&n) { n = $E; }"),
    F("read from text", "sscanf(\"8\", \"%d\", &$N);"),
]

LAMBDAS = [
    F("captured by reference", "auto $f = [&] {$S}; $f();", weight=2),
    F("called perhaps", "auto $f = [&] {$S}; if ($C) $f();"),
    F("captured by value", "auto $f = [=]() mutable {$S};\n$L = $E;\n$f();"),
    F("value of then", "auto $f = [=] { return $E; };\n$L = $E;", r="$f()", weight=2),
    F("init capture", "auto $f = [&$r = $N] { $r = 8; }; $f();", weight=2),
    F("counting capture", "auto $f = [$v = $E]() mutable { return $v /= 2; }; $L = $f(); "
      "if ($C) $L = $f();"),
    F("passed lambda", "$f([&] {$S});", "template <class F> static void $f(F f) { f(); }"),
    F("passed lambda with value", "$f([&](int $v) {$(=$v) $S });",
      "template <class F> static void $f(F f) { f(32); f(8); }"),
    F("generic lambda", "auto $f = [&](auto &n) { n = $E; }; $f($N);"),
    F("lambda as pointer", "int (*$f)(int) = [](int n) { return n / 4; };", r="$f(32)"),
    F("lambda launches then", "auto $f = [=]() mutable { $X };\n$L = $E;\n$f();"),
    F("lambda launches now", "auto $f = [&] { $X };\n$L = $E;\n$f();"),
    F("lambda launches twice", "auto $f = [=](int $v) mutable {$(=$v) $S $X };$(/) $f(32); "
      "if ($C) $f(8);", weight=2),
]

RECORDS = [
    F("aggregate", "$s $v{$E, $E};", "struct $s { int x, y; };", n="$v.x $v.y", weight=2),
    F("copied", "$s $v{$E}, $w = $v; $w.x = $E;", "struct $s { int x, y = 8; };",
      n="$v.x $w.x $v.y"),
    F("by value", "$s $v{$E}; $f($v); $L = $v.x;",
      "struct $s { int x; };\nstatic void $f($s s) { s.x = 8; }"),
    F("record by reference", "$s $v{$E}; $f($v);",
      "struct $s { int x; };\nstatic void $f($s &s) { s.x = 8; }", n="$v.x"),
    F("initialisers", "$s $v($E);",
      "struct $s { int x, y = 32; $s(int n) : x(n) {} };", n="$v.x $v.y"),
    F("later initialiser", "$s $v($E);",
      "struct $s { int x, y; $s(int n) : x(n), y(x /= 4) {} };", n="$v.x $v.y", weight=2),
    F("constructor body", "$s $v($E, o);",
      "struct $s { int x, y = 32; $s(int n, float *o) : x(n) {$(x y n) $S } };", n="$v.x $v.y",
      weight=2),
    F("initialiser of member", "$s $v{$E};", "struct $s { int x = 32, y = x / 4; };",
      n="$v.x $v.y"),
    F("delegating", "$s $v;", "struct $s { int x; $s(int n) : x(n) {} "
      "$s() : $s($E) { x /= 2; } };", n="$v.x"),
    F("try block", "$s $v($E);", "struct $s { int x; $s(int n) try : x(n) { x = 8; } "
      "catch (...) {} };", n="$v.x"),
    F("initialiser of base", "$s $v($E);", "struct $b { int x; $b(int n) : x(n) {} };\n"
      "struct $s : $b { int y; $s(int n) : $b(n), y(x /= 2) {} };", n="$v.x $v.y"),
    F("copy constructor", "$s $v{$E}, $w($v);", "struct $s { int x; $s(int n) : x(n) {} "
      "$s(const $s &s) : x(s.x / 4) {} };", n="$v.x $w.x"),
    F("operator =", "$s $v{$E}, $w{8}; $w = $v;", "struct $s { int x; "
      "$s &operator=(const $s &s) { x = s.x / 4; return *this; } };", n="$w.x"),
    F("conversion", "$s $v{$E};", "struct $s { int x; "
      "operator int() const { return x / 4; } };", n="$v.x", r="int($v)"),
    F("index operator", "$s $v{{$E, $E}}; $v[1] = $E;",
      "struct $s { int a[2]; int &operator[](int i) { return a[i]; } };",
      n="$v[1] $v.a[0] $v.a[1]"),
    F("mutable member", "const $s $v{}; $v.shrink();", "struct $s { mutable int n = 32; "
      "void shrink() const { n = 8; } };", r="$v.n", weight=2),
    F("const member", "$s $v{&$N}; $v.shrink();",
      "struct $s { int *n; void shrink() const { *n = 8; } };"),
    F("member function", "$s $v{$E}; $v.set($E, o); if ($C) $v.set($E, o);",
      "struct $s { int x, y = 8; void set(int n, float *o) {$(x y n) $S } };", n="$v.x $v.y",
      weight=2),
    F("chain", "$s $v{$E}; $v.set($E).halve();", "struct $s { int x; $s &set(int n) { "
      "x = n; return *this; } $s &halve() { x /= 2; return *this; } };", n="$v.x"),
    F("bit field", "$s $v{}; $v.x = $E; $v.y = $E;",
      "struct $s { unsigned x : 4, y : 5; int z : 4; };", l="$v.x $v.y $v.z", weight=2),
    F("union", "$u $v; $v.a = {8u, 32u}; $v.b = {(unsigned)$E, 4u};",
      "union $u { struct { unsigned x, y; } a; struct { unsigned w, h; } b; };",
      l="$v.a.x $v.b.w $v.b.h", weight=2),
    F("anonymous union", "$u $v{$E}; $v.y = $E;",
      "struct $u { union { int x, y; }; };", n="$v.x $v.y"),
    F("static member", "$s::n = $E;", "struct $s { static inline int n = 32; };", n="$s::n"),
    F("reference member", "$s $v{$N}; $v.n = $E;", "struct $s { int &n; };", n="$v.n"),
    F("destructor", "{ $s $v{$N}; {$S} }", "struct $s { int &n; ~$s() { n = 8; } };", weight=2),
    F("member pointer", "$s $v{$E, $E}; int $s::*$p = $C ? &$s::x : &$s::y; $v.*$p = $E;",
      "struct $s { int x, y; };", n="$v.x $v.y ($v.*$p)"),
    F("inherited dim3", "$s $v($E);", "struct $s : dim3 { $s(int n) : dim3(n, 4) { x /= 2; } };",
      l="$v.x $v.y"),
    F("virtual value", "$n $v; const $s &$r = $v;", "struct $s { virtual int width() const "
      "{ return 32; } };\nstruct $n : $s { int width() const override { return 8; } };",
      r="$r.width()", weight=2),
    F("virtual choice", "$n $v; $s $w; const $s &$r = $C ? $v : $w;",
      "struct $s { virtual int width() const { return 32; } };\n"
      "struct $n : $s { int width() const override { return 8; } };", r="$r.width()"),
    F("crtp", "$s $v{};", "template <class T> struct $b { int width() const { "
      "return static_cast<const T *>(this)->n / 4; } };\nstruct $s : $b<$s> { int n = 32; };",
      n="$v.n", r="$v.width()"),
    F("heap", "int *$p = new int($E); $f($p); $L = *$p; delete $p;",
      "static void $f(int *n) { if (*n > 8) *n = 8; }"),
    F("inner record", "$s $v{{$E, 4}, $E}; $v.in.x = $E;",
      "struct $s { struct { int x, y; } in; int z; };", n="$v.in.x $v.in.y $v.z"),
]

BLOCKS = [
    F("dim3", "dim3 $b($E, 4);", d="$b", weight=4),
    F("dim3 of two", "dim3 $b($E, $E);", d="$b", weight=2),
    F("dim3 =", "dim3 $b = $E;", d="$b"),
    F("dim3 = dim3", "auto $b = dim3($E, 4); dim3 $w = $b; $w.x = $E;", d="$b $w"),
    F("dim3 braces", "dim3 $b{(unsigned)$E, 4u};", d="$b"),
    F("dim3 = braces", "dim3 $b = {(unsigned)$E, (unsigned)$E, 1};", d="$b"),
    F("const dim3", "const dim3 $b($E, 4); dim3 $w($b);", d="$w"),
    F("late dim3", "dim3 $b; $b.x = $E; $b.y = $E;", d="$b", weight=2),
    F("ordered", "dim3 $b{unsigned($N /= 2), unsigned($N)};", d="$b"),
    F("uint3", "uint3 $u = make_uint3($E, 4, 1); $u.x = $E; dim3 $b($u);", d="$b"),
    F("dim3 array", "dim3 $b[2] = {dim3($E), dim3($E, 4)}; $b[($C)].y = 2;", d="$b[0] $b[1]"),
    F("dim3 pointer", "dim3 *$p = &$D; $p->x = $E;", d="(*$p)"),
    F("dim3 reference", "dim3 &$r = $D;", d="$r"),
    F("two writes", "if ($C) $D.x = $E;\nif ($C) $D.y = $E;", weight=3),
    F("write", "$D.x = $E;", weight=3),
    F("whole write", "$D = dim3($E, 4);", weight=2),
    F("dim3 by reference", "$f($D, o);", "static void $f(dim3 &b, float *o) {$(b:d) $S }"),
    F("dim3 through pointer", "$f(&$D.x);", "static void $f(unsigned *x) { *x = 8; }"),
    F("made dim3", "dim3 $b = $f($E);", "static dim3 $f(int n) {$(n !) dim3 b(n, 4); "
      "if ($C) b.y = 2; return b; }", d="$b", weight=2),
    F("chosen dim3", "dim3 $b = $C ? dim3($E, 4) : dim3(8, $E);", d="$b"),
    F("swapped dim3", "dim3 $b($E, 4); $f($b, $D);",
      "static void $f(dim3 &a, dim3 &b) { dim3 t = a; a = b; b = t; }", d="$b"),
    F("dim3 in record", "$s $v{dim3($E, 4), $E}; $v.block.x = $E;",
      "struct $s { dim3 block; int n; };", d="$v.block", n="$v.n"),
]

EXCEPTIONS = [
    F("thrown past", "try { $L = $E; $f($I); $L = $E; } catch (...) {}",
      "static void $f(int n) { if (n == 8) throw 1; }", weight=2),
    F("thrown elsewhere", "try { $L = $E; $f($I); $L = $E; } catch (...) {}",
      "void $f(int);", "void $f(int n) { if (n == 8) throw 1; }", weight=2),
    F("thrown here", "try { if ($C) throw $E; {$S} } catch (int $v) { $L = $v; }"),
    F("handler", "try { $f($I); {$S} } catch (int) {$S}",
      "static void $f(int n) { if (n) throw n; }"),
    F("thrown on", "try { try { if ($C) throw 1; {$S} } catch (int) { $L = $E; throw; } } "
      "catch (...) { $L /= 2; }"),
    F("unwound", "try { $s $v{$N}; if ($C) throw 1; } catch (...) {}",
      "struct $s { int &n; ~$s() { n = 8; } };"),
]

KEPT = [  # statics and variables of the file
    F("static", "static int $v = $E; if ($C) $v = $E;", n="$v", weight=2),
    F("static first", "static const int $v = $E;", r="$v", weight=2),
    F("static counter", "static int $v = 0; if ($v++ == 1) $L = $E;"),
    F("first of function", "$f($E);", "static int $f(int n) { static const int first = n; "
      "return first; }", r="$f($E)", weight=2),
    F("file static", "if ($C) $g = $E;", "static int $g = 32;", n="$g", weight=2),
    F("static of template", "if ($C) $g<int>::n = $E;", "template <class T> struct $g "
      "{ static int n; };\ntemplate <class T> int $g<T>::n = 32;", n="$g<int>::n"),
    F("table", "", "static const int $t[] = {32, 8, 16};", r="$t[($C)]"),
    F("written table", "if ($C) $t[0] = $E;", "static int $t[2] = {32, 8};", n="$t[1] $t[0]"),
    F("file variable", "", "int $g = 32;", n="$g"),
    F("file constant", "", "const int $g = 32, $h = $g / 4;", r="$h"),
    F("file initialiser", "", "static int $f() { return 8; }\nstatic const int $g = $f();",
      r="$g"),
    F("file constructor", "", "static int $g = 32;\nstatic struct $s { $s() { $g = 8; } } $i;",
      r="$g"),
    F("constructor function", "", "static int $g = 32;\n"
      "__attribute__((constructor)) static void $f() { $g = 8; }", r="$g"),
    F("thread local", "if ($C) $g = 8;", "static thread_local int $g = 32;", n="$g"),
    F("written elsewhere", "$f();", "int $g = 32;\nvoid $f();",
      "extern int $g;\nvoid $f() { $g = 8; }", n="$g", weight=2),
    F("escaped", "$f(&$N); $h();", "void $f(int *);\nvoid $h();",
      "static int *$p;\nvoid $f(int *at) { $p = at; }\n"
      "void $h() { if ($p) *$p = 8; $p = nullptr; }"),
    F("escaped static", "$h();", "static int $g = 32;\nint *$p = &$g;\nvoid $h();",
      "extern int *$p;\nvoid $h() { *$p = 8; }", r="$g"),
    F("extern", "", "extern int $g;", "int $g = 8;", n="$g"),
    F("weak", "", "__attribute__((weak)) int $f() { return 32; }", "int $f() { return 8; }",
      r="$f()", weight=2),
    F("written by call", "$f();", "static int $g = 32;\nstatic void $f() { $g /= 2; }", r="$g"),
]

MEANING = [
    F("device macro", "", "#ifdef __CUDA_ARCH__\n#define $m 32\n#else\n#define $m 8\n#endif",
      r="$m", weight=2),
    F("device branch", "#ifdef __CUDA_ARCH__\n$L = 32;\n#else\n$L = 8;\n#endif", weight=2),
    F("device condition", "", "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 100\n#define $m 8\n"
      "#else\n#define $m 32\n#endif", r="$m"),
    F("device function", "", "static __host__ __device__ int $f(int n) {\n"
      "#ifdef __CUDA_ARCH__\nreturn n;\n#else\nreturn n / 4;\n#endif\n}", r="$f(32)"),
    F("named min", "", "namespace $n { inline int min(int work, unsigned short parts) "
      "{ return work / parts; } }", r="$n::min(32, 4)", weight=2),
    F("named max", "", "namespace $n { static int max(int n, short m) { return n - m; } }",
      r="$n::max(40, 32)"),
    F("min", "$L = min(int($E), 32);"), F("max", "$L = max(8, int($E));"),
    F("side", "", "static int $f(bool small) { return small ? 8 : 32; }", r="$f($C)",
      weight=3),
    F("function", "", "static int $f(int n, float *o) {$(n !) $S return n; }",
      r="$f($E, o)", weight=3),
    F("other function", "", "int $f(int n);", "int $f(int n) { return n / 4; }", r="$f(32)"),
    F("recursive function", "", "static int $f(int n) { return n <= 8 ? n : $f(n / 2); }",
      r="$f(32)"),
    F("template function", "", "template <int N> static int $f() { return N / 4; }",
      r="$f<32>()"),
    F("specialised", "", "template <class T> static int $f(T) { return 32; }\n"
      "template <> int $f(short) { return 8; }", r="$f(short(1))"),
    F("overload", "", "static int $f(int) { return 32; }\nstatic int $f(unsigned) { return 8; }",
      r="$f(1u)"),
    F("default argument", "", "static int $f(int n = 32) { return n / 4; }", r="$f()"),
    F("constexpr", "", "static constexpr int $f(int n) { return n < 8 ? n : $f(n - 8) + 1; }",
      r="$f($E & 63)"),
    F("enumeration", "", "enum $n : unsigned char { $a = 8, $b = 32 };", r="($C ? $a : $b)"),
    F("through float", "float $v = $E; $v *= 0.25f;", r="int($v)"),
    F("through bool", "bool $v = $E;", r="(8 << $v)"),
    F("narrowed", "", r="(unsigned char)($E + 256)"), F("shortened", "", r="(short)($E - 65536)"),
    F("negative", "", r="-(- $E)"), F("remainder", "", r="(($E + 40) % 32)"),
    F("variadic", "", "static int $f(int count, ...) { __builtin_va_list l; "
      "__builtin_va_start(l, count); int n = __builtin_va_arg(l, int); __builtin_va_end(l); "
      "return n; }", r="$f(1, $E)"),
    F("function table", "", "static int $f() { return 32; }\nstatic int $h() { return 8; }\n"
      "static int (*const $t[])() = {$f, $h};", r="$t[($C)]()"),
]

LAUNCHES = [
    F("launch", "$K<<<$G, $B>>>($A);", weight=14),
    F("cudaLaunchCooperativeKernel", "{ $Q cudaLaunchCooperativeKernel("
      "(const void *)$K, $G, $B, $q, 0, nullptr); }"),
    F("cudaGraphAddKernelNode", "{ $Q cudaKernelNodeParams $v{}; $v.func = (void *)$K; "
      "$v.gridDim = $G; $v.blockDim = $B; $v.kernelParams = $q; "
      "cudaGraphAddKernelNode(nullptr, nullptr, nullptr, 0, &$v); }"),
    F("kernel pointer", "{ void (*$k)($P) = $K; $k<<<$G, $B>>>($A); }"),
    F("cudaLaunchKernel", "{ $Q cudaLaunchKernel((const void *)$K, $G, $B, $q, 4096, nullptr); }",
      weight=2),
    F("cudaLaunchKernelExC", "{ $Q cudaLaunchConfig_t $v{}; $v.gridDim = $G; "
      "$v.blockDim = $B; if ($C) $v.blockDim.y = 2; "
      "cudaLaunchKernelExC(&$v, (const void *)$K, $q); }"),
    F("cudaLaunchKernelEx", "{ cudaLaunchConfig_t $v{$G, $B, 0, nullptr, nullptr, 0}; "
      "cudaLaunchKernelEx(&$v, $K, $W); }"),
    F("static run", "$f($E, o);", "static void $f(int n, float *o) {$(n) $S $X }", weight=3),
    F("run without inlining", "$f($E, o); if ($C) $f($E, o);",
      "__attribute__((noinline)) static void $f(int n, float *o) {$(n) $S $X }"),
    F("first of run", "$f($E, o); $f(32, o);", "static void $f(int n, float *o) "
      "{$(n) static const int first = n; if (n == 32) $K<<<$G, dim3(first, 4)>>>($A); }", weight=2),
    F("table of sizes", "for (const auto &$r : $t) $K<<<$G, dim3($r.x, $r.y)>>>($A);",
      "struct $s { int x, y; };\nstatic const $s $t[] = {{32, 4}, {8, $M}};"),
    F("pair of sizes", "{ auto [$x, $y] = $f($E); $K<<<$G, dim3($x, $y)>>>($A); }",
      "struct $s { int x, y; };\nstatic $s $f(int n) { return {n, n > 8 ? 4 : 8}; }"),
    F("run twice", "$f($E, o); if ($C) $f($E, o);",
      "static void $f(int n, float *o) {$(n) $S $X }", weight=2),
    F("run", "$f($E, o);", "void $f(int n, float *o) {$(n) $X }"),
    F("run with dim3", "$f($B, o);", "static void $f(dim3 b, float *o) {$(b:d) $S $X }", weight=2),
    F("run with const dim3 &", "$f($B, o);", "static void $f(const dim3 &b, float *o) { "
      "const_cast<dim3 &>(b).x /= 2; $K<<<$G, b>>>($A); }"),
    F("run with dim3 &&", "$f(dim3($E, 4), o);",
      "static void $f(dim3 &&b, float *o) {$(b:d) $S $X }", weight=2),
    F("run with condition", "$f($C, $E, o);",
      "static void $f(bool s, int n, float *o) {$(n s:c) $S if (s) { $X } }", weight=2),
    F("wrapper", "$f($K, $G, $B, $A);", "template <class F, class... T> static void "
      "$f(F f, dim3 g, dim3 b, T... t) { f<<<g, b>>>(t...); }", weight=2),
    F("template of size", "$C ? $f<32>(o) : $f<8>(o);",
      "template <int N> static void $f(float *o) { int n = N;$(n) $S $X }"),
    F("kernel as argument", "$f($K, $E, o);",
      "static void $f(void (*f)($P), int n, float *o) {$(n) f<<<$G, dim3(n, 4)>>>($A); }"),
    F("kernel as template argument", "$f<$K>($E, o);", "template <void (*F)($P)> static void "
      "$f(int n, float *o) {$(n) F<<<$G, dim3(n, 4)>>>($A); }"),
    F("kernel table", "$K<<<$G, $B>>>($A); $t[($C)]<<<$G, $B>>>($A);",
      "static void (*const $t[])($P) = {$Z, $K};", weight=2),
    F("kernel variable", "$p<<<$G, $B>>>($A);", "static void (*$p)($P) = $K;"),
    F("kernel variable of elsewhere", "$f(o);", "void (*$p)($P) = $K;\nvoid $f(float *);",
      "extern void (*$p)($P);\nvoid $f(float *o) {$() $p<<<$G, $B>>>($A); }"),
    F("indirect call", "$f(32, o); void (*$p)(int, float *) = $f; $p($E, o);",
      "static void $f(int n, float *o) {$(n) $X }", weight=2),
    F("call through argument", "$f(32, o); $h($f, o);",
      "static void $f(int n, float *o) {$(n) $X }\n"
      "static void $h(void (*f)(int, float *), float *o) { f(8, o); }"),
    F("called back from elsewhere", "$f(32, o); $h($f, o);",
      "static void $f(int n, float *o) {$(n) $X }\n"
      "void $h(void (*)(int, float *), float *);",
      "void $h(void (*f)(int, float *), float *o) { f(8, o); }"),
    F("table of functions", "$f(16, o); $t[($C)]($E, o);",
      "static void $f(int n, float *o) {$(n) $X }\nstatic void $h(int, float *) {}\n"
      "static void (*const $t[])(int, float *) = {$h, $f};"),
    F("virtual call", "$w $v; $v.run(32, o); $f($v, $E, o);",
      "struct $s { virtual void run(int n, float *o) = 0; };\n"
      "struct $w : $s { void run(int n, float *o) override {$(n) $X } };\n"
      "static void $f($s &s, int n, float *o) { s.run(n, o); }", weight=2),
    F("member call by pointer", "$s $v; $v.run(32, o); void ($s::*$p)(int, float *) = &$s::run; "
      "($v.*$p)($E, o);", "struct $s { void run(int n, float *o) {$(n) $X } };"),
    F("member launches", "$s $v{$E}; if ($C) $v.n = $E; $v.run(o);",
      "struct $s { int n; void run(float *o) {$(n) $S $X } };", weight=2),
    F("destructor launches", "{ $s $v{$E, o}; if ($C) $v.n = $E; }",
      "struct $s { int n; float *o; ~$s() {$(n) $X } };"),
    F("constructor launches", "$s $v($E, o);",
      "struct $s { int n = 8; $s(int m, float *o) {$(n m) $S $X } };"),
    F("recursion", "$f(8, $E, o);", "static void $f(int n, int m, float *o) { if (n == 32) {"
      "$(n m) $X } else $f(32, n, o); }", weight=2),
    F("recursive halving", "$f(32, o, 3);", "static void $f(int n, float *o, int depth) "
      "{$(n) $X if (depth) $f(n / 2, o, depth - 1); }"),
    F("mutual recursion", "$f($E, 3, o);", "static void $h(int, int, float *);\n"
      "static void $f(int n, int i, float *o) {$(n) $X if (i) $h(n / 2, i - 1, o); }\n"
      "static void $h(int n, int i, float *o) { $f(n + 8, i, o); }"),
    F("fact of two", "if ($N == $N) { $X }", weight=2),
    F("fact", "if ($N == 32) { $X }", weight=2),
    F("case value", "switch ($I) {\ncase 32:\n$j: $K<<<$G, dim3($I, 4)>>>($A); break;\n"
      "case 8: if ($C) goto $j;\n}", weight=2),
    F("fact of an input and a variable", "if ($I == $N) { $K<<<$G, dim3($I, 4)>>>($A); }",
      weight=2),
    F("fact of an input and a choice", "int $v = $C ? 32 : 8;\n"
      "if ($I == $v) $K<<<$G, dim3($I, 4)>>>($A);"),
    F("fact of an input", "if ($I == 32) { $K<<<$G, dim3($I, 4)>>>($A); }"),
    F("launch elsewhere", "$f(o);", "void $f(float *);",
      "void $f(float *o) {$() $X }", weight=2),
    F("launch elsewhere with value", "$f(o, $E);", "void $f(float *, int);",
      "void $f(float *o, int n) {$(n) $S $X }"),
    F("called elsewhere", "$f(32, o); $h(o);", "void $h(float *);\n"
      "void $f(int n, float *o) {$(n) $X }",
      "void $f(int, float *);\nvoid $h(float *o) { $f(8, o); }", weight=2),
    F("inline elsewhere", "$f(32, o); $h(o);", "inline void $f(int n, float *o) "
      "{ $K<<<1, dim3(n, 4)>>>($U); }\nvoid $h(float *);", "inline void $f(int n, float *o) "
      "{ $K<<<1, dim3(n, 4)>>>($U); }\nvoid $h(float *o) { $f(8, o); }"),
    F("kernel to elsewhere", "$f($K, o);", "void $f(void (*)($P), float *);",
      "void $f(void (*f)($P), float *o) {$() f<<<$G, $B>>>($A); }"),
    F("kernel as address to elsewhere", "$f((const void *)$K, o);",
      "void $f(const void *, float *);", "void $f(const void *f, float *o) {$() $Q "
      "cudaLaunchKernel(f, $G, $B, $q, 0, nullptr); }"),
    F("same name elsewhere", "$f(32, o); $h(o);", "void $h(float *);\n"
      "static void $f(int n, float *o) {$(n) $X }",
      "static void $f(int n, float *o) {$(n) $X }\nvoid $h(float *o) { $f(16, o); }"),
    F("sorted", "int $a[2] = {$E, 8}; qsort($a, 2, 4, [](const void *l, const void *) { "
      "$f(*(const int *)l); return 0; });", "static float *$o = nullptr;\n"
      "static void $f(int n) { float *o = $o;$(n) $X }"),
    F("static launch", "static int $v = ($f($E, o), 0); (void)$v;",
      "static void $f(int n, float *o) {$(n) $X }"),
    F("launch in condition", "if ($f($E, o)) { $X }",
      "static bool $f(int n, float *o) {$(n !) $X return n > 8; }"),
    F("launch in handler", "try { $f($I); $L = 32; } catch (...) { $X }",
      "static void $f(int n) { if (n == 8) throw 1; }"),
]

# What a file of its own does.
OF_A_FILE = F("launch of another file", "$f(o);", "void $f(float *);",
              "void $f(float *o) { int n = $M;$(n) $X }")

GROUPS = [(PLAIN, 6), (NAMES, 4), (LAMBDAS, 2), (RECORDS, 4), (BLOCKS, 4), (EXCEPTIONS, 1),
          (KEPT, 2), (MEANING, 3), (LAUNCHES, 1)]
