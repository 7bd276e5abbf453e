import { type StatusTone, StatusBadge } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { ListedDelivery, ListedWebhook } from '../schemas.ts';

const tones: Readonly<Record<ListedWebhook['status'], StatusTone>> = {
  active: 'success',
  failing: 'warning',
  paused: 'neutral',
};

export function WebhookStatus({ status }: { status: ListedWebhook['status'] }) {
  const { t } = useTranslation();
  return <StatusBadge tone={tones[status]} label={t(`webhooks.status.${status}`)} />;
}

const deliveryTones: Readonly<Record<ListedDelivery['state'], StatusTone>> = {
  queued: 'pending',
  sending: 'pending',
  retrying: 'warning',
  delivered: 'success',
  failed: 'failed',
};

export function DeliveryStatus({ state }: { state: ListedDelivery['state'] }) {
  const { t } = useTranslation();
  return <StatusBadge tone={deliveryTones[state]} label={t(`webhooks.delivery_state.${state}`)} />;
}

/** "Payment: succeeded", "Payment: all" for a pattern. An unknown event keeps its name. */
export function eventLabel(t: Translate, choice: string): string {
  if (choice === '*') return t('webhooks.every_event');
  if (choice === 'test') return t('webhooks.test_event');
  const [subject = '', end = ''] = choice.split('.');
  return `${t(`webhooks.subject.${subject}`)}: ${t(`webhooks.end.${end === '*' ? 'all' : end}`)}`;
}

/** An HTTP status needs no translation. */
export const resultLabel = (t: Translate, result: string): string =>
  /^\d+$/.test(result) ? `HTTP ${result}` : t(`webhooks.result.${result.replace('-', '_')}`);
