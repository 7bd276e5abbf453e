import { handle } from '#server/handler.ts';
import { skipNextEpisode as endpoint } from '../endpoints.ts';
import { changeScheduleAsUser } from './store/change-schedule-as-user.ts';

export const skipNextEpisode = handle(endpoint, (ctx) => changeScheduleAsUser(ctx, 'skipNext'));
