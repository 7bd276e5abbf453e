import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import { paletteSources, matching, screenActions } from '../shell/palette/use-palette-entries.tsx';
import { standInForBrowser } from './browser-stand-in.ts';
import { answerCalls, signIn, signOut, type Person } from './signed-in.ts';
import { timesIn } from '#web/format/use-times.ts';
import type { PaletteContext } from '#web/palette/palette-source.ts';
import { readCurrentSession } from '#web/session/session-store.ts';
import { loadStartupConfig } from '#web/startup-config.ts';

beforeEach(async () => {
  standInForBrowser();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ serverBaseUrl: '/', tqsDataSourceDwEnabled: 'true' })),
  );
  await loadStartupConfig();
  answerCalls();
  return () => {
    signOut();
    vi.unstubAllGlobals();
  };
});

async function contextOf(person: Person): Promise<PaletteContext> {
  await signIn(person);
  const session = readCurrentSession();
  if (session === undefined) throw new Error('no session');
  const t = (key: string, params = {}) => [key, ...Object.values(params)].join(' ');
  return { session, t, locale: 'en', times: timesIn('UTC', 'en'), queries: new QueryClient() };
}
const source = (name: string) => {
  const found = paletteSources.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no source ${name}`);
  return found;
};
const searches = (name: string, typed: string, context: PaletteContext) =>
  source(name)
    .searches?.(typed, context)
    .map(({ label }) => label) ?? [];

const viewer: Permission = 'P_VIEW_TRANSACTIONS_NGPORTAL';

describe('entries', () => {
  const entries = [
    { id: '1', label: 'Search', detail: 'Transactions', go: () => {} },
    { id: '2', label: 'Audit log', keywords: 'history', go: () => {} },
  ];
  test.each([
    ['', ['1', '2']],
    ['SEARCH', ['1']],
    ['search trans', ['1']],
    ['hist', ['2']],
    ['search audit', []],
  ])('match when every typed word is in them: %s', (typed, ids) => {
    expect(matching(entries, typed).map(({ id }) => id)).toEqual(ids);
  });
});

describe('actions', () => {
  test('are offered to those who may open their screen', async () => {
    const may = await contextOf({ permissions: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] });
    expect(screenActions(may).map(({ id }) => id)).toEqual(['action smartLinkCreate']);
  });
  test('leave out restricted screens before a domain user has chosen', async () => {
    const domainUser = await contextOf({ permissions: ['P_VIRTUAL_TERMINAL'], isDomainUser: true });
    expect(screenActions(domainUser)).toEqual([]);
  });
});

describe('transactions', () => {
  test('a call looks for amounts, ids and emails, not for words', async () => {
    const context = await contextOf({ permissions: [viewer] });
    const { canFind } = source('transactions');
    for (const typed of ['12.50', '10000003493', 'ada@example.org', 'TXN-2391'])
      expect(canFind?.(typed, context), typed).toBe(true);
    for (const typed of ['home', 'refund', 'T-1']) expect(canFind?.(typed, context), typed).toBe(false);
  });
  test('without the permission there is no search', async () => {
    const context = await contextOf({ permissions: [] });
    expect(searches('transactions', '12.50', context)).toEqual([]);
    expect(source('transactions').canFind?.('12.50', context)).toBe(false);
  });
  test('of a whole card number only the last four digits are used', async () => {
    const context = await contextOf({ permissions: [viewer] });
    expect(searches('transactions', '4444 3333 2222 1111', context).join()).not.toContain('3333');
    expect(searches('transactions', '4444 3333 2222 1111', context)).toHaveLength(1);
  });
});

test('schedules are looked for by 32 characters or an email, with the permission', async () => {
  const id = '0123456789abcdef0123456789abcdef';
  const may = await contextOf({ permissions: ['P_VIEW_SCHEDULE'] });
  const { canFind } = source('schedules');
  expect([id, 'ada@example.org', id.slice(1)].map((typed) => canFind?.(typed, may))).toEqual([
    true,
    true,
    false,
  ]);
  expect(canFind?.(id, await contextOf({ permissions: [viewer] }))).toBe(false);
});

test('smart links are looked for by reference or email, never by a card number', async () => {
  const context = await contextOf({ permissions: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] });
  expect(searches('smart-links', 'LINK-1002', context)).toEqual(['palette.links_by_reference LINK-1002']);
  expect(searches('smart-links', 'ada@example.org', context)).toEqual([
    'palette.links_by_email ada@example.org',
  ]);
  expect(searches('smart-links', '4444333322221111', context)).toEqual([]);
});
