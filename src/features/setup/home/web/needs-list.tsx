import { UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCalendarPause,
  IconChevronRight,
  IconChecks,
  IconClockExclamation,
  IconCreditCardOff,
  IconFolderOpen,
  IconGavel,
  IconLink,
  IconLock,
  IconShieldCheck,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { withAllTexts } from '#web/translate/translate.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useCall } from '#web/call/use-call.ts';
import { type Destination, paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import { listNeeds } from '../endpoints.ts';
import { type NeedKind, maxNeeds } from '../activity-rules.ts';
import classes from './home-screen.module.css';

const ExpiringPanel = lazyMount(
  async () => (await withAllTexts(import('./counted-payments.tsx'))).ExpiringPanel,
);

const icons: Readonly<Record<NeedKind, Icon>> = {
  approvals: IconChecks,
  disputes: IconGavel,
  failedReviews: IconAlertTriangle,
  reviews: IconShieldCheck,
  cases: IconFolderOpen,
  expiringAuthorisations: IconClockExclamation,
  suspendedSchedules: IconCalendarPause,
  declinedRepeats: IconCreditCardOff,
  webhooks: IconWebhook,
  expiringLinks: IconLink,
  lockedUsers: IconLock,
};

/** Days of declined repeat payments, and days ahead for links. */
const repeatDays = 7;
const linkDays = 2;

/** The screen of each kind, with the filter that finds what was counted. */
function destinationOfNeed(kind: NeedKind, today: CalendarDay): Destination | undefined {
  switch (kind) {
    case 'approvals':
      return paths.approvals();
    case 'disputes':
      return paths.disputes();
    case 'failedReviews':
      return paths.queue({ status: 'ALL_FAILED' });
    case 'reviews':
      return paths.queue({ sortField: 'transactionTime', direction: 'ASC' });
    case 'cases':
      return paths.caseSearch();
    case 'suspendedSchedules':
      return paths.schedules({ startDate: '2000-01-01', endDate: today, status: ['TECH_SUSPENDED'] });
    case 'declinedRepeats':
      return paths.statements({
        date: `${addDays(today, 1 - repeatDays)},${today}`,
        type: ['REPEAT'],
        status: ['FAILED'],
      });
    case 'webhooks':
      return paths.webhooks();
    case 'expiringLinks':
      return paths.smartLinks({ status: 'ACTIVATED', expiresTo: addDays(today, linkDays) });
    case 'lockedUsers':
      return paths.users({ status: 'locked' });
    case 'expiringAuthorisations':
      // No list has this filter: a panel shows them.
      return undefined;
  }
}

/** What waits for this user, the most urgent first. */
export function NeedsList() {
  const { t, language } = useTranslation();
  const times = useTimes();
  const { organisation } = useSignedIn();
  const [isExpiringOpen, setIsExpiringOpen] = useState(false);
  const number = numberFormat(browserLocale(language));
  const today = times.today();
  const startOf = (day: CalendarDay) => startOfDayIn(day, times.zone).toISOString();
  const { data, error, isPending, refetch } = useCall(
    listNeeds,
    {
      path: { orgId: organisation.selectedParentOrgId },
      query: {
        from: startOf(addDays(today, 1 - repeatDays)),
        until: startOf(addDays(today, 1)),
        linksUntil: startOf(addDays(today, linkDays + 1)),
      },
    },
    { handlesOwnErrors: true, refetchOnMount: 'always' },
  );
  return (
    <section className={classes.needs} aria-labelledby="needs-title">
      <h2 id="needs-title">{t('home.needs.title')}</h2>
      {isPending && <SkeletonLines lines={3} lineHeight={40} />}
      {error !== null && data === undefined && (
        <ErrorState
          title={t('home.needs.failed')}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
      {data?.needs.length === 0 && <p className={classes.none}>{t('home.needs.none')}</p>}
      {data !== undefined && data.needs.length > 0 && (
        <ul className={classes.needRows}>
          {data.needs.map(({ kind, number: count, at }) => {
            const NeedIcon = icons[kind];
            const to = destinationOfNeed(kind, today);
            const shown = count > maxNeeds ? `${number.format(maxNeeds)}+` : number.format(count);
            const row = (
              <>
                <NeedIcon size={18} aria-hidden />
                <span className={classes.needText}>{t(`home.needs.${kind}.title`)}</span>
                <strong className="number">{shown}</strong>
                <span className={classes.needAge}>
                  {kind !== 'lockedUsers' &&
                    t(`home.needs.${kind}.age`, { time: at === null ? '' : times.relative(at) })}
                </span>
                <IconChevronRight size={16} aria-hidden />
              </>
            );
            return (
              <li key={kind}>
                {to === undefined ? (
                  <UnstyledButton
                    className={classes.need}
                    aria-haspopup="dialog"
                    onClick={() => setIsExpiringOpen(true)}
                  >
                    {row}
                  </UnstyledButton>
                ) : (
                  <Link {...to} className={classes.need}>
                    {row}
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <ExpiringPanel isOpen={isExpiringOpen} onClose={() => setIsExpiringOpen(false)} />
    </section>
  );
}
