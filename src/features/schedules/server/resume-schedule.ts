import { handle } from '#server/handler.ts';
import { resumeSchedule as call } from '../calls.ts';
import { changeByPerson } from './store/change-by-person.ts';

export const resumeSchedule = handle(call, (ask) => changeByPerson(ask, 'resume'));
