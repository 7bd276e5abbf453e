import { handlePublic } from '#server/handler.ts';
import { checkPasswordToken as call } from '../calls.ts';
import { linkOwner } from './link-owner.ts';

export const checkPasswordToken = handlePublic(call, async (ask) => {
  const { user } = await linkOwner(ask, ask.path.token);
  return { userId: user.userName };
});
