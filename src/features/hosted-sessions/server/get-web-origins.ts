import { handle } from '#server/handler.ts';
import { getWebOrigins as call } from '../calls.ts';
import { storedOrigins } from './session/web-origins.ts';

export const getWebOrigins = handle(call, async ({ sql, subject }) => ({
  webOrigins: await storedOrigins(sql, subject.installationId ?? 0),
}));
