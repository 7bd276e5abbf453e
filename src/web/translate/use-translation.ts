import { useSyncExternalStore } from 'react';
import { currentTranslator, onLanguageChange } from './translate.ts';
import type { Translator } from './translator.ts';

/** The texts of the current language. A change of language renders everything again. */
export function useTranslation(): Translator {
  return useSyncExternalStore(onLanguageChange, currentTranslator, currentTranslator);
}
