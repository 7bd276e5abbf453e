import type { TransactionDetails } from '../schemas.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** A deferred transaction waits for a decision: what happens without one, and its task in the queue. */
export function QueueNotice({ task }: { task: TransactionDetails['queueTask'] }) {
  const { t } = useTranslation();
  const times = useTimes();
  if (task === null) return null;
  return (
    <Notice
      kind="pending"
      title={t('details.queue.title')}
      action={
        <LinkButton variant="default" to={paths.queue({ transactionId: task.transactionId })}>
          {t('details.queue.open')}
        </LinkButton>
      }
    >
      {t(`details.queue.${task.finalAction}`, { at: times.long(task.decidesAt) })}
    </Notice>
  );
}
