import { type ReactNode, lazy, startTransition, Suspense, StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { noteServerVersion, showVersionMismatch } from './pages/version-mismatch.ts';
import { portalEntry } from './start/portal-entry.ts';
import { signInAt } from './start/sign-in-at.ts';
import { SignInPage } from './start/sign-in-page.tsx';
import { StartFailure } from './start/start-failure.tsx';
import { StartFrame } from './start/start-frame.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { setCallSettings } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { readCookie } from '#web/session/client-storage.ts';
import { inAppTarget } from '#web/session/in-app-target.ts';
import { browserZone } from '#web/format/current-zone.ts';
import {
  endSession,
  readCurrentSession,
  restoreSession,
  isSessionSuspended,
} from '#web/session/session-store.ts';
import { parseBasePath, loadStartupConfig } from '#web/startup-config.ts';
import { startTranslation } from '#web/translate/translate.ts';
import { UiProvider } from '#ui/ui-provider.tsx';
import { browserLocale } from '#web/translate/locale-of.ts';
import { translatedUiTexts } from '#web/translate/translated-ui-texts.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const VersionDialog = lazy(async () => {
  const { VersionDialog: default_ } = await import('./pages/version-dialog.tsx');
  return { default: default_ };
});

/** From package.json, inserted by vite.config.ts. Sent with calls and in the addresses of locale files. */
const productVersion: string = import.meta.env.VITE_PRODUCT_VERSION;

const container = document.getElementById('root');
if (container !== null) await start(createRoot(container));

/** Keeps the address after any failure. The outline in index.html stays until the first page replaces it. */
async function start(root: ReturnType<typeof createRoot>): Promise<void> {
  setCallSettings({
    productVersion,
    isOfAnotherUser,
    onServerVersion: (version) => noteServerVersion(version, productVersion),
  });
  watchOtherTabs();
  // Intl loads its data at its first use. While the responses are on their way, nothing waits for that.
  setTimeout(browserZone, 0);
  // In slices, so that a slow phone stays responsive while a screen renders.
  const show = (page: ReactNode): void => startTransition(() => root.render(<PageFrame>{page}</PageFrame>));
  const open = async (): Promise<void> => show(await createFirstPage(show));
  await open().catch((failure: unknown) => show(<StartFailure failure={failure} onRetry={open} />));
}

/**
 * Configuration, texts, session and the code of the portal, side by side; then the sign-in or the screen of the
 * address.
 */
async function createFirstPage(show: (page: ReactNode) => void): Promise<ReactNode> {
  const openPortal = async (): Promise<ReactNode> => (await loadPortal()).createPortalRoot();
  if (readCookie('authenticated') === 'true') void loadPortal().then(prefetch, () => {});
  // Calls go to the root of this origin unless the configuration names another.
  let session = restoreQuietly();
  const [loading, translating] = await Promise.allSettled([
    loadStartupConfig(),
    startTranslation(productVersion),
  ]);
  if (translating.status === 'rejected') throw translating.reason;
  if (loading.status === 'rejected') throw loading.reason;
  if (loading.value === undefined) {
    history.replaceState(portalEntry({ from: addressNow().href }), '', '/unrecoverable');
    return openPortal();
  }
  const basePath = parseBasePath(loading.value.serverBaseUrl);
  if (basePath !== '') {
    setCallSettings({ basePath });
    session = restoreQuietly();
  }
  const failure = await session;
  if (failure instanceof CallFailure && failure.code === 'E152') {
    showVersionMismatch();
    return (
      <>
        <StartFrame />
        <Suspense>
          <VersionDialog />
        </Suspense>
      </>
    );
  }
  if (failure !== undefined && !(failure instanceof CallFailure && failure.status === 401)) throw failure;
  leaveUnrecoverable();
  const ended = failure === undefined ? {} : { isEnded: true, userId: readCookie('userId') };
  if (failure !== undefined) endSession('expired');
  const signIn = signInAt({ ...addressNow(), isSignedIn: readCurrentSession() !== undefined });
  if (signIn === undefined) return openPortal();
  const login = paths.login().to;
  if (location.pathname !== login) history.replaceState({ ...signIn, ...ended }, '', login);
  return <SignInPage openPortal={async () => show(await openPortal())} />;
}

/** Restores the session. Resolves to the failure, if any. */
function restoreQuietly(): Promise<unknown> {
  return restoreSession().catch((error: unknown) => error);
}

function addressNow(): { path: string; href: string } {
  return { path: location.pathname, href: location.pathname + location.search + location.hash };
}

/** The configuration is there again: back to where the page could not start. */
function leaveUnrecoverable(): void {
  const { from } = (history.state ?? {}) as { from?: unknown };
  if (location.pathname !== paths.unrecoverable().to || from === undefined) return;
  history.replaceState(null, '', inAppTarget(from));
}

function loadPortal() {
  return import('./start/portal.tsx');
}

function prefetch({ prefetchScreen }: Awaited<ReturnType<typeof loadPortal>>): void {
  void prefetchScreen(location.pathname).catch(() => {});
}

/** Whether another user has signed in, in another tab. This tab then shows data of a different user than its calls. */
function isOfAnotherUser(): boolean {
  const session = readCurrentSession();
  const userId = readCookie('userId');
  return session !== undefined && !isSessionSuspended() && userId !== undefined && userId !== session.userId;
}

/** Reloads the page for the user who is signed in now, as soon as it is visible again. */
function watchOtherTabs(): void {
  const checkUser = (): void => {
    if (document.visibilityState === 'visible' && isOfAnotherUser()) location.reload();
  };
  document.addEventListener('visibilitychange', checkUser);
  window.addEventListener('focus', checkUser);
}

/** The frame of everything that the page shows: theme, and the texts of the components. */
function PageFrame(props: { children: ReactNode }) {
  return (
    <StrictMode>
      <TranslatedUi>{props.children}</TranslatedUi>
    </StrictMode>
  );
}

function TranslatedUi(props: { children: ReactNode }) {
  const { t, language } = useTranslation();
  const texts = useMemo(() => translatedUiTexts(t, browserLocale(language)), [t, language]);
  return <UiProvider texts={texts}>{props.children}</UiProvider>;
}
