import { sealAudit } from '#features/record/audit/server/seal-audit.ts';
import {
  deleteOldLinks,
  lockInactiveAccounts,
  processResetRequests,
} from '#features/access/account/server/account-jobs.ts';
import { expireHostedSessions } from '#features/payments/hosted-sessions/server/expire-hosted-sessions.ts';
import { sendMail } from '#features/outbound/mail/server/send-mail.ts';
import { reportProcessorOutages } from '#features/payments/episodes/server/report-processor-outages.ts';
import { runDueEpisodes } from '#features/payments/episodes/server/run-due-episodes.ts';
import { deliverWebhooks } from '#features/outbound/webhooks/server/deliver-webhooks.ts';
import { sendLinkReminders } from '#features/payments/smart-links/server/send-link-reminders.ts';
import { reportExpiredLinks } from '#features/payments/smart-links/server/report-expired-links.ts';
import { deliverNotifications } from '#features/outbound/notifications/server/deliver-notifications.ts';
import { expirePreauths, expireSuspended } from '#features/payments/payments/server/jobs/expire-payments.ts';
import { eraseOldVersions } from '#features/record/reporting/server/erase-old-versions.ts';
import { rollUpTransactionTotals } from '#features/record/reporting/server/totals.ts';
import { replaySuspended } from '#features/payments/payments/server/jobs/replay-suspended.ts';
import { retrySettlementWork } from '#features/payments/payments/server/jobs/retry-settlement-work.ts';
import { setSettlementDates } from '#features/payments/payments/server/jobs/set-settlement-dates.ts';
import { remindOfDeadlines } from '#features/payments/disputes/server/remind-of-deadlines.ts';
import { sendDisputeAnswers } from '#features/payments/disputes/server/send-answer.ts';
import { settleDisputeEvents } from '#features/payments/disputes/server/settle-dispute-events.ts';
import { settleProcessorEvents } from '#features/payments/payments/server/jobs/settle-processor-events.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { replaceCardIds } from '#features/payments/payments/server/jobs/replace-card-ids.ts';
import { queueReceipts } from '#features/payments/virtual-terminal/server/queue-receipts.ts';
import { expireApprovals } from '#features/access/approvals/server/expire-approvals.ts';
import { runBulkWork } from '#features/payments/bulk/server/run-bulk-work.ts';
import { runApprovals } from '#features/access/approvals/server/run-approvals.ts';
import { decideDueDeferrals } from '#features/review/queue/server/decide-due-deferrals.ts';
import { sendHeldDecisions } from '#features/review/queue/server/send-held-decisions.ts';
import { inviteProvisionedUsers } from '#features/access/scim/server/invite-provisioned-users.ts';
import { makeScheduledFiles } from '#features/reports/scheduled-files/server/make-scheduled-files.ts';
import { collectReports } from '#features/processing/connections/server/collect-reports.ts';
import { enterCustomerWords } from '#features/reports/customers/server/enter-customer-words.ts';
import { findMissingSettlements } from '#features/payments/settlement/server/find-missing.ts';
import { findSettlementReports } from '#features/payments/settlement/server/find-reports.ts';
import { importSettlementReports } from '#features/payments/settlement/server/import-reports.ts';
import { runTestClocks } from '#features/integration/test-clock/server/run-test-clocks.ts';
import { runPersonRequests } from '#features/setup/personal-data/server/run-person-requests.ts';
import { retentionJobs } from './retention-jobs.ts';
import { rekeyValues } from './rekey-values.ts';
import type { Job } from '#server/job.ts';

const recurring: readonly Job[] = [
  sealAudit,
  settleProcessorEvents,
  collectReports,
  settleDisputeEvents,
  sendDisputeAnswers,
  remindOfDeadlines,
  reconcilePayments,
  replaySuspended,
  retrySettlementWork,
  runDueEpisodes,
  decideDueDeferrals,
  sendHeldDecisions,
  reportProcessorOutages,
  runApprovals,
  expireApprovals,
  runBulkWork,
  runPersonRequests,
  expirePreauths,
  expireSuspended,
  setSettlementDates,
  findSettlementReports,
  importSettlementReports,
  findMissingSettlements,
  expireHostedSessions,
  rollUpTransactionTotals,
  eraseOldVersions,
  enterCustomerWords,
  processResetRequests,
  lockInactiveAccounts,
  deleteOldLinks,
  queueReceipts,
  deliverNotifications,
  deliverWebhooks,
  reportExpiredLinks,
  sendLinkReminders,
  inviteProvisionedUsers,
  makeScheduledFiles,
  sendMail,
  rekeyValues,
  replaceCardIds,
  ...new Set(Object.values(retentionJobs).filter((job) => job !== null)),
];

/** Deliveries come last, so that what a step of a test clock has made is sent at the time of that step. */
export const jobsOfCompanies = recurring
  .filter(({ ofCompany }) => ofCompany)
  .toSorted((a, b) => Number(isDelivery(a)) - Number(isDelivery(b)));

function isDelivery(job: Job): boolean {
  return job === deliverNotifications || job === deliverWebhooks;
}

/** Every recurring job of the worker. */
export const jobs: readonly Job[] = [...recurring, runTestClocks(jobsOfCompanies)];
