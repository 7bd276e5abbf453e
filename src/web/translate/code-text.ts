import type { Translate } from './translator.ts';

/** The label of a code; an unknown code as words: 'Single use'. */
export const codeText = (code: string, t: Translate): string =>
  t(`details.word.${code}`, {
    defaultValue: code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' '),
  });
