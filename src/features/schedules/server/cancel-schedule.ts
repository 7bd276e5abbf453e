import { handle } from '#server/handler.ts';
import { cancelSchedule as endpoint } from '../endpoints.ts';
import { changeScheduleAsUser } from './store/change-schedule-as-user.ts';

export const cancelSchedule = handle(endpoint, (ctx) => changeScheduleAsUser(ctx, 'cancel'));
