import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { queryClient, setFailureRouter } from './failure-handler.ts';
import { createPortalRouter } from '../router.tsx';
import { loadScreen } from '../screen.ts';
import { screens } from '../screens.tsx';
import { idleMs } from '#ui/overlay/lazy-mount.tsx';
import { loadMoreTexts } from '#web/translate/translate.ts';

/** Creates the portal at the current address with its screen loaded, so that it replaces a sign-in without a blank page. */
export async function createPortalRoot(): Promise<ReactElement> {
  const router = createPortalRouter();
  setFailureRouter(router);
  await router.load();
  setTimeout(() => void loadMoreTexts().catch(() => {}), idleMs);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** Fetches the code of the screen of an address in advance. */
export async function prefetchScreen(path: string): Promise<void> {
  const screen = screens.find((candidate) => candidate.path === path);
  await Promise.all([import('../shell/shell.tsx'), screen && loadScreen(screen)]);
}
