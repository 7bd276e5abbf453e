import { type PageLanguage, htmlLanguage, pageLanguages } from '#features/hosted-sessions/page-languages.ts';
import { element } from './element.ts';
import type { Translate } from './words.ts';

/** Every language under its own name; the session's is only where the page begins. */
export function languageChoice(
  language: PageLanguage,
  t: Translate,
  onChoose: (language: PageLanguage) => void,
): HTMLElement {
  const select = element('select', { 'aria-label': t('language'), onchange: choose });
  for (const one of pageLanguages) {
    const tag = htmlLanguage(one);
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    select.append(element('option', { value: one, lang: tag }, name));
  }
  select.value = language;
  function choose(): void {
    const chosen = pageLanguages.find((one) => one === select.value);
    if (chosen) onChoose(chosen);
  }
  return element('footer', {}, select);
}
