import { reviewTasks } from '#features/review/queue/server/review-tasks.ts';
import { scheduleSettlement } from '#features/payments/schedules/server/settle-schedules.ts';
import { linkPayments } from '#features/payments/smart-links/server/link-payments.ts';
import type { PaymentFollowers } from '#server/payment-followers.ts';

/** The features that follow payments, in every program. */
export const paymentFollowers: PaymentFollowers = { scheduleSettlement, reviewTasks, linkPayments };
