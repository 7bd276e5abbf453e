import { Button } from '@mantine/core';
import { useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { endOtherSessions, endSession, listSessions } from '../endpoints.ts';
import type { SessionView } from '../schemas.ts';

type Confirming = { kind: 'one'; session: SessionView } | { kind: 'others' };

/** /sessions: the user's sessions, with a button to end each. */
export function SessionsScreen() {
  const { t } = useTranslation();
  const sessions = useCall(listSessions, {}, { handlesOwnErrors: true, staleTime: 0 });
  const endOne = useSend(endSession);
  const endOthers = useSend(endOtherSessions);
  const [confirming, setConfirming] = useState<Confirming>();
  const others = sessions.data?.filter((session) => !session.isCurrent) ?? [];

  async function confirm(): Promise<void> {
    try {
      if (confirming?.kind === 'one')
        await endOne.mutateAsync({ path: { sessionId: confirming.session.sessionId } });
      else await endOthers.mutateAsync({});
    } catch {
      // The shell handles this failure.
    }
    setConfirming(undefined);
    await sessions.refetch();
  }
  return (
    <Page
      width="form"
      title={t('sessions.title')}
      subtitle={t('sessions.subtitle')}
      actions={
        others.length > 0 && (
          <Button variant="default" onClick={() => setConfirming({ kind: 'others' })}>
            {t('sessions.end_others')}
          </Button>
        )
      }
    >
      {sessions.isPending && <SkeletonLines lines={4} lineHeight={36} />}
      {sessions.isError && (
        <ErrorState
          title={t('sessions.failed')}
          requestId={sessions.error.requestId}
          onRetry={() => void sessions.refetch()}
        >
          {errorText(sessions.error.message)}
        </ErrorState>
      )}
      {sessions.data !== undefined && (
        <ul className="plain-list" aria-label={t('sessions.title')}>
          {sessions.data.map((session) => (
            <SessionItem
              key={session.sessionId}
              session={session}
              onEnd={() => setConfirming({ kind: 'one', session })}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={confirming !== undefined}
        title={confirming?.kind === 'one' ? t('sessions.end_one') : t('sessions.end_others')}
        confirmLabel={
          confirming?.kind === 'one'
            ? t('sessions.end_named', {
                device: describeDevice(confirming.session) || t('sessions.unknown_device'),
                ip: confirming.session.ip,
              })
            : t('sessions.end_others')
        }
        onConfirm={confirm}
        onCancel={() => setConfirming(undefined)}
      >
        {confirming?.kind === 'one'
          ? t('sessions.end_one_text', {
              device: describeDevice(confirming.session),
              ip: confirming.session.ip,
            })
          : t('sessions.end_others_text')}
      </ConfirmDialog>
    </Page>
  );
}

function SessionItem({ session, onEnd }: { session: SessionView; onEnd: () => void }) {
  const { t } = useTranslation();
  const times = useTimes();
  const device = describeDevice(session) || t('sessions.unknown_device');
  return (
    <li className="boxed-item">
      <div>
        <div className="boxed-item-name">
          {device}
          {session.isCurrent && <StatusBadge tone="success" label={t('sessions.current')} />}
        </div>
        <p className="quiet-text">{t('sessions.place', { ip: session.ip })}</p>
        <p className="quiet-text">{t('sessions.last_used', { moment: times.moment(session.lastUsedAt) })}</p>
        <p className="quiet-text">{t('sessions.since', { moment: times.moment(session.createdAt) })}</p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="default"
          onClick={onEnd}
          aria-label={t('sessions.end_named', { device, ip: session.ip })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Leaves out parts that the user agent does not name. */
function describeDevice({ device }: SessionView): string {
  return device
    .split(', ')
    .filter((part) => part !== '?')
    .join(', ');
}
