import type { ReviewTasks } from '#server/payment-followers.ts';
import { findOpenTask, isUndecided, openTask } from './db/open-task.ts';
import { affectsTask, expireTask, settleTask } from './db/settle-task.ts';

export const reviewTasks: ReviewTasks = {
  concerns: affectsTask,
  isUndecided,
  open: openTask,
  settle: settleTask,
  expire: expireTask,
  findOpen: findOpenTask,
};
