import { type StatusTone, StatusBadge } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
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
