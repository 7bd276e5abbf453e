import { sealAudit } from '#features/record/audit/server/jobs/seal-audit.ts';
import {
  deleteOldLinks,
  lockInactiveAccounts,
  processResetRequests,
} from '#features/access/account/server/jobs/account-jobs.ts';
import { expireHostedSessions } from '#features/payments/hosted-sessions/server/jobs/expire-hosted-sessions.ts';
import { deleteOldMail, sendMail } from '#features/outbound/mail/server/jobs/send-mail.ts';
import { reportProcessorOutages } from '#features/payments/episodes/server/jobs/report-processor-outages.ts';
import { runDueEpisodes } from '#features/payments/episodes/server/jobs/run-due-episodes.ts';
import { deleteOldAttempts } from '#features/fraud/fraud-engine/server/jobs/delete-old-attempts.ts';
import { deleteOldEvents } from '#features/outbound/webhooks/server/jobs/delete-old-events.ts';
import { deliverWebhooks } from '#features/outbound/webhooks/server/jobs/deliver-webhooks.ts';
import { reportExpiredLinks } from '#features/payments/smart-links/server/jobs/report-expired-links.ts';
import { deliverNotifications } from '#features/outbound/notifications/server/jobs/deliver-notifications.ts';
import { expirePreauths, expireSuspended } from '#features/payments/payments/server/jobs/expire-payments.ts';
import { rollUpTransactionTotals } from '#features/record/reporting/server/totals.ts';
import { deleteOldIdempotencyKeys } from '#features/payments/payments/server/db/idempotency-keys.ts';
import { replaySuspended } from '#features/payments/payments/server/jobs/replay-suspended.ts';
import { retrySettlementWork } from '#features/payments/payments/server/jobs/retry-settlement-work.ts';
import { setSettlementDates } from '#features/payments/payments/server/jobs/set-settlement-dates.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { deleteOldSessions } from '#features/access/session/server/jobs/delete-old-sessions.ts';
import { queueReceipts } from '#features/payments/virtual-terminal/server/jobs/queue-receipts.ts';
import { expireApprovals } from '#features/access/approvals/server/jobs/expire-approvals.ts';
import { runApprovals } from '#features/access/approvals/server/jobs/run-approvals.ts';
import { decideDueDeferrals } from '#features/review/queue/server/jobs/decide-due-deferrals.ts';
import { sendHeldDecisions } from '#features/review/queue/server/jobs/send-held-decisions.ts';
import { inviteProvisionedUsers } from '#features/access/scim/server/jobs/invite-provisioned-users.ts';
import type { Job } from '#server/job.ts';

/** Every recurring job of the worker. */
export const jobs: readonly Job[] = [
  sealAudit,
  reconcilePayments,
  replaySuspended,
  retrySettlementWork,
  runDueEpisodes,
  decideDueDeferrals,
  sendHeldDecisions,
  reportProcessorOutages,
  runApprovals,
  expireApprovals,
  expirePreauths,
  expireSuspended,
  setSettlementDates,
  expireHostedSessions,
  rollUpTransactionTotals,
  deleteOldIdempotencyKeys,
  deleteOldAttempts,
  deleteOldSessions,
  processResetRequests,
  lockInactiveAccounts,
  deleteOldLinks,
  queueReceipts,
  deliverNotifications,
  deliverWebhooks,
  reportExpiredLinks,
  deleteOldEvents,
  inviteProvisionedUsers,
  sendMail,
  deleteOldMail,
];
