import { numberFormat } from '#shared/text/intl-formats.ts';
import { Link, useRouterState } from '@tanstack/react-router';
import { useCall } from '#web/call/use-call.ts';
import { useAddress } from '#web/address.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import type { FlatSearch } from '#web/search-codec.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { countPinnedViews, listViews } from '../endpoints.ts';
import { defaultSearch } from '#features/reports/transactions/search-params.ts';
import { openView } from '../view-address.ts';
import { maxViewCount } from '../view-limits.ts';
import classes from './views.module.css';

const readView = ({ view }: FlatSearch): string | undefined => view;
const minuteMs = 60_000;

/** The user's pinned views, with what each finds now. One request a minute counts them, while the page is visible. */
export function PinnedViews({ onFollow }: { onFollow?: () => void }) {
  const { t, language } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const { zone } = useTimes();
  const view = useAddress(readView);
  const isSearch = useRouterState({ select: ({ location }) => location.pathname === paths.search().to });
  const open = isSearch ? view : undefined;
  const path = { orgId };
  const list = useCall(listViews, { path }, { handlesOwnErrors: true, staleTime: minuteMs });
  const pinned = list.data?.views.filter(({ isPinned }) => isPinned) ?? [];
  const counts = useCall(
    countPinnedViews,
    { path, body: { timezone: zone } },
    {
      handlesOwnErrors: true,
      enabled: pinned.length > 0,
      staleTime: minuteMs,
      refetchInterval: minuteMs,
      refetchIntervalInBackground: false,
      retry: false,
    },
  );
  if (pinned.length === 0) return null;
  const number = numberFormat(browserLocale(language));
  const countOf = (id: string): string | undefined => {
    const count = counts.data?.counts.find((count) => count.id === id)?.count ?? undefined;
    if (count === undefined) return undefined;
    return count >= maxViewCount ? `${number.format(maxViewCount - 1)}+` : number.format(count);
  };
  return (
    <ul className={classes.pins} aria-label={t('views.pinned')}>
      {pinned.map((each) => (
        <li key={each.id}>
          {each.mayOpen ? (
            <Link
              {...paths.search(openView(each, defaultSearch.pageSize))}
              className={classes.pin}
              data-active={each.id === open || undefined}
              title={each.name}
              onClick={onFollow}
            >
              <span className={classes.pinName}>{each.name}</span>
              <span className={classes.count}>{countOf(each.id)}</span>
            </Link>
          ) : (
            <span className={classes.pin} data-closed title={`${each.name}. ${t('views.no_filter')}`}>
              <span className={classes.pinName}>{each.name}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
