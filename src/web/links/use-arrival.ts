import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

interface Arrival {
  /** The dialog that the link opens on the next screen. */
  opens?: string;
}

/** The state of a link that leads to a screen and opens one of its dialogs. */
export const opening = (dialog: string): Arrival => ({ opens: dialog });

/** Whether a link has asked this screen to open the dialog. It counts once: Back and a reload find the screen alone. */
export function useArrival(dialog: string): boolean {
  const router = useRouter();
  const [isAsked] = useState(() => (router.latestLocation.state as Arrival).opens === dialog);
  useEffect(() => {
    if (!isAsked) return;
    const { state, href } = router.latestLocation;
    router.history.replace(href, { ...state, opens: undefined } as object, { ignoreBlocker: true });
  }, [isAsked, router]);
  return isAsked;
}
