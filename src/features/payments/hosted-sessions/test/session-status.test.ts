import { expect, test } from 'vitest';
import { type SessionFacts, isOpen, sessionIdleMs, sessionStatus } from '../session-status.ts';
import { parsePageLanguage, pageLanguages } from '#shared/page-languages.ts';

const now = new Date('2026-11-21T12:00:00Z');
const facts = (more: Partial<SessionFacts>): SessionFacts => ({
  state: 'STARTED',
  lastInteraction: now,
  attempts: more.transactionStatus ? 1 : 0,
  transactionStatus: null,
  ...more,
});
const idle = new Date(now.getTime() - sessionIdleMs);

const table: [Partial<SessionFacts>, string, string, boolean][] = [
  [{ state: 'CREATED' }, 'CREATED', 'NOT_SUBMITTED', true],
  [{}, 'STARTED', 'NOT_SUBMITTED', true],
  [{ lastInteraction: idle }, 'EXPIRED', 'EXPIRED', false],
  [{ state: 'EXPIRED' }, 'EXPIRED', 'EXPIRED', false],
  [{ state: 'INVALIDATED' }, 'INVALIDATED', 'CANCELLED', false],
  [{ state: 'TERMINATED' }, 'TERMINATED', 'CANCELLED', false],
  [{ transactionStatus: 'SUSPENDED' }, 'STARTED', 'PROCESSING', false],
  [{ transactionStatus: 'SUSPENDED', lastInteraction: idle }, 'STARTED', 'PROCESSING', false],
  [{ transactionStatus: 'SUSPENDED', reasonCode: 'U200' }, 'STARTED', 'PROCESSING', false],
  [{ transactionStatus: 'SUSPENDED', reasonCode: 'U101' }, 'STARTED', 'PENDING', false],
  [{ transactionStatus: 'SUSPENDED_REPLAY', reasonCode: 'U102' }, 'STARTED', 'PENDING', false],
  [{ transactionStatus: 'SUSPENDED_THREE_D_SECURE' }, 'STARTED', 'PENDING', false],
  [{ transactionStatus: 'SUCCESS' }, 'TERMINATED', 'SUCCESS', false],
  [{ transactionStatus: 'SUCCESS', state: 'INVALIDATED' }, 'INVALIDATED', 'SUCCESS', false],
  [{ transactionStatus: 'VOIDED' }, 'TERMINATED', 'VOIDED', false],
  [{ transactionStatus: 'EXPIRED' }, 'TERMINATED', 'EXPIRED', false],
  [{ transactionStatus: 'CANCELLED' }, 'TERMINATED', 'CANCELLED', false],
  [{ transactionStatus: 'FAILED' }, 'STARTED', 'FAILED', true],
  [{ transactionStatus: 'FAILED', attempts: 5 }, 'TERMINATED', 'FAILED', false],
  [{ transactionStatus: 'FAILED', lastInteraction: idle }, 'EXPIRED', 'FAILED', false],
  [{ transactionStatus: 'FAILED', state: 'TERMINATED' }, 'TERMINATED', 'FAILED', false],
];

test.each(table)('%j is %s with %s; open: %j', (more, sessionState, transactionState, open) => {
  expect(sessionStatus(facts(more), now)).toEqual({ sessionState, transactionState });
  expect(isOpen(facts(more), now)).toBe(open);
});

test.each([
  ['pt-BR', 'pt_BR'],
  ['PT_pt', 'pt'],
  ['id', 'in_ID'],
  ['nb-NO', 'no'],
  ['zh-Hant', 'zh_TW'],
  ['zh', 'zh_CN'],
  ['de_AT', 'de'],
  ['xx', 'en'],
  [undefined, 'en'],
])('the locale %s is the language %s', (locale, language) => {
  expect(parsePageLanguage(locale)).toBe(language);
  expect(pageLanguages).toHaveLength(25);
});
