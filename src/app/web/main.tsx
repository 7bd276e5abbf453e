import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { handleFailure, queryClient, setFailureRouter } from '#app/web/failure-handler.ts';
import { createPortalRouter, type PortalRouter } from '#app/web/router.tsx';
import { UiProvider } from '#ui/ui-provider.tsx';
import { setCallSettings } from '#web/call/call.ts';
import { isOfSomebodyElse, watchOtherTabs } from '#web/session/other-tab.ts';
import { restoreSession } from '#web/session/session-store.ts';
import { productVersion } from '#web/product-version.ts';
import { basePathOf, loadStartupConfig } from '#web/startup-config.ts';
import { translatedUiTexts } from '#web/translate/translated-ui-texts.ts';
import { localeOf } from '#web/translate/locale-of.ts';
import { startTranslation } from '#web/translate/translate.ts';

await start();

/** Configuration and words side by side, then who is signed in, then the screen of the address. */
async function start(): Promise<void> {
  const [config] = await Promise.all([loadStartupConfig(), startTranslation(productVersion)]);
  setCallSettings({ basePath: basePathOf(config?.serverBaseUrl ?? ''), productVersion, isOfSomebodyElse });
  watchOtherTabs();
  const router = createPortalRouter();
  setFailureRouter(router);
  if (config == null) history.replaceState(null, '', '/unrecoverable');
  else await restoreSession().catch(handleFailure);
  const root = document.getElementById('root');
  if (root != null) {
    createRoot(root).render(
      <StrictMode>
        <Portal router={router} />
      </StrictMode>,
    );
  }
}

function Portal(props: { router: PortalRouter }) {
  const { t, i18n } = useTranslation();
  const texts = useMemo(() => translatedUiTexts(t, localeOf(i18n.language)), [t, i18n.language]);
  return (
    <UiProvider texts={texts}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={props.router} />
      </QueryClientProvider>
    </UiProvider>
  );
}
