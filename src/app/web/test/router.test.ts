import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPortalRouter } from '../router.tsx';
import type { Screen } from '../screen.ts';
import { screens } from '../screens.tsx';
import { stubResponses, signIn, signOut, tree, type Person } from './signed-in.ts';
import { standInForBrowser } from './browser-stand-in.ts';
import { selectOrganisation } from '#web/session/session-store.ts';

let cookies: Map<string, string>;
beforeEach(() => {
  ({ cookies } = standInForBrowser());
  stubResponses({ 1111: ['CASE'] });
});
afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

const load = () => Promise.resolve(() => null);
/** One screen of each kind that the guard handles; the product's own follow below. */
const table: readonly Screen[] = [
  { name: 'login', path: '/login', place: 'public', load },
  { name: 'home', path: '/home', place: 'shell', load },
  { name: 'error', path: '/error', place: 'shell', load },
  {
    name: 'viewer',
    path: '/viewer',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_USER'] },
    isRemembered: true,
    search: (raw) => (String(raw.offset) === '50' ? { offset: 50 } : {}),
    load,
  },
  { name: 'object', path: '/object/$id', place: 'shell', isRemembered: true, load },
  {
    name: 'restricted',
    path: '/restricted/$id',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_SEARCH_CASE_MANAGEMENT'], features: ['CASE'] },
    isRestricted: true,
    load,
  },
];

async function openRouter(address: string, history = createMemoryHistory({ initialEntries: [address] })) {
  const router = createPortalRouter(table, history);
  await router.load();
  return router;
}
/** The address bar follows what the route accepted; outside a test the router's component writes it. */
const shownAddress = ({ buildLocation, state: { location } }: Awaited<ReturnType<typeof openRouter>>) =>
  buildLocation({
    to: location.pathname,
    search: true,
    params: true,
    state: true,
    _includeValidateSearch: true,
  }).publicHref;
const state = (router: Awaited<ReturnType<typeof openRouter>>) => router.state.location.state as object;

describe('where an address leads', () => {
  const viewer: Person = { permissions: ['P_VIEW_USER'] };
  const caseWorker: Person = { permissions: ['P_SEARCH_CASE_MANAGEMENT'] };
  test.each<[string, Person | undefined, string, string]>([
    ['a stranger on a screen', undefined, '/viewer?offset=50', '/login'],
    ['a stranger on an unknown address', undefined, '/nowhere/at/all', '/login'],
    ['a stranger on the empty one', undefined, '/', '/login'],
    ['a stranger on the error page', undefined, '/error?errorCode=500', '/login'],
    ['a stranger on a public screen', undefined, '/login', '/login'],
    ['a user on the empty address', {}, '/', '/home'],
    ['a user on an unknown address', {}, '/nowhere/at/all', '/error?errorCode=404'],
    ['a user without the permission', {}, '/viewer', '/error?errorCode=403'],
    ['a user with it', viewer, '/viewer?offset=50', '/viewer?offset=50'],
    ['a bad parameter is dropped', viewer, '/viewer?offset=7&x=y', '/viewer'],
    ['a permission without the feature', caseWorker, '/restricted/1', '/error?errorCode=403'],
    ['a domain user without the permission', { isDomainUser: true }, '/restricted/1', '/error?errorCode=403'],
    [
      'a domain user at their own organisation',
      { ...caseWorker, isDomainUser: true },
      '/restricted/1',
      '/home',
    ],
    [
      'a domain user on a screen that is not restricted',
      { ...viewer, isDomainUser: true },
      '/viewer',
      '/viewer',
    ],
  ])('%s', async (_title, person, address, expected) => {
    if (person != null) await signIn(person);
    expect(shownAddress(await openRouter(address))).toBe(expected);
  });

  test('the sign-in leads a person with a session on', async () => {
    await signIn(viewer);
    expect(shownAddress(await openRouter('/login'))).toBe('/home');
  });

  test('sign-in remembers the requested address', async () => {
    expect(state(await openRouter('/viewer?offset=50'))).toMatchObject({ from: '/viewer?offset=50' });
  });
});

describe('a domain user', () => {
  const person: Person = { permissions: ['P_SEARCH_CASE_MANAGEMENT'], isDomainUser: true };
  test('chooses an organisation before the requested screen opens', async () => {
    await signIn(person);
    const router = await openRouter('/restricted/7?x=1');
    expect(router.state.location.pathname).toBe('/home');
    expect(state(router)).toMatchObject({ organisationFor: '/restricted/7?x=1' });
    await selectOrganisation(tree[2]);
    await router.navigate({ href: '/restricted/7?x=1' });
    expect(router.state.location.href).toBe('/restricted/7?x=1');
  });
  test('an organisation without the feature leads to the 403 page', async () => {
    await signIn(person);
    await selectOrganisation(tree[1]);
    expect((await openRouter('/restricted/7')).state.location.href).toBe('/error?errorCode=403');
  });
});

describe('the previous screen', () => {
  const stored = () => ({
    name: cookies.get('previousState'),
    params: JSON.parse(decodeURIComponent(cookies.get('previousStateParams') ?? 'null')) as unknown,
  });
  test('is stored with its parameters when the user leaves it', async () => {
    await signIn({ permissions: ['P_VIEW_USER'] });
    const router = await openRouter('/viewer');
    await router.navigate({ href: '/viewer?offset=50' });
    expect(stored().name).toBeUndefined();
    await router.navigate({ href: '/object/12' });
    expect(stored()).toEqual({ name: 'viewer', params: { offset: 50 } });
    await router.navigate({ href: '/home' });
    expect(stored()).toEqual({ name: 'object', params: { id: '12' } });
    // Home is not one of those that are remembered.
    await router.navigate({ href: '/error?errorCode=404' });
    expect(stored().name).toBe('object');
  });

  test('is kept for lists, searches, statements, details, terminal and risk controls', () => {
    const named = [
      'statements',
      'transactionSearch',
      'virtualTerminal',
      'riskControls',
      'rules',
      'territoryManager',
      'queueManagement',
      'transactionDetails',
      'scheduleList',
      'scheduleSearch',
      'users',
    ];
    for (const screen of screens) {
      expect(screen.isRemembered === true, screen.name).toBe(named.includes(screen.name));
    }
  });
});

test('every restricted screen first sends a domain user to choose an organisation', async () => {
  for (const screen of screens.filter(({ isRestricted }) => isRestricted)) {
    await signIn({ permissions: screen.permission?.permissions ?? [], isDomainUser: true });
    const address = screen.path.replaceAll(/\$\w+/g, '1');
    const router = createPortalRouter(screens, createMemoryHistory({ initialEntries: [address] }));
    await router.load();
    expect(router.state.location.pathname, screen.name).toBe('/home');
    expect(router.state.location.state, screen.name).toMatchObject({ organisationFor: address });
  }
});
