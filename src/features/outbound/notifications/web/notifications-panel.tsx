import { Button } from '@mantine/core';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listNotifications, sendNotificationAgain } from '../endpoints.ts';
import type { Notification } from '../schemas.ts';
import classes from './notifications.module.css';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { Allowed } from '#web/session/allowed.tsx';

interface Props {
  installationId: number;
  transactionId: number;
}

const tones: Record<Notification['state'], StatusTone> = {
  queued: 'pending',
  sending: 'pending',
  delivered: 'success',
  failed: 'failed',
};

/** The notifications of a transaction; hidden without any. */
export function NotificationsPanel(props: Props) {
  return (
    <Allowed to={listNotifications}>
      <Notifications {...props} />
    </Allowed>
  );
}

function Notifications(path: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const list = useCall(listNotifications, { path }, { handlesOwnErrors: true, staleTime: 0 });
  const resend = useSend(sendNotificationAgain, { handlesOwnErrors: true });
  if (list.data === undefined || list.data.length === 0) return null;
  return (
    <Section title={t('notifications.title')}>
      <ul className={classes.list}>
        {list.data.map((notification) => (
          <li key={notification.id} className={classes.item}>
            <StatusBadge
              tone={tones[notification.state]}
              label={t(`notifications.state.${notification.state}`)}
            />
            <span>{t(`notifications.kind.${notification.kind}`)}</span>
            <span className={classes.url}>{notification.url}</span>
            <span className="quiet-text">
              {t('notifications.attempts', { count: notification.attempts })}
              {notification.lastResult !== null && ` · ${resultWords(notification.lastResult, t)}`}
            </span>
            <span className={`${'quiet-text'} number`}>
              {notification.nextAttemptAt === null ? (
                <TimeText at={notification.deliveredAt ?? notification.queuedAt} />
              ) : (
                t('notifications.next', { at: times.moment(notification.nextAttemptAt) })
              )}
            </span>
            {(notification.state === 'delivered' || notification.state === 'failed') && (
              <Allowed to={sendNotificationAgain}>
                <Button
                  variant="default"
                  size="xs"
                  loading={resend.isPending && resend.variables?.path.notificationId === notification.id}
                  onClick={() =>
                    void resend
                      .mutateAsync({ path: { ...path, notificationId: notification.id } })
                      .then(() => list.refetch())
                      .catch(() => undefined)
                  }
                >
                  {t('notifications.again')}
                </Button>
              </Allowed>
            )}
          </li>
        ))}
      </ul>
      <FailureNotice failure={resend.error} />
    </Section>
  );
}

/** An HTTP status needs no translation. */
function resultWords(result: string, t: ReturnType<typeof useTranslation>['t']): string {
  return /^\d+$/.test(result) ? `HTTP ${result}` : t(`notifications.result.${result}`);
}
