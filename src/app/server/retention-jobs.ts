import { deleteOldAttempts } from '#features/fraud/fraud-engine/server/delete-old-attempts.ts';
import { deleteOldRequests } from '#features/integration/request-log/server/delete-old-requests.ts';
import { deleteOldMail } from '#features/outbound/mail/server/send-mail.ts';
import { deleteOldEvents } from '#features/outbound/webhooks/server/deliver-webhooks.ts';
import { deleteOldBulkWork } from '#features/payments/bulk/server/delete-old-bulk-work.ts';
import { deleteOldIdempotencyKeys } from '#features/payments/payments/server/db/idempotency-keys.ts';
import { deleteOldReports } from '#features/processing/connections/server/delete-old-reports.ts';
import { deleteOldScheduledFiles } from '#features/reports/scheduled-files/server/make-scheduled-files.ts';
import { deleteOldSessions } from '#features/access/session/server/delete-old-sessions.ts';
import {
  eraseOldFraudValues,
  eraseOldPayers,
} from '#features/setup/personal-data/server/erase-old-payers.ts';
import { deleteOldPersonFiles } from '#features/setup/personal-data/server/run-person-requests.ts';
import type { RetentionName } from '#shared/retention-kinds.ts';
import type { Job } from '#server/job.ts';

/** The job that deletes or erases each kind of data when its time is over; null: it is kept (docs/running.md#retention). */
export const retentionJobs: Readonly<Record<RetentionName, Job | null>> = {
  books: null,
  payers: eraseOldPayers,
  fraudValues: eraseOldFraudValues,
  velocityHashes: deleteOldAttempts,
  requestLog: deleteOldRequests,
  webhookEvents: deleteOldEvents,
  webhookDeliveries: deleteOldEvents,
  emails: deleteOldMail,
  idempotencyKeys: deleteOldIdempotencyKeys,
  processorReports: deleteOldReports,
  bulkWork: deleteOldBulkWork,
  scheduledFiles: deleteOldScheduledFiles,
  personFiles: deleteOldPersonFiles,
  sessions: deleteOldSessions,
  audit: null,
};
