import type { Translate } from '#web/translate/translator.ts';

/** A code of the wire in words; an unknown one as its own words: 'Single use'. */
export const codeWord = (code: string, t: Translate): string =>
  t(`details.word.${code}`, {
    defaultValue: code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' '),
  });
