import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { readCookie, readCookieJson } from '#web/session/client-storage.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The screen that led here, kept while one goes from one related transaction to the next. */
export type Origin = { name: string; params: Record<string, string> };

const origins = ['statements', 'transactionSearch', 'virtualTerminal'];
const usual: Origin = { name: 'transactionSearch', params: {} };

/**
 * From the link that was followed, else the stored previous state, else the search
 * (docs/domain.md#screens-and-addresses).
 */
export function useOrigin(): Origin {
  const carried = useRouterState({
    select: ({ location }) => (location.state as { origin?: Origin }).origin,
  });
  const [stored] = useState(storedOrigin);
  return carried ?? stored;
}

/** Back to the screen and the search the person came from. */
export function BackLink({ origin }: { origin: Origin }) {
  const { t } = useTranslation();
  const router = useRouter();
  const routes = Object.values(router.routesById);
  const route = [origin.name, usual.name].flatMap((name) =>
    routes.filter(({ options }) => options.staticData?.screen?.name === name),
  )[0];
  const screen = route?.options.staticData?.screen;
  const isThere = screen?.name === origin.name;
  return (
    <Link
      to={screen?.path ?? '/home'}
      // What the cookie kept is judged by the route it leads to.
      params={(isThere ? origin.params : {}) as never}
      search={(isThere ? backSearch(origin, screen.path) : {}) as never}
      className={classes.back}
    >
      <IconArrowLeft size={16} aria-hidden />
      {t('details.back', { screen: t(`screen.${screen?.name ?? 'home'}`) })}
    </Link>
  );
}

function storedOrigin(): Origin {
  const name = readCookie('previousState') ?? '';
  const params = readCookieJson('previousStateParams');
  if (!origins.includes(name)) return usual;
  const isRecord = typeof params === 'object' && params != null;
  return { name, params: isRecord ? (params as Record<string, string>) : {} };
}

function backSearch({ params }: Origin, path: string): Record<string, string> {
  const inPath = new Set(path.split('/').filter((part) => part.startsWith('$')));
  return Object.fromEntries(Object.entries(params).filter(([name]) => !inPath.has(`$${name}`)));
}
