import type { Translate } from '#web/translate/translator.ts';

/** "Payment: succeeded", "Payment: all" for a pattern. An unknown event keeps its name. */
export function eventLabel(t: Translate, choice: string): string {
  if (choice === '*') return t('webhooks.every_event');
  if (choice === 'test') return t('webhooks.test_event');
  const [subject = '', end = ''] = choice.split('.');
  return `${t(`webhooks.subject.${subject}`)}: ${t(`webhooks.end.${end === '*' ? 'all' : end}`)}`;
}

/** An HTTP status needs no translation. */
export const resultLabel = (t: Translate, result: string): string =>
  /^\d+$/.test(result) ? `HTTP ${result}` : t(`webhooks.result.${result.replace('-', '_')}`);
