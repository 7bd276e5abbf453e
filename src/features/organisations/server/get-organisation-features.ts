import { featuresOn } from '#server/guard.ts';
import { handle } from '#server/handler.ts';
import { getOrganisationFeatures as endpoint } from '../endpoints.ts';

export const getOrganisationFeatures = handle(endpoint, ({ sql, resource }) =>
  featuresOn(sql, resource.paths[0] ?? ''),
);
