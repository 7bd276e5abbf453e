import { handleInSteps } from '#server/handler.ts';
import { createCardSession as call } from '../calls.ts';
import { createSession } from './session/create-session.ts';

export const createCardSession = handleInSteps(call, (ask) => createSession(ask, call.name, 'cards'));
