import { type ReactNode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { PageFrame } from '#app/web/start/page-frame.tsx';
import { SignInPage } from '#app/web/start/sign-in-page.tsx';
import { signInAt } from '#app/web/start/sign-in-at.ts';
import { setCallSettings } from '#web/call/call.ts';
import { readCookie } from '#web/session/client-storage.ts';
import { isOfSomebodyElse, watchOtherTabs } from '#web/session/other-tab.ts';
import { productVersion } from '#web/product-version.ts';
import { endSession, readCurrentSession, restoreSession } from '#web/session/session-store.ts';
import { basePathOf, loadStartupConfig } from '#web/startup-config.ts';
import { startTranslation } from '#web/translate/translate.ts';

await start();

/** Configuration and words side by side, then who is signed in, then the sign-in or the screen of the address. */
async function start(): Promise<void> {
  // Whoever seems to be signed in needs the portal: it comes while the server is asked who it is.
  if (readCookie('authenticated') === 'true') void loadPortal().then(prefetch, () => {});
  const [config] = await Promise.all([loadStartupConfig(), startTranslation(productVersion)]);
  setCallSettings({ basePath: basePathOf(config?.serverBaseUrl ?? ''), productVersion, isOfSomebodyElse });
  watchOtherTabs();
  const place = document.getElementById('root');
  if (place == null) return;
  const root = createRoot(place);
  // In slices: a slow phone goes on answering while a screen is made.
  const show = (page: ReactNode): void => startTransition(() => root.render(<PageFrame>{page}</PageFrame>));
  const openPortal = async (failure?: unknown): Promise<void> => {
    const { makePortal } = await loadPortal();
    show(await makePortal(failure));
  };
  if (config == null) {
    history.replaceState(null, '', '/unrecoverable');
    return openPortal();
  }
  const failure: unknown = await restoreSession().catch((error: unknown) => error);
  const address = { path: location.pathname, href: location.pathname + location.search + location.hash };
  const signIn = signInAt({ ...address, isSignedIn: readCurrentSession() != null, failure });
  if (signIn == null) return openPortal(failure);
  if (failure !== undefined) endSession('expired');
  if (address.path !== '/login') history.replaceState({ from: signIn.from }, '', '/login');
  show(<SignInPage openPortal={openPortal} />);
}

function loadPortal() {
  return import('#app/web/start/portal.tsx');
}

function prefetch({ prefetchScreen }: Awaited<ReturnType<typeof loadPortal>>): void {
  void prefetchScreen(location.pathname).catch(() => {});
}
