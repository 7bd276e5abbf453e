import { handleWithoutTransaction } from '#server/handler.ts';
import { pingSessions as endpoint } from '../endpoints.ts';

export const pingSessions = handleWithoutTransaction(endpoint, async () => ({ status: 'SUCCESS' as const }));
