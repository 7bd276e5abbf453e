import { handleInSteps } from '#server/handler.ts';
import { pingSessions as call } from '../calls.ts';

export const pingSessions = handleInSteps(call, async () => ({ status: 'SUCCESS' as const }));
