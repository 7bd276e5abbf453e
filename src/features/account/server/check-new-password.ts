import { handlePublic } from '#server/handler.ts';
import { checkNewPassword as endpoint } from '../endpoints.ts';
import { passwordVerdict } from './new-password.ts';

/** From the text alone: strangers learn the rules, and nothing of anybody's passwords (docs/domain.md#passwords). */
export const checkNewPassword = handlePublic(endpoint, async ({ body, services }) => ({
  checks: await passwordVerdict(body.token, body.username ?? '', services.config),
}));
