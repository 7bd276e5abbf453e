import { Suspense, lazy, type ComponentType, use } from 'react';
import {
  type ErrorComponentProps,
  type RouterHistory,
  Outlet,
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import { type Screen, loadScreen } from './screen.ts';
import { developmentScreens, screens } from './screens.tsx';
import { useVersionMismatch } from './pages/version-mismatch.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { currentZone } from '#web/format/current-zone.ts';
import { packAddress, rememberAddress } from '#web/session/remembered-address.ts';
import { flatText, parseSearch, stringifySearch } from '#web/search-codec.ts';
import { writeCookie } from '#web/session/client-storage.ts';
import { readCurrentSession } from '#web/session/session-store.ts';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { useRetrying } from '#web/call/use-retrying.ts';
import classes from './pages/pages.module.css';
import { paths } from '#web/paths.ts';
import { inAppTarget } from '#web/session/in-app-target.ts';
import { isAtOwnDomain, mayPass } from '#web/session/session.ts';

const root = createRootRoute({
  component: Root,
  // An address that cannot even be decoded ('/setup/%E0%A4%A') matches nothing below the root.
  beforeLoad: ({ location, matches }) => {
    if (matches.length === 1) guardUnknown(location.pathname, location.state);
  },
});

/** A part of the page whose code could not be fetched. */
class PartMissing extends Error {
  /** Whether another attempt has loaded the code. */
  readonly fetchAgain: () => Promise<boolean>;

  constructor(cause: unknown, fetchAgain: () => Promise<boolean>) {
    super('a part of the page could not be fetched', { cause });
    this.name = 'PartMissing';
    this.fetchAgain = fetchAgain;
  }
}

/** Comes with the first screen of a signed-in person: the sign-in does without menu and palette. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: loadedLater(async () => (await import('./shell/shell.tsx')).Shell),
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => guardUnknown(location.pathname, location.state),
});
const empty = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => guardUnknown('/'),
});

function createScreenRoute(screen: Screen) {
  const isInShell = screen.place === 'shell';
  const search = screen.search;
  return createRoute({
    getParentRoute: () => (isInShell ? shell : root) as typeof root,
    path: screen.path,
    validateSearch:
      search === undefined
        ? undefined
        : (raw: Record<string, unknown>) => ({ ...without(raw), ...search(raw) }),
    beforeLoad: ({ location }) => {
      if (isInShell) guard(screen, location.href);
      else if (screen.path === '/login') guardSignIn(location.state);
    },
    staticData: { screen },
    component: loadedLater(() => loadScreen(screen)),
    pendingComponent: isInShell ? () => <ScreenPending name={screen.name} /> : undefined,
  });
}

/** The router keeps parameters that a screen does not read; undefined removes them. */
function without(raw: Record<string, unknown>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]));
}

/** The router, made from the table of screens. Tests pass a history and screens. */
export function createPortalRouter(
  all: readonly Screen[] = [...screens, ...developmentScreens],
  history: RouterHistory = createBrowserHistory(),
) {
  const shellRoutes = all.filter((screen) => screen.place === 'shell').map(createScreenRoute);
  const publicRoutes = all.filter((screen) => screen.place === 'public').map(createScreenRoute);
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren(shellRoutes), ...publicRoutes, empty, unknown]),
    history,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: CrashScreen,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    // A link that is pointed at or has the focus fetches the code of its screen.
    defaultPreload: 'intent',
  });
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return;
    // Signed out: the cookies have just been cleared, and the next person must not be led back here.
    if (readCurrentSession() === undefined) return;
    // The parameters that the screen accepted, not those of the address.
    const match = router.state.matches.at(-1);
    const screen = match?.staticData.screen;
    if (screen?.isRemembered !== true) return;
    writeCookie('previousState', screen.name);
    writeCookie('previousStateParams', JSON.stringify({ ...match?.search, ...match?.params }));
  });
  router.subscribe('onResolved', () => {
    const session = readCurrentSession();
    const match = router.state.matches.at(-1);
    const screen = match?.staticData.screen;
    if (session === undefined || match === undefined || screen?.remembered === undefined) return;
    const search = flatText({ ...match.search });
    const packed = packAddress(search, screen.remembered, zonedDate(new Date(), currentZone()));
    rememberAddress(session.userId, screen.name, packed);
  });
  return router;
}

export type PortalRouter = ReturnType<typeof createPortalRouter>;

const VersionDialog = lazy(async () => {
  try {
    return { default: (await import('./pages/version-dialog.tsx')).VersionDialog };
  } catch (error) {
    // The new server may no longer have this page's files: the dialog would require a reload too.
    location.reload();
    throw error;
  }
});

function Root() {
  const isOutdated = useVersionMismatch();
  return (
    <>
      <Outlet />
      {isOutdated && (
        <Suspense>
          <VersionDialog />
        </Suspense>
      )}
    </>
  );
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen;
  }
}

/** The title of a screen above a skeleton, while the screen's code is on its way. */
function ScreenPending({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <Page title={t(`screen.${name}`)}>
      <SkeletonLines lines={8} lineHeight={36} />
    </Page>
  );
}

/** An error of the page itself, or a part of it that could not be fetched; in the place of that part. */
function CrashScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  if (error instanceof PartMissing) return <MissingPart error={error} onFetched={reset} />;
  return (
    <div className={classes.centre}>
      <h1 className="visually-hidden">{t('error.system_error.title')}</h1>
      <ErrorState title={t('error.system_error.title')} onRetry={() => location.reload()}>
        {t('error.system_error.message')}
      </ErrorState>
    </div>
  );
}

const isServerReachable = (): Promise<boolean> =>
  fetch('/config').then(
    ({ ok }) => ok,
    () => false,
  );

function MissingPart({ error, onFetched }: { error: PartMissing; onFetched: () => void }) {
  const { t } = useTranslation();
  const { retry } = useRetrying(async () => {
    const isFetched = await error.fetchAgain();
    if (isFetched) onFetched();
    // The server is there and has no such file: it has become newer than the page.
    else if (await isServerReachable()) location.reload();
    return isFetched;
  });
  return (
    <div className={classes.centre}>
      <h1 className="visually-hidden">{t('error.offline.title')}</h1>
      <ErrorState title={t('error.offline.title')} onRetry={() => void retry()}>
        {t('error.offline.message')}
      </ErrorState>
    </div>
  );
}

/**
 * Before a screen of the shell opens: signed in, permitted, and an organisation chosen
 * (docs/domain.md#screens-and-addresses).
 */
function guard(screen: Screen, href: string): void {
  const session = readCurrentSession();
  if (session === undefined)
    throw redirect({ ...paths.login(), state: { from: href } as object, replace: true });
  const { permission, isRestricted = false } = screen;
  const forbidden = () => redirect(paths.error(403));
  if (permission !== undefined && !mayPass(session, { ...permission, features: [] })) throw forbidden();
  // Checked before the features: a domain has no features, but the menu shows the screen
  // (docs/domain.md#domain-users). A new installation has one organisation, its domain, so the user has nothing to
  // choose.
  if (isRestricted && isAtOwnDomain(session) && session.tree.length > 1) {
    throw redirect({ ...paths.home(), state: { organisationFor: href } as object });
  }
  if (permission !== undefined && !mayPass(session, permission)) throw forbidden();
}

/** Sends users with a session from the sign-in to the portal. */
function guardSignIn(state: object): void {
  if (readCurrentSession() === undefined) return;
  throw redirect({ href: inAppTarget((state as { from?: unknown }).from), replace: true });
}

/**
 * An address that no screen has: not found, home for the empty one, login for strangers
 * (docs/domain.md#screens-and-addresses).
 */
function guardUnknown(path: string, state: object = {}): never {
  if (readCurrentSession() === undefined) throw redirect({ ...paths.login(), replace: true });
  // The sign-in page returns to the address it was opened at, without checking that a screen has it.
  if (path === '/' || path === '' || 'isAfterSignIn' in state)
    throw redirect({ ...paths.home(), replace: true });
  throw redirect({ ...paths.error(404), replace: true });
}

/**
 * A screen whose code comes when its route is opened. Where it cannot be had the screen throws PartMissing; the router's
 * own loader reloads the page instead, which without a network leaves nothing.
 */
function loadedLater(load: () => Promise<ComponentType>) {
  let loading: Promise<boolean> | undefined;
  let Part: ComponentType | undefined;
  let failure: PartMissing | undefined;
  function fetchPart(): Promise<boolean> {
    loading ??= load().then(
      (loaded) => {
        Part = loaded;
        failure = undefined;
        return true;
      },
      (error: unknown) => {
        loading = undefined;
        failure = new PartMissing(error, fetchPart);
        return false;
      },
    );
    return loading;
  }
  function LoadedLater() {
    if (failure !== undefined) throw failure;
    if (Part === undefined) use(fetchPart());
    return Part === undefined ? null : <Part />;
  }
  return Object.assign(LoadedLater, { preload: async () => void (await fetchPart()) });
}
