import { sealAudit } from '#features/audit/server/jobs/seal-audit.ts';
import { answerResetRequests } from '#features/account/server/jobs/answer-reset-requests.ts';
import { forgetOldLinks } from '#features/account/server/jobs/forget-old-links.ts';
import { lockInactiveAccounts } from '#features/account/server/jobs/lock-inactive-accounts.ts';
import { expireHostedSessions } from '#features/hosted-sessions/server/jobs/expire-hosted-sessions.ts';
import { forgetOldMail } from '#features/mail/server/jobs/forget-old-mail.ts';
import { reportProcessorOutages } from '#features/episodes/server/jobs/report-processor-outages.ts';
import { runDueEpisodes } from '#features/episodes/server/jobs/run-due-episodes.ts';
import { sendMail } from '#features/mail/server/jobs/send-mail.ts';
import { deliverNotifications } from '#features/notifications/server/jobs/deliver-notifications.ts';
import { expirePreauths } from '#features/payments/server/jobs/expire-preauths.ts';
import { expireSuspended } from '#features/payments/server/jobs/expire-suspended.ts';
import { foldTransactionTotals } from '#features/payments/server/jobs/fold-transaction-totals.ts';
import { forgetOldKeys } from '#features/payments/server/jobs/forget-old-keys.ts';
import { retrySettlementWork } from '#features/payments/server/jobs/retry-settlement-work.ts';
import { setSettlementDates } from '#features/payments/server/jobs/set-settlement-dates.ts';
import { sweepIntents } from '#features/payments/server/jobs/sweep-intents.ts';
import { forgetOldSessions } from '#features/session/server/jobs/forget-old-sessions.ts';
import { queueReceipts } from '#features/virtual-terminal/server/jobs/queue-receipts.ts';
import type { Job } from '#server/job.ts';

/** Every recurring job the worker runs. */
export const jobs: readonly Job[] = [
  sealAudit,
  sweepIntents,
  retrySettlementWork,
  runDueEpisodes,
  reportProcessorOutages,
  expirePreauths,
  expireSuspended,
  setSettlementDates,
  expireHostedSessions,
  foldTransactionTotals,
  forgetOldKeys,
  forgetOldSessions,
  answerResetRequests,
  lockInactiveAccounts,
  forgetOldLinks,
  queueReceipts,
  deliverNotifications,
  sendMail,
  forgetOldMail,
];
