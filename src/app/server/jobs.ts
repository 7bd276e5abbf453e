import { sealAudit } from '#features/audit/server/jobs/seal-audit.ts';
import {
  deleteOldLinks,
  lockInactiveAccounts,
  processResetRequests,
} from '#features/account/server/jobs/account-jobs.ts';
import { expireHostedSessions } from '#features/hosted-sessions/server/jobs/expire-hosted-sessions.ts';
import { deleteOldMail, sendMail } from '#features/mail/server/jobs/send-mail.ts';
import { reportProcessorOutages } from '#features/episodes/server/jobs/report-processor-outages.ts';
import { runDueEpisodes } from '#features/episodes/server/jobs/run-due-episodes.ts';
import { deleteOldAttempts } from '#features/fraud-engine/server/jobs/delete-old-attempts.ts';
import { deleteOldEvents } from '#features/webhooks/server/jobs/delete-old-events.ts';
import { deliverWebhooks } from '#features/webhooks/server/jobs/deliver-webhooks.ts';
import { reportExpiredLinks } from '#features/smart-links/server/jobs/report-expired-links.ts';
import { deliverNotifications } from '#features/notifications/server/jobs/deliver-notifications.ts';
import { expirePreauths, expireSuspended } from '#features/payments/server/jobs/expire-payments.ts';
import { rollUpTransactionTotals } from '#features/reporting/server/totals.ts';
import { deleteOldIdempotencyKeys } from '#features/payments/server/db/idempotency-keys.ts';
import { replaySuspended } from '#features/payments/server/jobs/replay-suspended.ts';
import { retrySettlementWork } from '#features/payments/server/jobs/retry-settlement-work.ts';
import { setSettlementDates } from '#features/payments/server/jobs/set-settlement-dates.ts';
import { reconcilePayments } from '#features/payments/server/jobs/reconcile-payments.ts';
import { deleteOldSessions } from '#features/session/server/jobs/delete-old-sessions.ts';
import { queueReceipts } from '#features/virtual-terminal/server/jobs/queue-receipts.ts';
import { expireApprovals } from '#features/approvals/server/jobs/expire-approvals.ts';
import { runApprovals } from '#features/approvals/server/jobs/run-approvals.ts';
import { decideDueDeferrals } from '#features/queue/server/jobs/decide-due-deferrals.ts';
import { sendHeldDecisions } from '#features/queue/server/jobs/send-held-decisions.ts';
import { inviteProvisionedUsers } from '#features/scim/server/jobs/invite-provisioned-users.ts';
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
