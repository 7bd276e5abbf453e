import { handle } from '#server/handler.ts';
import { resumeSchedule as endpoint } from '../endpoints.ts';
import { changeScheduleAsUser } from './store/change-schedule-as-user.ts';

export const resumeSchedule = handle(endpoint, (ctx) => changeScheduleAsUser(ctx, 'resume'));
