import type { Permission } from '#shared/permissions.ts';

/** The most payments or links of one job. */
export const maxBulkItems = 200;

export const bulkActions = [
  'REFUND',
  'CAPTURE',
  'CANCEL',
  'RESEND_EVENTS',
  'CANCEL_LINKS',
  'SEND_LINKS',
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** The endpoint of the single action, which each item runs. */
export const bulkEndpoints: Readonly<Record<BulkAction, string>> = {
  REFUND: 'refundTransaction',
  CAPTURE: 'captureTransaction',
  CANCEL: 'cancelTransaction',
  RESEND_EVENTS: 'resendTransactionEvents',
  CANCEL_LINKS: 'cancelSmartLink',
  SEND_LINKS: 'sendSmartLink',
};

/** Without it the portal does not offer the action. Each item is authorised by its own endpoint. */
export const bulkPermissions: Readonly<Record<BulkAction, readonly Permission[]>> = {
  REFUND: ['P_REFUND_TRANSACTION'],
  CAPTURE: ['P_CAPTURE_TRANSACTION'],
  CANCEL: ['P_CANCEL_TRANSACTION'],
  RESEND_EVENTS: ['P_MANAGE_WEBHOOKS'],
  CANCEL_LINKS: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'],
  SEND_LINKS: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'],
};

/** Acts on smart links, the others on transactions. */
export const isLinkAction = (action: BulkAction): boolean =>
  action === 'CANCEL_LINKS' || action === 'SEND_LINKS';

/** The results of an item, in the order of the list. */
export const itemStates = [
  'FAILED',
  'UNKNOWN',
  'REJECTED',
  'PENDING_APPROVAL',
  'PROCESSING',
  'RUNNING',
  'WAITING',
  'STOPPED',
  'DONE',
] as const;
export type ItemState = (typeof itemStates)[number];

/** A new attempt cannot move money a second time: the last one is known to have moved none. */
export const isRetryable = (state: ItemState): boolean => state === 'FAILED' || state === 'STOPPED';

export const isOpen = (state: ItemState): boolean => state === 'WAITING' || state === 'RUNNING';
