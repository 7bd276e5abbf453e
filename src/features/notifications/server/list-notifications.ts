import { handle } from '#server/handler.ts';
import { listNotifications as endpoint } from '../endpoints.ts';
import { loadNotifications } from './outbox/notification-store.ts';

export const listNotifications = handle(endpoint, ({ sql, resource }) =>
  loadNotifications(sql, resource.companyId ?? 0, resource.transactionId ?? 0),
);
