import { handleInSteps } from '#server/handler.ts';
import { createPaymentSession as call } from '../calls.ts';
import { createSession } from './session/create-session.ts';

export const createPaymentSession = handleInSteps(call, (ask) => createSession(ask, call.name, 'payments'));
