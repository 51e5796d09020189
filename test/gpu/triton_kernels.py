"""Kernels in Triton, each launched once: `python3 triton_kernels.py FOLDER` writes the
PTX of each to FOLDER/NAME.ptx, and their names in the order of the launches to
FOLDER/order.json. `lab triton` counts what they cost."""

import json
import pathlib
import sys

import torch
import triton
import triton.language as tl


@triton.jit
def w_transpose(x, y, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    a = tl.load(x + i[:, None] * N + j[None, :])
    tl.store(y + j[:, None] * M + i[None, :], tl.trans(a))


@triton.jit
def w_colsum(x, y, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    a = tl.load(x + i[:, None] * N + j[None, :])
    tl.store(y + j, tl.sum(a, axis=0))


@triton.jit
def w_rowsum(x, y, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    a = tl.load(x + i[:, None] * N + j[None, :])
    tl.store(y + i, tl.sum(a, axis=1))


@triton.jit
def w_softmax(x, y, n, B: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, B)
    a = tl.load(x + row * n + j, mask=j < n, other=-float("inf"))
    a = a - tl.max(a, axis=0)
    e = tl.exp(a)
    tl.store(y + row * n + j, e / tl.sum(e, axis=0), mask=j < n)


@triton.jit
def w_layernorm(x, w, b, y, n, B: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, B)
    m = j < n
    a = tl.load(x + row * n + j, mask=m, other=0.0)
    mean = tl.sum(a, axis=0) / n
    d = tl.where(m, a - mean, 0.0)
    var = tl.sum(d * d, axis=0) / n
    r = 1 / tl.sqrt(var + 1e-5)
    tl.store(y + row * n + j, d * r * tl.load(w + j, mask=m) + tl.load(b + j, mask=m), mask=m)


@triton.jit
def w_layernorm_rows(x, y, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    a = tl.load(x + i[:, None] * N + j[None, :])
    mean = tl.sum(a, axis=0) / M
    d = a - mean[None, :]
    v = tl.sum(d * d, axis=0) / M
    tl.store(y + i[:, None] * N + j[None, :], d / tl.sqrt(v + 1e-5)[None, :])


@triton.jit
def w_scan0(x, y, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    p = i[:, None] * N + j[None, :]
    tl.store(y + p, tl.cumsum(tl.load(x + p), axis=0))


@triton.jit
def w_scan1(x, y, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    p = i[:, None] * N + j[None, :]
    tl.store(y + p, tl.cumsum(tl.load(x + p), axis=1))


@triton.jit
def w_sort(x, y, N: tl.constexpr):
    j = tl.arange(0, N)
    tl.store(y + j, tl.sort(tl.load(x + j)))


@triton.jit
def w_histogram(x, y, N: tl.constexpr, B: tl.constexpr):
    j = tl.arange(0, N)
    h = tl.histogram(tl.load(x + j), B)
    tl.store(y + tl.arange(0, B), h)


@triton.jit
def w_argmax0(x, y, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    a = tl.load(x + i[:, None] * N + j[None, :])
    tl.store(y + j, tl.argmax(a, axis=0))


@triton.jit
def w_permute(x, y, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    i = tl.arange(0, A)[:, None, None]
    j = tl.arange(0, B)[None, :, None]
    k = tl.arange(0, C)[None, None, :]
    a = tl.load(x + i * B * C + j * C + k)
    t = tl.permute(a, (2, 0, 1))
    k2 = tl.arange(0, C)[:, None, None]
    i2 = tl.arange(0, A)[None, :, None]
    j2 = tl.arange(0, B)[None, None, :]
    tl.store(y + k2 * A * B + i2 * B + j2, t)


@triton.jit
def w_sum_middle(x, y, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    i = tl.arange(0, A)[:, None, None]
    j = tl.arange(0, B)[None, :, None]
    k = tl.arange(0, C)[None, None, :]
    s = tl.sum(tl.load(x + i * B * C + j * C + k), axis=1)
    tl.store(y + tl.arange(0, A)[:, None] * C + tl.arange(0, C)[None, :], s)


@triton.jit
def w_gather(x, idx, y, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)
    j = tl.arange(0, N)
    p = i[:, None] * N + j[None, :]
    tl.store(y + p, tl.gather(tl.load(x + p), tl.load(idx + p), 0))


@triton.jit
def w_matmul(a, b, c, M, N, K, sbk, sbn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PREC: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    pa = a + m[:, None] * K + k[None, :]
    pb = b + k[:, None] * sbk + n[None, :] * sbn
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(pa), tl.load(pb), acc, input_precision=PREC)
        pa += BK
        pb += BK * sbk
    tl.store(c + m[:, None] * N + n[None, :], acc)


@triton.jit
def w_attention(q, k, v, o, L, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    n = tl.arange(0, BN)
    qq = tl.load(q + m[:, None] * D + d[None, :])
    mi = tl.full((BM,), -float("inf"), tl.float32)
    li = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    for s in range(0, L, BN):
        kk = tl.load(k + (s + n)[:, None] * D + d[None, :])
        vv = tl.load(v + (s + n)[:, None] * D + d[None, :])
        w = tl.dot(qq, tl.trans(kk)) * 0.125
        mn = tl.maximum(mi, tl.max(w, axis=1))
        al = tl.exp(mi - mn)
        p = tl.exp(w - mn[:, None])
        li = li * al + tl.sum(p, axis=1)
        acc = acc * al[:, None]
        acc = tl.dot(p.to(tl.float16), vv, acc)
        mi = mn
    tl.store(o + m[:, None] * D + d[None, :], (acc / li[:, None]).to(tl.float16))


@triton.jit
def w_conv1(x, w, y, n, B: tl.constexpr, K: tl.constexpr):
    p = tl.program_id(0) * B + tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    for t in range(K):
        acc += tl.load(x + p + t, mask=p + t < n, other=0.0) * tl.load(w + t)
    tl.store(y + p, acc, mask=p < n)


@triton.jit
def w_embedding_sum(table, idx, y, M: tl.constexpr, N: tl.constexpr):
    i = tl.load(idx + tl.arange(0, M))
    j = tl.arange(0, N)
    a = tl.load(table + i[:, None] * N + j[None, :])
    tl.store(y + j, tl.sum(a, axis=0))


FULL, HALF = torch.float32, torch.float16
Job = tuple[str, object, tuple[int, ...], tuple, dict]


def floats(*shape, of=FULL):
    return torch.randn(*shape, device="cuda").to(of)


def indices(below, *shape):
    return torch.randint(0, below, shape, device="cuda", dtype=torch.int32)


def tiles(warps: int) -> list[Job]:
    """Kernels of one tile or a few rows."""
    jobs: list[Job] = []

    def add(name, kernel, grid, *arguments):
        jobs.append((f"{name}_w{warps}", kernel, (grid,), arguments, {"num_warps": warps}))
    for m, n in ((32, 32), (64, 64), (128, 32)):
        add(f"transpose_{m}x{n}", w_transpose, 1, floats(m, n), floats(n, m), m, n)
    for m, n in ((64, 64), (128, 32), (32, 128)):
        add(f"colsum_{m}x{n}", w_colsum, 1, floats(m, n), floats(n), m, n)
    for m, n in ((64, 64), (8, 1024)):
        add(f"rowsum_{m}x{n}", w_rowsum, 1, floats(m, n), floats(m), m, n)
    add("softmax", w_softmax, 4, floats(4, 1000), floats(4, 1000), 1000, 1024)
    add("layernorm", w_layernorm, 4, floats(4, 2000), floats(2048), floats(2048),
        floats(4, 2000), 2000, 2048)
    add("layernorm_rows", w_layernorm_rows, 1, floats(64, 32), floats(64, 32), 64, 32)
    add("scan0", w_scan0, 1, floats(128, 32), floats(128, 32), 128, 32)
    add("scan1", w_scan1, 1, floats(16, 512), floats(16, 512), 16, 512)
    add("sort", w_sort, 1, floats(1024), floats(1024), 1024)
    add("histogram", w_histogram, 1, indices(64, 2048), indices(1, 64), 2048, 64)
    add("argmax0", w_argmax0, 1, floats(64, 64), indices(1, 64), 64, 64)
    add("permute", w_permute, 1, floats(8, 16, 32), floats(32, 8, 16), 8, 16, 32)
    add("sum_middle", w_sum_middle, 1, floats(8, 32, 32), floats(8, 32), 8, 32, 32)
    add("gather", w_gather, 1, floats(64, 32), indices(64, 64, 32), floats(64, 32), 64, 32)
    add("conv1", w_conv1, 8, floats(4096), floats(5), floats(4096), 4096, 512, 5)
    add("embedding", w_embedding_sum, 1, floats(100, 64), indices(100, 32), floats(64), 32, 64)
    return jobs


def products(warps: int, stages: int) -> list[Job]:
    """Kernels with tl.dot."""
    jobs: list[Job] = []

    def add(name, kernel, grid, *arguments):
        jobs.append((f"{name}_w{warps}_s{stages}", kernel, grid, arguments,
                     {"num_warps": warps, "num_stages": stages}))

    def multiply(name, of, precision, *strides):
        add(name, w_matmul, (2, 2), floats(128, 128, of=of), floats(128, 128, of=of),
            floats(128, 128), 128, 128, 128, *strides, 64, 64, 32, precision)
    multiply("matmul_f16", HALF, "tf32", 128, 1)
    multiply("matmul_f16_bt", HALF, "tf32", 1, 128)
    multiply("matmul_tf32", FULL, "tf32", 128, 1)
    multiply("matmul_ieee", FULL, "ieee", 128, 1)
    multiply("matmul_ieee_bt", FULL, "ieee", 1, 128)
    matrices = [floats(128, 64, of=HALF) for _ in range(4)]
    add("attention", w_attention, (2,), *matrices, 128, 64, 64, 32)
    return jobs


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    order = []
    for name, kernel, grid, arguments, how in [
            *tiles(4), *tiles(8), *products(4, 1), *products(4, 3), *products(8, 2)]:
        made = kernel[grid](*arguments, **how)
        torch.cuda.synchronize()
        (folder / f"{name}.ptx").write_text(made.asm["ptx"])
        blocks = 1
        for extent in grid:
            blocks *= extent
        order.append([name, blocks])
    (folder / "order.json").write_text(json.dumps(order))


main()
