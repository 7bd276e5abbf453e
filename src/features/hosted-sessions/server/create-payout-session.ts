import { handleInSteps } from '#server/handler.ts';
import { createPayoutSession as call } from '../calls.ts';
import { createSession } from './session/create-session.ts';

export const createPayoutSession = handleInSteps(call, (ask) => createSession(ask, call.name, 'payouts'));
