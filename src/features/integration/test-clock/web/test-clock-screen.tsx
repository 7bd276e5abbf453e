import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { addMonths } from '#shared/calendar-day.ts';
import { zonedDate, zonedMoment } from '#shared/zoned-day.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Page } from '#ui/layout/page.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getTestClock, moveTestClock } from '../endpoints.ts';
import type { TestClockView } from '../schemas.ts';
import { EndDialog } from './end-dialog.tsx';
import { MoveForm } from './move-form.tsx';

/** How often the page looks while the clock moves or ends, and otherwise. */
const movingMs = 1000;
const restingMs = 15_000;

/** /settings/test-clock: the clock of the selected organisation's company (docs/domain.md#test-clocks). */
export function TestClockScreen() {
  const { t } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const { data, error, refetch } = useCall(
    getTestClock,
    { path: { orgId } },
    {
      handlesOwnErrors: true,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.state === 'MOVING' || state.data?.state === 'ENDING' ? movingMs : restingMs,
    },
  );
  return (
    <Page width="form" title={t('screen.testClock')} subtitle={data?.companyName}>
      {error && !data && (
        <ErrorState
          title={t(error.status === 404 ? 'test_clock.no_company' : 'test_clock.load_failed')}
          onRetry={error.status === 404 ? undefined : () => void refetch()}
        />
      )}
      {!error && !data && <SkeletonLines lines={4} />}
      {data && <TestClock clock={data} orgId={orgId} onChanged={() => refetch()} />}
    </Page>
  );
}

interface Part {
  clock: TestClockView;
  orgId: number;
  onChanged: () => Promise<unknown>;
}

function TestClock({ clock, orgId, onChanged }: Part) {
  const { t } = useTranslation();
  const times = useTimes();
  const { state, live, mayMove } = clock;
  const [isEnding, setIsEnding] = useState(false);
  const canMove = mayMove && live.length === 0 && (state === 'REAL' || state === 'SET');
  const canEnd = mayMove && (state === 'SET' || state === 'MOVING');
  return (
    <>
      <p>{t('test_clock.text')}</p>
      <Card title={t('test_clock.time')}>
        <Facts
          columns={1}
          facts={[
            { label: t('test_clock.state'), value: t(`test_clock.states.${state}`) },
            { label: t('test_clock.company_time'), value: times.moment(clock.now) },
            { label: t('test_clock.real_time'), value: state !== 'REAL' && times.moment(clock.realNow) },
          ]}
        />
        {state === 'MOVING' && <Way clock={clock} />}
        {canEnd && (
          <div>
            <Button variant="default" onClick={() => setIsEnding(true)}>
              {t('test_clock.end')}
            </Button>
          </div>
        )}
      </Card>
      {live.length > 0 && (
        <Notice kind="info" title={t('test_clock.live_title')}>
          <ul className="plain-list">
            {live.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>{t(`test_clock.live.${kind}`, { name })}</li>
            ))}
          </ul>
        </Notice>
      )}
      {!mayMove && live.length === 0 && <Notice>{t('test_clock.may_not')}</Notice>}
      {canMove && (
        <Card title={t('test_clock.move_title')}>
          <QuickMoves {...{ clock, orgId, onChanged }} />
          <MoveForm key={clock.now.slice(0, 13)} {...{ clock, orgId, onChanged }} />
        </Card>
      )}
      {isEnding && (
        <EndDialog
          {...{ clock, orgId }}
          onClose={() => setIsEnding(false)}
          onEnded={async () => {
            setIsEnding(false);
            await onChanged();
          }}
        />
      )}
    </>
  );
}

/** How far the move is: by time, as its work differs from month to month. */
function Way({ clock: { now, movedFrom, target } }: { clock: TestClockView }) {
  const { t } = useTranslation();
  const times = useTimes();
  if (movedFrom === null || target === null) return null;
  const [from, at, to] = [movedFrom, now, target].map((time) => Date.parse(time));
  const done = to !== undefined && from !== undefined && at !== undefined ? (at - from) / (to - from) : 0;
  return (
    <JobProgress
      label={t('test_clock.moving', { to: times.long(target) })}
      detail={t('test_clock.moving_text')}
      done={Math.min(1, Math.max(0, done))}
    />
  );
}

function QuickMoves({ clock, orgId, onChanged }: Part) {
  const { t } = useTranslation();
  const { zone } = useTimes();
  const move = useSend(moveTestClock, { handlesOwnErrors: true });
  const go = (body: { days: number } | { to: string }) =>
    move.mutate({ path: { orgId }, body }, { onSuccess: () => void onChanged() });
  const moves = [
    { name: 'day', body: { days: 1 } },
    { name: 'week', body: { days: 7 } },
    { name: 'month', body: { to: monthLater(clock.now, zone) } },
  ] as const;
  return (
    <div className="stack">
      <Group gap={8}>
        {moves.map(({ name, body }) => (
          <Button key={name} variant="default" disabled={move.isPending} onClick={() => go(body)}>
            {t(`test_clock.by.${name}`)}
          </Button>
        ))}
      </Group>
      <FailureNotice failure={move.error} />
    </div>
  );
}

/** The same time on the same day of the next month, in the zone of the page. */
function monthLater(now: string, zone: string): string {
  const day = addMonths(zonedDate(new Date(now), zone), 1);
  const time = new Date(now).toLocaleTimeString('en-GB', { timeZone: zone, hourCycle: 'h23' });
  return zonedMoment(day, `${time}.000`, zone, 'first').toISOString();
}
