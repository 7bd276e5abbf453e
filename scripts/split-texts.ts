/** A locale file: texts, and groups of them. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/**
 * Groups and single texts that the sign-in, the frame and the preloaded screens need (vite.config.ts). Every page load
 * waits for them. All others come afterwards (decision 0120). A test in `e2e/languages.test.ts` fails where one is missing.
 */
const firstTexts: ReadonlySet<string> = new Set([
  // The sign-in and the frame.
  'product',
  'ui',
  'screen',
  'menu',
  'shell',
  'zone',
  'language',
  'theme',
  'palette',
  'keys',
  'cookies',
  'organisation',
  'login',
  'validation',
  'second_step',
  'error',
  'mode',
  'version',
  'unrecoverable',
  'sign_on.title',
  'my_security.set_up',
  'my_security.suggestion',
  'my_security.suggestion_text',
  // Home, search, statements and transaction details.
  'home',
  'checklist',
  'transactions',
  'search',
  'statements',
  'transaction_export',
  'list',
  'details',
  'declines',
  'decline_advice',
  'decline_labels',
  'notifications',
  'approvals',
  'schedules.change',
  'schedules.go_to_schedule',
  'schedules.add.button',
  'audit.kind',
  'audit.operator',
  'audit.system',
  'cases.open',
  'cases.open_failed',
  'fraud_lists.import.title',
]);

/** A locale file in two parts with the same structure. */
export function splitTexts(texts: Texts, path = ''): { first: Texts; more: Texts } {
  const first: Record<string, string | Texts> = {};
  const more: Record<string, string | Texts> = {};
  for (const [name, entry] of Object.entries(texts)) {
    const key = `${path}${name}`;
    if (firstTexts.has(key)) first[name] = entry;
    else if (typeof entry === 'string') more[name] = entry;
    else {
      const parts = splitTexts(entry, `${key}.`);
      if (Object.keys(parts.first).length > 0) first[name] = parts.first;
      if (Object.keys(parts.more).length > 0) more[name] = parts.more;
    }
  }
  return { first, more };
}
