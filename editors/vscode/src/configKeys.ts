// What may stand at a place of a file .warplint.

export interface ConfigKey {
  name: string;
  /** In words: "a whole number". */
  kind: string;
  /** All that there are; empty where any may be. */
  values: string[];
  meaning: string;
}

/** Put in by scripts/bundle.mjs. */
declare const WARPLINT_KEYS: ConfigKey[];
export const configKeys = WARPLINT_KEYS;

export interface Proposal {
  label: string;
  text: string;
  detail: string;
  documentation: string;
  isKey: boolean;
}

/** `before`: what the line has before the cursor; `used`: the keys of other lines. */
export function proposalsAt(before: string, used: ReadonlySet<string>): Proposal[] {
  if (/^\w*$/.test(before)) {
    return configKeys
      .filter(({ name }) => !used.has(name))
      .map(({ name, kind, meaning }) => ({
        label: name,
        text: `${name}: `,
        detail: kind,
        documentation: meaning,
        isKey: true,
      }));
  }
  const named = /^(\w+):\s+\w*$/.exec(before)?.[1];
  const key = configKeys.find(({ name }) => name === named);
  return (key?.values ?? []).map((value) => ({
    label: value,
    text: value,
    detail: named!,
    documentation: key!.meaning,
    isKey: false,
  }));
}

/** The keys that a text has in lines other than `line`. */
export function keysUsed(text: string, line: number): Set<string> {
  const keys = text.split('\n').map((one) => /^(\w+):/.exec(one)?.[1]);
  return new Set(keys.filter((key, number): key is string => !!key && number !== line));
}
