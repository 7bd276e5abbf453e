import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const viewAuth = { anyOf: ['P_VIEW_SCHEDULE'], resource: { schedule: 'scheduleId' } } as const;

const manageAuth = { anyOf: ['P_MANAGE_SCHEDULE'], resource: { schedule: 'scheduleId' } } as const;

export const getSchedule = defineEndpoint({
  name: 'getSchedule',
  summary: 'One schedule with its dates, its card and its status',
  route: 'GET /schedules/{scheduleId}',
  auth: viewAuth,
});

export const getScheduleAudit = defineEndpoint({
  name: 'getScheduleAudit',
  summary: 'The history of a schedule, latest first',
  route: 'GET /schedules/{scheduleId}/audit',
  auth: viewAuth,
});

export const getNextEpisodes = defineEndpoint({
  name: 'getNextEpisodes',
  summary: 'The next episodes, in order; fewer than requested when no more are due',
  route: 'GET /schedules/{scheduleId}/next/{count}',
  auth: viewAuth,
});

export const suspendSchedule = defineEndpoint({
  name: 'suspendSchedule',
  summary: 'Suspends a schedule: nothing is charged until it is resumed',
  route: 'POST /schedules/{scheduleId}/suspend',
  auth: manageAuth,
});

export const resumeSchedule = defineEndpoint({
  name: 'resumeSchedule',
  summary: 'Resumes a schedule; episodes missed in the meantime are skipped',
  route: 'POST /schedules/{scheduleId}/resume',
  auth: manageAuth,
});

export const cancelSchedule = defineEndpoint({
  name: 'cancelSchedule',
  summary: 'Cancels a schedule permanently',
  route: 'POST /schedules/{scheduleId}/cancel',
  auth: manageAuth,
});

export const searchSchedules = defineEndpoint({
  name: 'searchSchedules',
  summary: 'Schedules by status, day of creation, customer or card',
  route: 'POST /schedules/search',
  rateLimit: 'search',
  auth: { anyOf: ['P_VIEW_SCHEDULE'], resource: 'anywhere' },
  audited: 'refused',
});

export const resumeSchedules = defineEndpoint({
  name: 'resumeSchedules',
  summary: 'Resumes the schedules that users suspended in an interval, up to 200 a request',
  route: 'POST /schedules/resume',
  auth: { anyOf: ['P_MANAGE_SCHEDULE'], resource: 'anywhere' },
});

export const listRelatedSchedules = defineEndpoint({
  name: 'listRelatedSchedules',
  summary: 'The other schedules of a schedule’s sale, active ones first, then the latest',
  route: 'GET /schedules/{scheduleId}/related',
  auth: viewAuth,
});

export const reportSchedules = defineEndpoint({
  name: 'reportSchedules',
  summary: 'All schedules that match a search, as a CSV file',
  route: 'POST /schedules/report',
  auth: { anyOf: ['P_VIEW_SCHEDULE'], resource: 'anywhere' },
  audited: 'every',
  rateLimit: { calls: 20, minutes: 10 },
});

const schedulePair = { installation: 'installationId', schedule: 'scheduleId' } as const;

export const getInstallationSchedule = defineEndpoint({
  name: 'getInstallationSchedule',
  summary: 'One schedule of an installation with its dates, its card and its status',
  route: 'GET /proxy/sync/ta/schedules/{installationId}/{scheduleId}',
  merchantRoute: 'GET /acceptor/rest/schedules/{installationId}/{scheduleId}',
  auth: { anyOf: ['P_VIEW_SCHEDULE'], resource: schedulePair },
});

export const getNextEpisode = defineEndpoint({
  name: 'getNextEpisode',
  summary: 'The next episode that will be charged, if any',
  route: 'GET /proxy/sync/ta/schedules/{installationId}/{scheduleId}/next',
  auth: { anyOf: ['P_VIEW_SCHEDULE'], resource: schedulePair },
});

export const skipNextEpisode = defineEndpoint({
  name: 'skipNextEpisode',
  summary: 'Skips the next episode, which still counts against the limit',
  route: 'POST /proxy/sync/ta/schedules/{installationId}/{scheduleId}/skipNext',
  auth: { anyOf: ['P_MANAGE_SCHEDULE'], resource: schedulePair },
});
