import { handle } from '#server/handler.ts';
import { suspendSchedule as endpoint } from '../endpoints.ts';
import { changeScheduleAsUser } from './store/change-schedule-as-user.ts';

export const suspendSchedule = handle(endpoint, (ctx) => changeScheduleAsUser(ctx, 'suspend'));
