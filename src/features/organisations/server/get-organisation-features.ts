import { featuresOn } from '#server/guard.ts';
import { handle } from '#server/handler.ts';
import { getOrganisationFeatures as call } from '../calls.ts';

export const getOrganisationFeatures = handle(call, ({ sql, subject }) =>
  featuresOn(sql, subject.paths[0] ?? ''),
);
