import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { features, permissions } from '#shared/permissions.ts';
import { handleFailure, queryClient, setFailureRouter } from '../start/failure-handler.ts';
import { createPortalRouter } from '../router.tsx';
import { screens } from '../screens.tsx';
import { standInForBrowser } from './browser-stand-in.ts';
import { stubResponses, signIn, signOut, tree } from './signed-in.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import {
  isSessionSuspended,
  readCurrentSession,
  resumeSession,
  selectOrganisation,
} from '#web/session/session-store.ts';
import { registerUnsaved, releaseUnsavedForms } from '#web/form/unsaved-forms.ts';

const popups = vi.hoisted(() => ({ shown: 0 }));
vi.mock('../pages/version-mismatch.ts', () => ({
  showVersionMismatch: () => (popups.shown += 1),
  useVersionMismatch: () => false,
}));

let cookies: Map<string, string>;
let local: Map<string, string>;
beforeEach(() => {
  ({ cookies, local } = standInForBrowser());
  stubResponses({ 1000: features });
  popups.shown = 0;
});
afterEach(() => {
  releaseUnsavedForms();
  signOut();
  vi.unstubAllGlobals();
});

async function fail(address: string, failure: unknown) {
  const router = createPortalRouter(screens, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const before = router.state.location.href;
  setFailureRouter(router);
  handleFailure(failure);
  await expect.poll(() => router.state.status, { interval: 5 }).toBe('idle');
  await router.load();
  const { href, state } = router.state.location;
  return { before, after: href === before ? 'stays' : href, state: state as { from?: string } };
}
const fillPath = (path: string) => path.replaceAll(/\$\w+/g, '10000000001');

/**
 * docs/domain.md#failed-requests, row by row: status, code, then signed in, a stranger, and either on the pages of
 * the password flows.
 */
const rules: [status: number, code: string, signedIn: string, signedOut: string, onPasswordPage: string][] = [
  [0, '', 'stays', 'stays', 'stays'],
  [400, 'E152', 'popup', 'popup', 'popup'],
  [400, 'INVALID', 'error 500', 'error 500', 'stays'],
  [401, 'UNAUTHORISED', 'login', 'login', 'stays'],
  [403, 'FORBIDDEN', 'error 403', 'login', 'as elsewhere'],
  [404, 'NOT_FOUND', 'error 404', 'login', 'as elsewhere'],
  [409, 'CONFLICT', 'error 500', 'error 500', 'stays'],
  [422, '', 'error 500', 'error 500', 'stays'],
  [429, '', 'error 500', 'error 500', 'stays'],
  [500, '', 'error 500', 'error 500', 'stays'],
  [503, '', 'error 500', 'error 500', 'stays'],
];
const isPasswordPage = (path: string) => path === '/expiredPassword' || path.startsWith('/password/');

/** Version, login, 403 and 500 are tried on every screen; the other rules where screens could differ. */
const everywhere = [400, 401, 403];
const isTelling = (path: string) =>
  isPasswordPage(path) || ['/home', '/login', '/error', '/transactionDetails/$transactionId'].includes(path);

describe.each(['signed in', 'a stranger'])('a failed call, %s', (caller) => {
  const isIn = caller === 'signed in';
  const places = screens.filter(({ place }) => isIn || place === 'public');
  test.each(rules)('%i %s', async (status, code, signedIn, signedOut, onPasswordPage) => {
    const tried = places.filter(({ path }) => everywhere.includes(status) || isTelling(path));
    expect(tried.length).toBeGreaterThan(2);
    for (const { path } of tried) {
      if (isIn) await signIn({ permissions });
      popups.shown = 0;
      const usual = isIn ? signedIn : signedOut;
      const rule = isPasswordPage(path) && onPasswordPage !== 'as elsewhere' ? onPasswordPage : usual;
      const { before, after, state } = await fail(fillPath(path), new CallFailure(status, code, 'word'));
      const label = `${status} ${code} on ${path}: ${after}`;
      expect(popups.shown, label).toBe(rule === 'popup' ? 1 : 0);
      if (rule === 'stays' || rule === 'popup') {
        expect(after, label).toBe('stays');
      } else if (rule === 'login') {
        expect([after, before], label).toContain(after === 'stays' ? '/login' : after);
        expect(readCurrentSession(), label).toBeUndefined();
        expect([...cookies.keys()], label).not.toContain('authenticated');
        if (after !== 'stays') expect(state.from, label).toBe(before);
      } else if (isIn) {
        // Already on the error page, another number takes the place of the old.
        expect(after, label).toBe(`/error?errorCode=${rule.slice(-3)}`);
      } else {
        // The error page is one of the shell: a stranger ends at the door, and nowhere else.
        expect(after === 'stays' ? before : after, label).toBe('/login');
      }
      signOut();
    }
  });
});

test('the error page takes the place of a screen that failed, and remembers it', async () => {
  await signIn({ permissions });
  const history = createMemoryHistory({ initialEntries: ['/home', '/feedback'] });
  const router = createPortalRouter(screens, history);
  await router.load();
  setFailureRouter(router);
  handleFailure(new CallFailure(404, '', '', 'request-1'));
  handleFailure(new CallFailure(500, '', '', 'request-2'));
  await expect.poll(() => router.state.location.href).toBe('/error?errorCode=500');
  expect(history.length).toBe(2);
  expect(router.state.location.state).toMatchObject({ failedAt: '/feedback', requestId: 'request-2' });
});

test('Back returns to the typed values after a failed change', async () => {
  await signIn({ permissions });
  const history = createMemoryHistory({ initialEntries: ['/feedback'] });
  const router = createPortalRouter(screens, history);
  await router.load();
  setFailureRouter(router);
  handleFailure(new CallFailure(500, '', ''), false);
  await expect.poll(() => router.state.location.href).toBe('/error?errorCode=500');
  expect(history.length).toBe(2);
});

test('an error of the page itself is a system error', async () => {
  await signIn({ permissions });
  expect((await fail('/home', new TypeError('x is not a function'))).after).toBe('/error?errorCode=500');
});

test('a 401 clears cookies, session and cache, but not the user’s preferences', async () => {
  await signIn({ permissions });
  local.set('dana@demo.example', JSON.stringify({ timeZone: 'utc' }));
  queryClient.setQueryData(['anything'], 1);
  const { after, state } = await fail('/search?searchRange=ANY_TIME', new CallFailure(401, '', ''));
  expect(after).toBe('/login');
  expect(state.from).toContain('searchRange=ANY_TIME');
  expect(state).toMatchObject({ isEnded: true, userId: 'dana@demo.example' });
  expect([...cookies.keys()]).toEqual([]);
  expect(queryClient.getQueryData(['anything'])).toBeUndefined();
  expect(JSON.parse(local.get('dana@demo.example') ?? '')).toMatchObject({ timeZone: 'utc' });
});

describe('a session that ends over a form with unsaved changes', () => {
  const dana = {
    id: 'id-of-dana',
    userId: 'dana@demo.example',
    firstName: 'Dana',
    lastName: 'Whitlock',
    parentOrgId: 1000,
    parentOrgName: 'Organisation 1000',
    parentPath: '/1000',
    lockedReason: null,
    domainUser: false,
    scopedPermissions: [],
  };
  beforeEach(async () => {
    await signIn({ permissions });
    await selectOrganisation(tree[2]);
    registerUnsaved({});
  });

  test('stays on the screen with its cache, and clears what the browser stores', async () => {
    queryClient.setQueryData(['anything'], 1);
    expect((await fail('/home', new CallFailure(401, '', ''))).after).toBe('stays');
    expect(isSessionSuspended()).toBe(true);
    expect(queryClient.getQueryData(['anything'])).toBe(1);
    expect([...cookies.keys()]).toEqual([]);
    // Calls that were under way fail the same way, and change nothing more.
    expect((await fail('/home', new CallFailure(401, '', ''))).after).toBe('stays');
    queryClient.clear();
  });

  test('keeps the organisation when the same user signs in again', async () => {
    await fail('/home', new CallFailure(401, '', ''));
    await resumeSession(dana);
    expect(isSessionSuspended()).toBe(false);
    expect(readCurrentSession()?.organisation.selectedParentOrgId).toBe(1111);
    expect(cookies.get('authenticated')).toBe('true');
  });

  test('ends when another user signs in', async () => {
    await fail('/home', new CallFailure(401, '', ''));
    await resumeSession({ ...dana, userId: 'eve@demo.example' });
    expect(isSessionSuspended()).toBe(false);
    expect(readCurrentSession()).toBeUndefined();
  });

  test('is only suspended by a 401: other failures have their own page', async () => {
    expect((await fail('/home', new CallFailure(403, '', ''))).after).toBe('/error?errorCode=403');
    expect(isSessionSuspended()).toBe(false);
  });
});
