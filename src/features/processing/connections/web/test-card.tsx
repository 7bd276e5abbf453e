import { Button } from '@mantine/core';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useButtonForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { testConnection } from '../endpoints.ts';
import type { ConnectionPart } from './connection-part.ts';
import { CheckBadge } from './processor-words.tsx';
import classes from './processors.module.css';

/** The last test, check by check, and a button for the next one. */
export function TestCard({ connection, onChanged }: ConnectionPart) {
  const { t } = useTranslation();
  const times = useTimes();
  const { organisationId, connectionId, test, secrets } = connection;
  const send = useSend(testConnection, { handlesOwnErrors: true });
  const form = useButtonForm(async () => {
    await send.mutateAsync({ path: { orgId: organisationId, connectionId }, body: {} });
    await onChanged('tested');
  });
  const isWaiting = secrets.some(({ next }) => next !== null);
  return (
    <Card title={t('processors.test')}>
      <p className="quiet-text">{t('processors.test_text')}</p>
      {isWaiting && <Notice kind="pending">{t('processors.test_waiting')}</Notice>}
      {test !== null && (
        <>
          <p>
            {t(test.hasPassed ? 'processors.tested' : 'processors.test_failed', {
              moment: times.moment(test.at),
            })}
          </p>
          <ul className="plain-list" aria-label={t('processors.test')}>
            {test.checks.map(({ name, result, detail }, index) => (
              // Checks may share a name, and their order is that of the test.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className={classes.check}>
                <CheckBadge result={result} />
                <p>
                  <strong>{t(`processors.check_name.${name}`, { defaultValue: name })}</strong> {detail}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <FailureNotice failure={form.failure} />
      {connection.mayChange && (
        <div className="end-buttons">
          <Button variant="default" loading={form.isBusy} onClick={() => void form.submit()}>
            {t('processors.test_now')}
          </Button>
        </div>
      )}
    </Card>
  );
}
