import { featuresOn } from '#server/guard.ts';
import { handle } from '#server/handler.ts';
import { isQueueEnabled as call } from '../calls.ts';

export const isQueueEnabled = handle(call, async ({ sql, subject }) => ({
  enabled: (await featuresOn(sql, subject.paths[0] ?? '')).includes('QUEUE'),
}));
