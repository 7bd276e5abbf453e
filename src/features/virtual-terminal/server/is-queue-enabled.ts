import { featuresOn } from '#server/guard.ts';
import { handle } from '#server/handler.ts';
import { isQueueEnabled as endpoint } from '../endpoints.ts';

export const isQueueEnabled = handle(endpoint, async ({ sql, resource: subject }) => ({
  enabled: (await featuresOn(sql, subject.paths[0] ?? '')).includes('QUEUE'),
}));
