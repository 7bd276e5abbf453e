import type { OptionsFilter } from '@mantine/core';
import { foldText } from '#shared/text/fold-text.ts';

type Options = Parameters<OptionsFilter>[0]['options'];

/** A filter of choices by their labels. Both texts are folded: in small letters, without diacritics. */
export const filterByLabel =
  (isMatch: (label: string, search: string) => boolean): OptionsFilter =>
  ({ options, search, limit }) =>
    foldOptions(options, (label) => isMatch(foldText(label), foldText(search.trim())), limit);

/** Finds choices by any part of their label. */
export const filterChoices = filterByLabel((label, search) => label.includes(search));

function foldOptions(options: Options, isFound: (label: string) => boolean, limit: number): Options {
  const found: Options = [];
  for (const option of options) {
    if (found.length >= limit) break;
    if ('group' in option) {
      const items = foldOptions(option.items, isFound, limit - found.length);
      found.push({ ...option, items: items as typeof option.items });
    } else if (isFound(option.label)) found.push(option);
  }
  return found;
}
