import { handlePublic } from '#server/handler.ts';
import { checkPasswordToken as endpoint } from '../endpoints.ts';
import { linkOwner } from './link-owner.ts';

export const checkPasswordToken = handlePublic(endpoint, async (ctx) => {
  const { user } = await linkOwner(ctx, ctx.path.token);
  return { userId: user.userName };
});
