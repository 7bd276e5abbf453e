import { readFileSync } from 'node:fs';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import { paletteSources, matching, screenActions, screenEntries } from '../shell/use-palette-entries.tsx';
import { standInForBrowser } from './browser-stand-in.ts';
import { stubResponses, signIn, signOut, type Person } from './signed-in.ts';
import { timesIn } from '#web/format/use-times.ts';
import type { PaletteContext, PaletteEntry } from '#web/palette/palette-source.ts';
import { readCurrentSession } from '#web/session/session-store.ts';
import { createTranslator, type Texts } from '#web/translate/translator.ts';
import { loadStartupConfig } from '#web/startup-config.ts';

beforeEach(async () => {
  standInForBrowser();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ serverBaseUrl: '/', tqsDataSourceDwEnabled: 'true' })),
  );
  await loadStartupConfig();
  stubResponses();
  return () => {
    signOut();
    vi.unstubAllGlobals();
  };
});

async function buildContext(person: Person): Promise<PaletteContext> {
  await signIn(person);
  const session = readCurrentSession();
  if (session === undefined) throw new Error('no session');
  const t = (key: string, params = {}) => [key, ...Object.values(params)].join(' ');
  return { session, t, locale: 'en', times: timesIn('UTC', 'en'), queries: new QueryClient() };
}
const source = (name: string) => {
  const found = paletteSources.find((paletteSource) => paletteSource.name === name);
  if (found === undefined) throw new Error(`no source ${name}`);
  return found;
};
const searches = (name: string, typed: string, context: PaletteContext) =>
  source(name)
    .searches?.(typed, context)
    .map(({ label }) => label) ?? [];

const readAddress = (go: PaletteEntry['go']): string =>
  typeof go === 'function' ? '' : 'href' in go ? (go.href ?? '') : go.to;

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

test.each(['en', 'de', 'fr', 'es', 'pl', 'cy'])(
  'a screen is found by what is on it: %s',
  async (language) => {
    const context = await buildContext({ permissions: [] });
    const url = new URL(`../public/locales/${language}.json`, import.meta.url);
    const texts = JSON.parse(readFileSync(url, 'utf8')) as Texts;
    const { t } = createTranslator([{ language, texts }]);
    const names = ['installations', 'apiKeys', 'webhooks', 'riskControls', 'feedback'];
    const entries = screenEntries(
      names.map((name) => ({ name, path: `/${name}` })),
      { ...context, t },
    );
    expect(entries.map(({ keywords }) => keywords !== '')).toEqual([true, true, true, true, false]);
    if (language !== 'en') return;
    const find = (typed: string) => matching(entries, typed).map(({ id }) => id.replace('screen ', ''));
    expect(find('secret')).toEqual(['installations', 'apiKeys', 'webhooks']);
    expect(find('origin')).toEqual(['installations']);
  },
);

describe('actions', () => {
  test('are offered to those who may open their screen', async () => {
    const may = await buildContext({ permissions: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] });
    expect(screenActions(may).map(({ id }) => id)).toEqual(['action smartLinkCreate']);
  });
  test('leave out restricted screens before a domain user has chosen', async () => {
    const domainUser = await buildContext({ permissions: ['P_VIRTUAL_TERMINAL'], isDomainUser: true });
    expect(screenActions(domainUser)).toEqual([]);
  });
});

describe('customers', () => {
  test('are searched by parts of names and emails and by telephone numbers, not by numbers of other things', async () => {
    const context = await buildContext({ permissions: [viewer] });
    const { canFind } = source('customers');
    for (const typed of ['smith', 'Ив Петров', 'ada@exam', '+44 20 7946 0018', 'ada@example.org'])
      expect(canFind?.(typed, context), typed).toBe(true);
    for (const typed of ['12.50', 'li', '4242', '4242 4242 4242 4242'])
      expect(canFind?.(typed, context), typed).toBe(false);
    expect(searches('customers', 'smith', context)).toEqual(['palette.customers smith']);
  });
  test('are offered to users who may search transactions only', async () => {
    const context = await buildContext({ permissions: ['P_CREATE_SMART_LINK'] });
    expect(source('customers').canFind?.('smith', context)).toBe(false);
    expect(searches('customers', 'smith', context)).toEqual([]);
  });
});

describe('operators', () => {
  test('lead to the search with its filters, and complete the last word', async () => {
    const context = await buildContext({ permissions: [viewer] });
    const entries = source('transactions').searches?.('amount:>100 status:failed yest', context) ?? [];
    expect(entries.map(({ completes }) => completes)).toEqual(['amount:>100 status:failed yesterday ']);
    const [search] = source('transactions').searches?.('amount:>100 status:failed yesterday', context) ?? [];
    expect(search?.go).toMatchObject({
      to: '/search',
      search: { searchRange: 'YESTERDAY', 'filter.requested_amount': '>100', 'filter.txn_status': 'FAILED' },
    });
    expect(source('transactions').canFind?.('status:failed', context)).toBe(true);
  });
  test('a plain word is no merchant reference', async () => {
    const context = await buildContext({ permissions: [viewer] });
    expect(searches('transactions', 'smith', context)).toEqual([]);
    expect(searches('transactions', 'TXN-2391', context)).toHaveLength(1);
  });
});

describe('transactions', () => {
  test('are searched by amount, id or email, not by words', async () => {
    const context = await buildContext({ permissions: [viewer] });
    const { canFind } = source('transactions');
    for (const typed of ['12.50', '10000003493', 'ada@example.org', 'TXN-2391'])
      expect(canFind?.(typed, context), typed).toBe(true);
    for (const typed of ['home', 'refund', 'T-1']) expect(canFind?.(typed, context), typed).toBe(false);
  });
  test('without the permission there is no search', async () => {
    const context = await buildContext({ permissions: [] });
    expect(searches('transactions', '12.50', context)).toEqual([]);
    expect(source('transactions').canFind?.('12.50', context)).toBe(false);
  });
  test('of a whole card number only the last four digits are used', async () => {
    const context = await buildContext({ permissions: [viewer] });
    expect(searches('transactions', '4444 3333 2222 1111', context).join()).not.toContain('3333');
    expect(searches('transactions', '4444 3333 2222 1111', context)).toHaveLength(1);
  });
});

test('schedules are searched by 32 characters or an email, with the permission', async () => {
  const id = '0123456789abcdef0123456789abcdef';
  const may = await buildContext({ permissions: ['P_VIEW_SCHEDULE'] });
  const { canFind } = source('schedules');
  expect([id, 'ada@example.org', id.slice(1)].map((typed) => canFind?.(typed, may))).toEqual([
    true,
    true,
    false,
  ]);
  expect(canFind?.(id, await buildContext({ permissions: [viewer] }))).toBe(false);
});

test('smart links are searched by reference or email, never by a card number', async () => {
  const context = await buildContext({ permissions: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] });
  expect(searches('smart-links', 'LINK-1002', context)).toEqual(['palette.links_by_reference LINK-1002']);
  expect(searches('smart-links', 'ada@example.org', context)).toEqual([
    'palette.links_by_email ada@example.org',
  ]);
  expect(searches('smart-links', '4444333322221111', context)).toEqual([]);
});

/** Sources that find objects by a part of their name: the permissions, and the server's response to their one request. */
const named: Readonly<
  Record<string, { permissions: Permission[]; url: RegExp; response: object; found: string[] }>
> = {
  users: {
    permissions: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'],
    url: /SCIM\/Users\/\.search$/,
    response: {
      Resources: [
        {
          id: '7',
          firstName: 'Ada',
          lastName: 'Harbour',
          userName: 'ada@harbour.example',
          active: true,
          extraInfo: { lockedReason: null },
        },
      ],
    },
    found: ['Ada Harbour, ada@harbour.example, /user/7'],
  },
  rules: {
    permissions: ['P_VIEW_FRAUD_RULES'],
    url: /rms\/rules\?.*ruleSearch\.name=harbour/,
    response: { rules: [{ ruleId: 3, ruleType: 'rule', name: 'Harbour at night', active: true }] },
    found: ['Harbour at night, screen.rule, /rules/rule/3'],
  },
  territories: {
    permissions: ['P_VIEW_TERRITORY_MANAGEMENT_RULES'],
    url: /rms\/territoryRules\/1000\?.*ruleSearch\.name=harbour/,
    response: { rules: [{ ruleId: 4, ruleType: 'territoryRule', name: 'Harbour states', active: false }] },
    found: ['Harbour states, screen.territoryRule, /territories/4'],
  },
  lists: {
    permissions: ['P_VIEW_FRAUD_PARAMETER_LISTS'],
    url: /list\/extended\/parameter\/1000\?.*listSearch\.name=harbour/,
    response: {
      data: [
        {
          listId: 5,
          listType: 'parameter',
          name: 'Harbour emails',
          dataField: 'customerEmail',
          active: true,
        },
      ],
    },
    found: ['Harbour emails, fraud_lists.field.customerEmail customerEmail, /lists/list/parameter/5'],
  },
  installations: {
    permissions: ['P_VIEW_INSTALLATION'],
    url: /installation\/org\/1000\?text=harbour/,
    response: {
      items: [
        { installationId: 5_300_001, name: 'Harbour till', merchantName: 'Harbour Coffee', isActive: true },
      ],
    },
    found: ['Harbour till, Harbour Coffee · 5300001, /settings/installations/5300001'],
  },
  webhooks: {
    permissions: ['P_VIEW_INSTALLATION'],
    url: /webhooks.*\?.*text=harbour/,
    response: {
      items: [
        {
          endpointId: '8',
          url: 'https://harbour.example/hook',
          status: 'active',
          installations: ['Harbour till'],
        },
      ],
    },
    found: ['https://harbour.example/hook, Harbour till, /settings/webhooks/8'],
  },
};

describe.each(Object.entries(named))('%s', (name, { permissions, url, response, found }) => {
  test('are found by a part of their name in one request', async () => {
    const urls: string[] = [];
    stubResponses({ 1000: ['ERE'] });
    const context = await buildContext({ permissions });
    vi.stubGlobal('fetch', (called: string) => {
      urls.push(called);
      return Promise.resolve(Response.json(response));
    });
    const { canFind, find } = source(name);
    expect(canFind?.('harbour', context)).toBe(true);
    const entries = (await find?.('harbour', context, new AbortController().signal)) ?? [];
    expect(urls).toEqual([expect.stringMatching(url)]);
    expect(entries.map(({ label, detail, go }) => `${label}, ${detail}, ${readAddress(go)}`)).toEqual(found);
  });
  test('are not found by two letters, an amount, a card number or without permission', async () => {
    stubResponses({ 1000: ['ERE'] });
    const { canFind } = source(name);
    const context = await buildContext({ permissions });
    for (const typed of ['ha', '12.50', '4444 3333 2222 1111'])
      expect(canFind?.(typed, context), typed).toBe(false);
    expect(canFind?.('harbour', await buildContext({ permissions: ['P_VIEW_SCHEDULE'] }))).toBe(false);
  });
});
