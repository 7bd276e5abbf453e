import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const organisationAuth = {
  anyOf: ['P_ACCESS_QUEUE_MANAGEMENT'],
  feature: 'QUEUE',
  resource: { organisation: 'orgId' },
} as const;

/** The handler limits a request to tasks of merchants with the permission and the feature. */
const taskAuth = { anyOf: ['P_ACCESS_QUEUE_MANAGEMENT'], resource: 'anywhere' } as const;

export const searchTasks = defineEndpoint({
  name: 'searchTasks',
  summary: 'Open tasks of the queue: filtered, sorted, paged, counted',
  route: 'GET /proxy/async/queue/tasks/search/{orgId}',
  rateLimit: 'search',
  auth: organisationAuth,
});

export const countTasks = defineEndpoint({
  name: 'countTasks',
  summary: 'The number of open tasks that each choice of the filter would show',
  route: 'GET /proxy/async/queue/tasks/taskCounts/{orgId}',
  auth: organisationAuth,
});

export const reviewRetry = defineEndpoint({
  name: 'reviewRetry',
  summary: 'What a retry of the failed tasks of a search would do, with sums by currency; changes nothing',
  route: 'GET /proxy/async/queue/tasks/retry/{orgId}',
  rateLimit: 'search',
  auth: organisationAuth,
});

export const listQueueUsers = defineEndpoint({
  name: 'listQueueUsers',
  summary: 'The users who can work on tasks of an organisation',
  route: 'GET /proxy/async/queue/users/{orgId}',
  auth: organisationAuth,
});

export const actOnTask = defineEndpoint({
  name: 'actOnTask',
  summary: 'Accepts, rejects, holds or flushes one task',
  route: 'POST /proxy/async/queue/tasks/{taskId}/action',
  auth: taskAuth,
});

export const actOnTasks = defineEndpoint({
  name: 'actOnTasks',
  summary: 'Accepts, rejects, holds or flushes tasks, with a result for each',
  route: 'POST /proxy/async/queue/tasks/action',
  auth: taskAuth,
});

export const retryTasks = defineEndpoint({
  name: 'retryTasks',
  summary: 'Repeats the failed action of tasks, with a result for each',
  route: 'POST /proxy/async/queue/tasks/action/retry',
  auth: taskAuth,
});

export const commentTasks = defineEndpoint({
  name: 'commentTasks',
  summary: 'Adds a comment to tasks, with a result for each',
  route: 'POST /proxy/async/queue/tasks/comment',
  auth: taskAuth,
});

export const assignTasks = defineEndpoint({
  name: 'assignTasks',
  summary: 'Assigns tasks to a user or unassigns them, with a result for each',
  route: 'POST /proxy/async/queue/tasks/assign',
  auth: taskAuth,
});

export const getReview = defineEndpoint({
  name: 'getReview',
  summary: 'The remaining tasks of a session of review mode, and its decisions',
  route: 'GET /proxy/async/queue/review/{orgId}',
  rateLimit: 'search',
  auth: organisationAuth,
});

export const claimReview = defineEndpoint({
  name: 'claimReview',
  summary: 'Claims a task for five minutes, or renews a claim; otherwise names the reviewer who has it',
  route: 'POST /proxy/async/queue/tasks/{taskId}/claim',
  auth: taskAuth,
  audited: 'refused',
});

export const releaseReview = defineEndpoint({
  name: 'releaseReview',
  summary: 'Releases a claim before it ends',
  route: 'DELETE /proxy/async/queue/tasks/{taskId}/claim/{claimId}',
  auth: taskAuth,
  audited: 'refused',
});

export const holdDecision = defineEndpoint({
  name: 'holdDecision',
  summary: 'Decides a claimed task. The decision is held for ten seconds and then sent once',
  route: 'POST /proxy/async/queue/tasks/{taskId}/decision',
  auth: taskAuth,
});

export const undoDecision = defineEndpoint({
  name: 'undoDecision',
  summary: 'Undoes a decision that is still held',
  route: 'DELETE /proxy/async/queue/tasks/{taskId}/decision',
  auth: taskAuth,
});

export const getReviewContext = defineEndpoint({
  name: 'getReviewContext',
  summary: 'History, lists, countries and events of a task. Each part can fail alone',
  route: 'GET /proxy/async/queue/tasks/{taskId}/context',
  rateLimit: 'search',
  auth: taskAuth,
});
