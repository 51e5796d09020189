"""Relative links of Markdown, for what renders or installs pages."""

import re

# "!" or nothing, text, file, "#anchor".
LINK = re.compile(r"(!?)\[((?:\[[^]]*\](?:\([^)]*\))?|[^]])*)\]"
                  r"\((?!\w+:)([^)\s#]*)(#[^)\s]+)?\)")
BLOCK = re.compile(r"(^(?:```|~~~).*?^(?:```|~~~)$)", re.MULTILINE | re.DOTALL)


def outside_blocks(change, text):
    """Text with what is outside of its blocks of code changed by a function."""
    parts = BLOCK.split(text)
    parts[::2] = map(change, parts[::2])
    return "".join(parts)
