import { readFile } from 'node:fs/promises';
import { createElement, type ComponentProps, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubResponses, signIn, signOut } from '#app/web/test/signed-in.ts';
import { standInForBrowser } from '#app/web/test/browser-stand-in.ts';
import { UiProvider } from '#ui/ui-provider.tsx';
import { englishUiTexts } from '#ui/ui-texts.ts';
import { CallFailure } from '../call/call-failure.ts';
import { writeColumns } from '../session/client-storage.ts';
import { ListScreen } from '../list-screen/list-screen.tsx';
import type { ListField } from '../list-screen/list-field.ts';
import { offsetPages, useListState, type ListState } from '../list-screen/use-list-state.ts';
import { parseSearch, stringifySearch } from '../search-codec.ts';
import type { Destination } from '../paths.ts';
import { startTranslation } from '../translate/translate.ts';

interface Params {
  offset: number;
  pageSize: number;
  status?: string;
}
interface Row {
  id: string;
}

const address = {
  name: 'rows',
  read: (raw: Record<string, string>): Params => ({
    offset: Number(raw.offset ?? 0),
    pageSize: Number(raw.pageSize ?? 25),
    ...(raw.status === undefined ? {} : { status: raw.status }),
  }),
  to: (params: Params) => ({ to: '/list', search: { ...params } }),
  page: offsetPages<Params>(),
};

let isPhone = false;
let search: Record<string, string> = {};
const navigate = vi.fn<(destination: Destination) => void>();
/** Where the user is, or is going. */
const latestLocation = { pathname: '/list' };
const router = { latestLocation, buildLocation: ({ to }: { to: string }) => ({ pathname: to }) };
vi.mock('@tanstack/react-router', () => ({
  useSearch: () => search,
  useNavigate: () => navigate,
  useRouter: () => router,
}));
// A static rendering is always wide.
vi.mock('#ui/layout/use-is-phone.ts', () => ({ isPhone: () => isPhone, useIsPhone: () => isPhone }));
/** Where the list has gone last. */
const href = () => {
  const { to, search: next } = navigate.mock.lastCall?.[0] ?? { to: '', search: {} };
  return `${to}${stringifySearch(next)}`;
};

beforeEach(async () => {
  standInForBrowser();
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
  vi.stubGlobal('getComputedStyle', () => ({ fontFamily: 'Inter' }));
  Object.assign(document, { createElement: () => ({ getContext: () => null }), body: {} });
  const texts = await readFile('src/app/web/public/locales/en.json', 'utf8');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(texts)));
  await startTranslation('1');
  stubResponses();
  await signIn();
});
afterEach(() => {
  latestLocation.pathname = '/list';
  isPhone = false;
  signOut();
  vi.unstubAllGlobals();
});

type Given = Partial<ComponentProps<typeof ListScreen<Row>>>;

/** Draws the screen at an address, as the browser first sees it. */
async function openScreen(href: string, options: Given = {}) {
  const states: ListState<Params>[] = [];
  function Screen(): ReactNode {
    const state = useListState<Params>(address);
    states.push(state);
    return createElement(ListScreen<Row>, {
      title: 'Users',
      state,
      result: result({}),
      countKey: 'users.count',
      columns: [{ id: 'id', header: 'ID', text: ({ id }) => id }],
      rowId: ({ id }) => id,
      failureTexts: { title: 'Users failed' },
      empty: 'No users yet',
      ...options,
    });
  }
  search = parseSearch(href.split('?')[1] ?? '');
  const screen = createElement(Screen);
  const page = renderToStaticMarkup(UiProvider({ texts: englishUiTexts, children: screen }));
  const [state] = states;
  if (state === undefined) throw new Error(`nothing was drawn: ${page}`);
  return { page, state };
}

const result = (part: object) => ({
  rows: [{ id: 'one' }],
  total: 1,
  isLoading: false,
  failure: null,
  refresh: () => {},
  ...part,
});
/** The user that signIn() signs in. */
const userId = 'dana@demo.example';
const pager = 'aria-label="Page"';

describe('the state of a list', () => {
  test('is read from its address', async () => {
    const { state } = await openScreen('/list?offset=50&pageSize=25&status=FAILED');
    expect(state.params).toEqual({ offset: 50, pageSize: 25, status: 'FAILED' });
    expect(state.paging).toEqual({ offset: 50, pageSize: 25 });
  });
  test('returns to the first page when the criteria change', async () => {
    const { state } = await openScreen('/list?offset=50&pageSize=25');
    state.change({ status: 'FAILED' });
    expect(href()).toBe('/list?offset=0&pageSize=25&status=FAILED');
  });
  test('keeps its criteria on another page', async () => {
    const { state } = await openScreen('/list?offset=0&pageSize=25&status=FAILED');
    state.turn({ offset: 25, pageSize: 25 });
    expect(href()).toBe('/list?offset=25&pageSize=25&status=FAILED');
  });
  test.each(['/list', '/list/'])('corrects its own address, %s', async (pathname) => {
    latestLocation.pathname = pathname;
    const { state } = await openScreen('/list?offset=50&pageSize=25');
    state.go({ offset: 0, pageSize: 25 }, true);
    expect(href()).toBe('/list?offset=0&pageSize=25');
  });
  test('does not correct the address once the user leaves for another screen', async () => {
    const { state } = await openScreen('/list?offset=50&pageSize=25');
    navigate.mockClear();
    latestLocation.pathname = '/other';
    state.go({ offset: 0, pageSize: 25 }, true);
    expect(navigate).not.toHaveBeenCalled();
    state.go({ offset: 0, pageSize: 25 });
    expect(navigate).toHaveBeenCalledOnce();
  });
  test('has the same criteria on every page', async () => {
    const { state: first } = await openScreen('/list?offset=0&pageSize=25&status=FAILED');
    const { state: second } = await openScreen('/list?offset=25&pageSize=25&status=FAILED');
    const { state: other } = await openScreen('/list?offset=0&pageSize=25');
    expect(second.criteria).toBe(first.criteria);
    expect(other.criteria).not.toBe(first.criteria);
  });
});

describe('a list screen', () => {
  test('shows the count of its rows', async () => {
    expect((await openScreen('/list')).page).toContain('<strong>1</strong> user');
  });
  test('shows no pager while all rows fit on the smallest page', async () => {
    expect((await openScreen('/list', { result: result({ total: 25 }) })).page).not.toContain(pager);
    expect((await openScreen('/list', { result: result({ total: 26 }) })).page).toContain(pager);
  });
  test('shows neither count nor pager while the total is unknown', async () => {
    const loading = result({ rows: undefined, total: undefined, isLoading: true });
    const { page } = await openScreen('/list?offset=50', { result: loading });
    expect(page).not.toMatch(/<strong>|aria-label="Page"/);
  });
  test('shows the failure in place of rows, count and pager', async () => {
    const failure = new CallFailure(500, 'FAILED', 'internal_server_error', 'r-17');
    const { page } = await openScreen('/list?offset=50', { result: result({ total: 0, failure }) });
    expect(page).toContain('Users failed');
    expect(page).toContain('r-17');
    expect(page).toContain('Try again');
    expect(page).not.toMatch(/<strong>|aria-label="Page"/);
  });
  test('offers no retry of what is forbidden', async () => {
    const failure = new CallFailure(403, 'FORBIDDEN', 'forbidden');
    const forbidden = { title: 'Not yours', text: 'Ask an administrator.' };
    const { page } = await openScreen('/list', {
      result: result({ failure }),
      failureTexts: { title: 'Users failed', forbidden },
    });
    expect(page).toContain('Not yours');
    expect(page).not.toContain('Try again');
  });
  test('shows why there are no rows', async () => {
    const { page } = await openScreen('/list', { result: result({ rows: [], total: 0 }) });
    expect(page).toContain('No users yet');
    expect(page).not.toContain(pager);
  });
  const status: ListField = {
    kind: 'choice',
    id: 'status',
    label: 'Status',
    value: 'FAILED',
    choices: [{ value: 'FAILED', label: 'Failed' }],
    onChange: () => {},
  };
  const days: ListField = {
    kind: 'days',
    id: 'days',
    label: 'Date range',
    value: { from: '2026-11-22', to: '2026-11-22' },
    isRequired: true,
    min: '2000-01-01',
    today: '2026-11-23',
    presets: [],
    onChange: () => {},
  };
  test('names every active filter, and offers to remove those that a list can be without', async () => {
    const { page } = await openScreen('/list', { fields: [status, days] });
    expect(page).toContain('aria-label="Remove filter: Status: Failed"');
    expect(page).toContain('aria-label="Change filter: Date range: Nov 22"');
    expect(page).not.toContain('aria-label="Remove filter: Date range: Nov 22"');
  });
  test('counts the active filters on a phone', async () => {
    isPhone = true;
    expect((await openScreen('/list', { fields: [status, days] })).page).toContain('Filters (2)');
  });
  test('offers to clear only what a person has set', async () => {
    const onClear = (): void => {};
    const clear = 'Clear all';
    expect((await openScreen('/list', { fields: [status], onClear })).page).toContain(clear);
    const fields = [days, { ...status, isDefault: true }];
    expect((await openScreen('/list', { fields, onClear })).page).not.toContain(clear);
  });
  test('offers the filters of its columns among the others, once', async () => {
    const columns = [
      { id: 'ref', header: 'Reference', text: () => '', filter: { kind: 'text' as const } },
      { id: 'state', header: 'Status', text: () => '', filter: { kind: 'text' as const } },
    ];
    const filters = { ref: 'A-1' };
    const { page } = await openScreen('/list', { columns, filters, onFilter: () => {}, fields: [status] });
    expect(page).toContain('aria-label="Remove filter: Reference: A-1"');
    expect(page.match(/Remove filter: Status/g)).toHaveLength(1);
  });
  test('has no filters under its headings unless the person chooses them', async () => {
    const columns = [{ id: 'ref', header: 'Reference', text: () => '', filter: { kind: 'text' as const } }];
    const options = { columns, filters: {}, onFilter: () => {} };
    expect((await openScreen('/list', options)).page).not.toContain('Filter by Reference');
  });
});

describe('the columns of a list', () => {
  const columns = ['name', 'status', 'events', 'created', 'ip'].map((id) => ({
    id,
    header: `The ${id}`,
    text: () => id,
    ...(id === 'name' ? { isAlwaysShown: true, card: 'title' as const } : {}),
    ...(id === 'ip' ? { card: 'subtitle' as const } : {}),
  }));
  const headers = (page: string) => [...page.matchAll(/title="The (\w+)"/g)].map(([, id]) => id);
  const chooser = 'aria-label="Columns"';

  test('are all shown at first', async () => {
    const { page } = await openScreen('/list', { columns });
    expect(headers(page)).toEqual(['name', 'status', 'events', 'created', 'ip']);
    expect(page).toContain(chooser);
  });
  test('are offered from five on', async () => {
    expect((await openScreen('/list', { columns: columns.slice(1) })).page).not.toContain(chooser);
  });
  test('are those that the user chose, from the first rendering on', async () => {
    writeColumns(userId, 'columns.rows', ['ip', 'name']);
    expect(headers((await openScreen('/list', { columns })).page)).toEqual(['ip', 'name']);
  });
  test('include the one that identifies the row', async () => {
    writeColumns(userId, 'columns.rows', ['ip']);
    expect(headers((await openScreen('/list', { columns })).page)).toEqual(['name', 'ip']);
  });
  test('include one with a filter', async () => {
    writeColumns(userId, 'columns.rows', ['name']);
    const { page } = await openScreen('/list', { columns, filters: { events: 'x' }, onFilter: () => {} });
    expect(headers(page)).toEqual(['name', 'events']);
  });
  test.each([
    ['columns of another list', 'columns.others', ['ip']],
    ['broken', 'columns.rows', { a: 1 }],
  ] as const)('are all shown while the stored choice is %s', async (_title, key, stored) => {
    writeColumns(userId, key, stored);
    expect(headers((await openScreen('/list', { columns })).page)).toHaveLength(5);
  });
  test('are as wide as the user drew them', async () => {
    writeColumns(userId, 'columnWidths.rows', { name: 90, ip: 600, status: -1, events: 'wide' });
    const { page } = await openScreen('/list', { columns });
    expect(page).toMatch(/--w-name:90px/);
    expect(page).toMatch(/--w-ip:600px/);
    expect(page).toMatch(/--w-status:150px/);
    expect(page).toMatch(/--w-events:150px/);
  });
  test('are offered by group where the server sends them', async () => {
    const columnChoice = { groups: [], shown: [], choose: () => {}, reset: () => {} };
    expect((await openScreen('/list', { columns, columnChoice })).page).not.toContain(chooser);
    const groups = [{ id: 'one', label: 'One', columns: [] }];
    const { page } = await openScreen('/list', { columns, columnChoice: { ...columnChoice, groups } });
    expect(page).toContain(chooser);
  });
  test('are no choice on a phone, whose cards stay whole', async () => {
    writeColumns(userId, 'columns.rows', ['name']);
    isPhone = true;
    const { page } = await openScreen('/list', { columns });
    expect(page).not.toContain(chooser);
    expect(page).toContain('>ip<');
  });
});
