"""warplint in Bazel: one action a source, findings as its outputs.

    load("@warplint_rules//:warplint.bzl", "warplint_check")

    warplint_check(
        name = "kernels_check",
        srcs = ["gemm.cu", "reduce.cu"],
        deps = [":headers"],
        copts = ["-arch=sm_90", "-DTILE=32"],
    )

`bazel build` analyses what has changed and leaves, for each source, its findings as text
and SARIF; `bazel test` shows them and fails where warplint's exit code is 1. A source
that cannot be read is a failed action. The actions see nothing but their inputs, so that
remote execution and a shared cache can carry them.
"""

def _flags_of(context):
    """What a cc_library asks of those who use it."""
    flags = ["-D" + define for define in context.defines.to_list()]
    for kind, folders in [
        ("-I", context.includes),
        ("-iquote", context.quote_includes),
        ("-isystem", context.system_includes),
    ]:
        for folder in folders.to_list():
            flags += [kind, folder] if kind != "-I" else ["-I" + folder]
    return flags

# The exit code 1 tells of findings, which are no failure of the action.
_RUN = """
status=$1
shift
code=0
"$@" || code=$?
[ "$code" -le 1 ] || exit "$code"
echo "$code" > "$status"
"""

def _check(ctx, source, inputs, flags):
    stem = "%s.warplint/%s" % (ctx.label.name, source.short_path.replace("../", ""))
    text = ctx.actions.declare_file(stem + ".txt")
    sarif = ctx.actions.declare_file(stem + ".sarif")
    status = ctx.actions.declare_file(stem + ".status")
    args = ctx.actions.args()
    args.add(status)
    args.add(ctx.executable.program)
    args.add_all(["--quiet", "--color=never", "--no-cache", "--root=."])
    args.add("--format=text:" + text.path)
    args.add("--format=sarif:" + sarif.path)
    if ctx.attr.cuda_path:
        args.add("--cuda-path=" + ctx.attr.cuda_path)
    if ctx.file.config:
        args.add("--config-file=" + ctx.file.config.path)
    args.add_all(ctx.attr.options)
    args.add(source)
    args.add("--")
    args.add_all(flags)
    ctx.actions.run_shell(
        mnemonic = "Warplint",
        progress_message = "Looking for bank conflicts in %s" % source.short_path,
        command = _RUN,
        arguments = [args],
        inputs = inputs,
        tools = [ctx.executable.program],
        outputs = [text, sarif, status],
    )
    return struct(text = text, sarif = sarif, status = status)

def _warplint_check_impl(ctx):
    contexts = [dep[CcInfo].compilation_context for dep in ctx.attr.deps]
    flags = []
    for context in contexts:
        flags += _flags_of(context)
    flags += [ctx.expand_location(flag, ctx.attr.data) for flag in ctx.attr.copts]
    shared = ctx.files.data + ([ctx.file.config] if ctx.file.config else [])
    headers = [context.headers for context in contexts]
    results = [
        _check(ctx, source, depset([source] + shared, transitive = headers), flags)
        for source in ctx.files.srcs
    ]

    script = ctx.actions.declare_file(ctx.label.name)
    lines = ["#!/bin/sh", "code=0"]
    for result in results:
        lines.append("cat '%s'" % result.text.short_path)
        lines.append("[ \"$(cat '%s')\" = 0 ] || code=1" % result.status.short_path)
    ctx.actions.write(script, "\n".join(lines + ["exit $code", ""]), is_executable = True)

    texts = [result.text for result in results]
    statuses = [result.status for result in results]
    reports = [result.sarif for result in results]
    return [
        DefaultInfo(
            executable = script,
            files = depset(texts + reports),
            runfiles = ctx.runfiles(files = texts + statuses),
        ),
        OutputGroupInfo(sarif = depset(reports)),
    ]

_warplint_test = rule(
    implementation = _warplint_check_impl,
    test = True,
    attrs = {
        "srcs": attr.label_list(
            allow_files = [".cu", ".cuh"],
            mandatory = True,
            doc = "CUDA sources, each an action of its own",
        ),
        "deps": attr.label_list(
            providers = [CcInfo],
            doc = "cc_library targets whose headers and defines the sources use",
        ),
        "data": attr.label_list(
            allow_files = True,
            doc = "other files that a parse reads, a toolkit's headers among them",
        ),
        "copts": attr.string_list(doc = "flags of nvcc or clang"),
        "options": attr.string_list(doc = "options of warplint"),
        "config": attr.label(
            allow_single_file = True,
            doc = "a .warplint; others are not seen",
        ),
        "cuda_path": attr.string(
            doc = "the CUDA toolkit's folder, as the actions see it",
        ),
        "program": attr.label(
            executable = True,
            cfg = "exec",
            allow_single_file = True,
            mandatory = True,
        ),
    },
)

def warplint_check(name, srcs, program = "@warplint//:warplint", **kwargs):
    """Looks for shared-memory bank conflicts in CUDA sources.

    Args:
      name: of the test.
      srcs: CUDA sources.
      program: the program warplint; @warplint//:warplint is that of warplint_repository.
      **kwargs: deps, data, copts, options, config, cuda_path, and what all tests have.
    """
    _warplint_test(name = name, srcs = srcs, program = program, **kwargs)

def _warplint_repository_impl(ctx):
    path = ctx.attr.path or ctx.which("warplint")
    if not path:
        fail("warplint is not on PATH; say where it is: warplint_repository(path = ...)")
    ctx.symlink(path, "warplint")
    ctx.file("BUILD.bazel", "exports_files([\"warplint\"])\n")

warplint_repository = repository_rule(
    implementation = _warplint_repository_impl,
    attrs = {"path": attr.string(doc = "of the program; without it, PATH is searched")},
    environ = ["PATH"],
    doc = "Brings an installed warplint as @NAME//:warplint.",
)
