import { handle } from '#server/handler.ts';
import { getWebOrigins as endpoint } from '../endpoints.ts';
import { storedOrigins } from './session/web-origins.ts';

export const getWebOrigins = handle(endpoint, async ({ sql, resource }) => ({
  webOrigins: await storedOrigins(sql, resource.installationId ?? 0),
}));
