#!/usr/bin/env python3
"""Writes warplint's man page, made from its own --help, to standard output.

    scripts/man_page.py WARPLINT
"""

import re
import sys

import help_text


def roff(text):
    """Text as man's language has it: no line begins with a control character."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\&\1", text, flags=re.MULTILINE)


def paragraphs(text):
    """The part between OVERVIEW and OPTIONS: name of a paragraph to its lines."""
    for paragraph in re.split(r"\n\n+", text):
        name, _, rest = paragraph.partition(":")
        yield name.strip(), re.sub(r"\s*\n\s*", "\n", rest.strip())


def page(text, version):
    head, listed = text.split("\nUSAGE:", 1)
    parts = dict(paragraphs(head))
    lines = [f'.TH WARPLINT 1 "" "warplint {version}" "User Commands"', ".SH NAME",
             roff(parts["OVERVIEW"].replace("warplint: ", "warplint - ", 1)),
             ".SH SYNOPSIS"]
    for line in parts["usage"].splitlines():
        lines += [roff(line), ".br"]
    lines += [".SH DESCRIPTION",
              "Reads CUDA C++ and reports shared\\-memory accesses with bank conflicts: how",
              "many wavefronts a warp's request takes, which lanes meet in which bank, and",
              "what layout costs less. It needs no GPU, and runs none of the code.",
              ".PP", "Comments in the source:", roff(parts["comments"]), ".SH OPTIONS"]
    for option in help_text.options(listed):
        lines += [".TP", rf"\fB{roff(option.form)}\fR", roff(option.sentence)]
        for name, sentence in option.values.items():
            lines += [".RS", ".TP", rf"\fB={roff(name)}\fR", roff(sentence), ".RE"]
    lines += [".SH EXIT STATUS", roff(parts["exit codes"].replace("\n", " ")),
              ".SH FILES", ".TP", r"\fB.warplint\fR",
              "settings of a project, of the folder nearest to a source",
              ".TP", r"\fBcompile_commands.json\fR",
              "how sources are compiled: in a folder above a source, or in its folder build",
              ".SH SEE ALSO", "The documentation in /usr/share/doc/warplint."]
    return "\n".join(line for line in lines if line) + "\n"


def main():
    program = sys.argv[1]
    print(page(help_text.printed(program, "--help"),
               help_text.printed(program, "--version").split()[1]), end="")


if __name__ == "__main__":
    main()
