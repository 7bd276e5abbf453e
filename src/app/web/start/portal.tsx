import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { handleFailure, queryClient, setFailureRouter } from '#app/web/start/failure-handler.ts';
import { createPortalRouter } from '#app/web/router.tsx';

/** The portal at the present address, its screen already loaded: it takes the place of a sign-in without a gap. */
export async function makePortal(failure?: unknown): Promise<ReactElement> {
  const router = createPortalRouter();
  setFailureRouter(router);
  if (failure !== undefined) handleFailure(failure);
  await router.load();
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** Fetches what most people see first. */
export async function prefetchHome(): Promise<void> {
  await Promise.all([import('#app/web/shell/shell.tsx'), import('#features/home/web/home-screen.tsx')]);
}
