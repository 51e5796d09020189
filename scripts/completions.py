#!/usr/bin/env python3
"""Writes a shell's completions of warplint, made from its own --help.

    scripts/completions.py WARPLINT bash|zsh|fish

Of each option, and of each command ("warplint solve"), what its help says of its value
decides what is offered: the words that it lists, the names of checks, else files.
"""

import pathlib
import re
import sys

import help_text

LISTS = {"globs"}  # Values that are lists of checks, with commas between.


class Completions:
    """The options, commands and checks."""

    def __init__(self, program):
        own = help_text.printed(program, "--help")
        self.options = help_text.options(own)
        self.commands = {name: help_text.options(help_text.printed(program, name, "--help"))
                         for name in help_text.commands(own)}
        self.checks = re.findall(r"^(warplint-\S+)", help_text.printed(
            program, "--list-checks", "--checks=*"), re.MULTILINE)

    def words(self, option):
        """What a value may be; none: files, or what only the user knows."""
        if option.values:
            return list(option.values)
        if option.value in LISTS | {"check"}:
            return self.checks
        value = re.sub(r"\[.*", "", option.value)
        # "text|json"; or "--format=json", without the brackets of a name.
        is_word = "|" in value or not re.search(r"[< ]", option.form)
        if is_file(option) or not is_word or not re.fullmatch(r"[a-z]+(\|[a-z]+)*", value):
            return []
        return value.split("|")


def template(shell):
    """What does not depend on the options; @NAME@ stands for what does."""
    return pathlib.Path(__file__).with_name(f"completions.{shell}.in").read_text()


def is_file(option):
    return re.search(r"\b(file|folder|\w*dir)\b", re.sub(r"\[.*", "", option.value))


def brief(sentence):
    """Its first part: a line beside the option has no room for all."""
    return re.match(r".{20,}?(?=: |; | \(|[;(]|, (?:as|of|so|whatever|instead) |$)|.*",
                    sentence)[0]


def in_bash(parts):
    checks = " ".join(parts.checks)

    def action(option):
        words = " ".join(parts.words(option)).replace(checks, "$checks")
        if option.value in LISTS:  # The last of the list, with its "-" if it has one.
            return (r"[[ $cur =~ ^(.*,)?-? ]]; word=${BASH_REMATCH[0]}"
                    f"""; COMPREPLY=($(compgen -P "$word" -W "{words}" -- "${{cur#"$word"}}"))"""
                    "; compopt -o nospace 2>/dev/null; return")
        if words:
            return f"""COMPREPLY=($(compgen -W "{words}" -- "$cur")); return"""
        # A word behind it is none of its values, if it may be without one.
        return ("[[ ${COMP_WORDS[*]:COMP_CWORD-1:2} != *=* ]] || return"
                if option.may_lack_value else "return")

    def listed(option):
        needs_value = option.value and option.name.startswith("--")
        names = [option.name] if not needs_value or option.may_lack_value else []
        return " ".join(names + [option.name + "="] * bool(needs_value))

    every = {"": parts.options} | parts.commands
    cases = {}
    for command, options in every.items():
        for option in filter(lambda option: option.value, options):
            cases.setdefault(action(option), []).append(f"{command}:{option.name}")
    return (template("bash").replace("@COMMANDS@", " | ".join(parts.commands))
            .replace("@WORDS@", " ".join(parts.commands)).replace("@CHECKS@", checks)
            .replace("@VALUES@", "\n".join(
                f"        {' | '.join(names)})\n            "
                + action.replace("; ", "\n            ") + " ;;"
                for action, names in cases.items()))
            .replace("@OPTIONS@", "\n".join(
                f"            '{command}') word='{' '.join(map(listed, options))}' ;;"
                for command, options in every.items())))


def in_zsh(parts):
    def quoted(text):
        return "'" + text.replace("'", "'\\''") + "'"

    def escaped(text):
        return re.sub(r"([\[\]:\\])", r"\\\1", text)

    def spec(option):
        text = "*" + option.name
        if option.value:
            text += ("" if not option.name.startswith("--") else
                     "=-" if option.may_lack_value else "=")
        text += f"[{escaped(brief(option.sentence))}]"
        if option.value:
            words = " ".join(parts.words(option))
            action = (f"_sequence compadd - {words}" if option.value in LISTS else
                      f"({words})" if words else "_files" if is_file(option) else "")
            text += f"{':' if option.may_lack_value else ''}:{escaped(option.value)}:{action}"
        return f"        {quoted(text)} \\"

    cases = []
    for command, options in parts.commands.items():
        cases += [f"    1:{command}) shift words; ((--CURRENT)); _arguments -S \\",
                  *map(spec, options), "        '*:file:_files' ;;"]
    return (template("zsh").replace("@WORDS@", " ".join(parts.commands))
            .replace("@CASES@", "\n".join(cases))
            .replace("@OPTIONS@", "\n".join(map(spec, parts.options))))


def in_fish(parts):
    def quoted(text):
        return "'" + re.sub(r"(['\\])", r"\\\1", text) + "'"

    def line(condition, option):
        words = ["complete", "-c warplint", f"-n {quoted(condition)}"]
        name = option.name.lstrip("-")
        words.append(f"-{'l' if option.name.startswith('--') else 's'} {name}")
        choices = parts.words(option)
        if option.value in LISTS:
            words.append(f"-x -a {quoted('(__fish_append , ' + ' '.join(choices) + ')')}")
        elif choices:
            words.append(f"-x -a {quoted(' '.join(choices))}")
        elif option.value and not option.may_lack_value:
            words.append("-r" if is_file(option) else "-x")
        words.append(f"-d {quoted(brief(option.sentence))}")
        return " ".join(words)

    names = " ".join(parts.commands)
    lines = ["# fish completion for warplint", "",
             f"complete -c warplint -n __fish_is_first_token -a {quoted(names)}"]
    lines += [line(f"not __fish_seen_subcommand_from {names}", option)
              for option in parts.options]
    for command, options in parts.commands.items():
        lines += [line(f"__fish_seen_subcommand_from {command}", option)
                  for option in options]
    return "\n".join(lines) + "\n"


def main():
    program, shell = sys.argv[1:]
    print({"bash": in_bash, "zsh": in_zsh, "fish": in_fish}[shell](Completions(program)),
          end="")


if __name__ == "__main__":
    main()
