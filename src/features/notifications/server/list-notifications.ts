import { handle } from '#server/handler.ts';
import { listNotifications as call } from '../calls.ts';
import { notificationsOf } from './outbox/notification-store.ts';

export const listNotifications = handle(call, ({ sql, subject }) =>
  notificationsOf(sql, subject.companyId ?? 0, subject.transactionId ?? 0),
);
