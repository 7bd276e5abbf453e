import type { TreeNode } from '#ui/tree/tree-rows.ts';

export interface CountryOption {
  value: string;
  displayName: string;
  continent: string;
}

/** Continents with their countries: the option of a continent means all of them. */
export function territoryNodes(
  countries: readonly CountryOption[],
  names: { country: (code: string) => string; continent: (code: string) => string },
): TreeNode[] {
  const continents = [...new Set(countries.map(({ continent }) => continent))]
    .map((code) => ({ id: `all-${code}`, label: names.continent(code), parentId: undefined }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const nodes = countries
    .map(({ value, continent }) => ({ id: value, label: names.country(value), parentId: `all-${continent}` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return [...continents, ...nodes];
}

/** The countries of a choice of nodes, in alphabetical order of their codes. */
export function territoriesOfChoice(
  countries: readonly CountryOption[],
  checked: Pick<ReadonlySet<string>, 'has'>,
): string[] {
  return countries
    .filter(({ value }) => checked.has(value))
    .map(({ value }) => value)
    .toSorted();
}

/** Edits that are not saved: countries that were added and removed since the rule was loaded. */
export function pendingEdits(
  saved: readonly string[],
  selected: readonly string[],
): { added: string[]; removed: string[] } {
  return {
    added: selected.filter((code) => !saved.includes(code)),
    removed: saved.filter((code) => !selected.includes(code)),
  };
}
