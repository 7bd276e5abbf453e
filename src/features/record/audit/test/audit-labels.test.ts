import { readFile } from 'node:fs/promises';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standInForBrowser } from '#app/web/test/browser-stand-in.ts';
import { startTranslation } from '#web/translate/translate.ts';
import type { AuditLine } from '../schemas.ts';
import { useAuditLabels } from '../web/use-audit-labels.ts';

beforeEach(async () => {
  standInForBrowser();
  const texts = await readFile('src/app/web/public/locales/en.json', 'utf8');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(texts)));
  await startTranslation('1');
});
afterEach(() => vi.unstubAllGlobals());

const line = (part: Pick<AuditLine, 'actor' | 'actorKind' | 'actorName'>) => part as AuditLine;

function Actor(part: Pick<AuditLine, 'actor' | 'actorKind' | 'actorName'>) {
  return useAuditLabels().actor(line(part));
}

test.each([
  ['system', 'single sign-on', 'Single sign-on'],
  ['system', 'provisioning', 'Provisioning'],
  ['system', 'lock-inactive-accounts', 'Check of inactive accounts'],
  ['system', 'schedules', 'Schedules'],
  ['system', 'queue', 'Queue'],
  ['system', 'hosted-page', 'Payment page'],
  ['system', 'admin-cli:Jo', 'Operator: Jo'],
  ['system', 'operator: Jo', 'Operator: Jo'],
  ['system', 'a later program', 'a later program'],
  ['user', 'operator: Jo', 'operator: Jo'],
  ['anonymous', 'unknown', 'Not signed in'],
])('names the actor %s %s: %s', (actorKind, actor, text) => {
  expect(renderToStaticMarkup(createElement(Actor, { actorKind, actor, actorName: null }))).toBe(text);
});

function Reason({ outcome }: { outcome: string }) {
  return useAuditLabels().reason({ outcome, refused: true });
}

test.each([
  ['allowed', ''],
  ['SUBMITTED', ''],
  ['refused: NOT_FOUND', 'Not found'],
  ['refused: incorrect', 'Wrong username or password'],
  ['failed: CUT_OFF', 'Stopped before the end'],
  ['refused: NO_SECOND_FACTOR', 'Add a passkey or an authenticator app first.'],
  ['FRIENDLY', 'Friendly fraud'],
  ['A136', 'A136'],
])('names the reason of %s: %s', (outcome, text) => {
  expect(renderToStaticMarkup(createElement(Reason, { outcome }))).toBe(text);
});
