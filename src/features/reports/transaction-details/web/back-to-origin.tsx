import { useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { BackLink } from '#web/links/back-link.tsx';
import { paths, type Destination } from '#web/paths.ts';
import { readCookie, readCookieJson } from '#web/session/client-storage.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The screen that opened the details, kept while moving between related transactions. */
export interface Origin {
  name: string;
  params: Record<string, string>;
}

const origins = ['statements', 'transactionSearch', 'virtualTerminal', 'queueManagement'];
const usual: Origin = { name: 'transactionSearch', params: {} };

/**
 * From the followed link, else the stored previous state, else the search
 * (docs/domain.md#screens-and-addresses).
 */
export function useOrigin(): Origin {
  const carried = useRouterState({
    select: ({ location }) => (location.state as { origin?: Origin }).origin,
  });
  const [stored] = useState(storedOrigin);
  return carried ?? stored;
}

/** Returns to the previous screen and its search. */
export function BackToOrigin({ origin }: { origin: Origin }) {
  const { t } = useTranslation();
  const router = useRouter();
  const routes = Object.values(router.routesById);
  const route = [origin.name, usual.name].flatMap((name) =>
    routes.filter(({ options }) => options.staticData?.screen?.name === name),
  )[0];
  const screen = route?.options.staticData?.screen;
  const destination: Destination = {
    to: screen?.path ?? paths.home().to,
    // The route validates the cookie's content.
    search: screen?.name === origin.name ? origin.params : {},
  };
  return <BackLink to={destination}>{t(`screen.${screen?.name ?? 'home'}`)}</BackLink>;
}

function storedOrigin(): Origin {
  const name = readCookie('previousState') ?? '';
  const params = readCookieJson('previousStateParams');
  if (!origins.includes(name)) return usual;
  const isRecord = typeof params === 'object' && params !== null;
  return { name, params: isRecord ? (params as Record<string, string>) : {} };
}
