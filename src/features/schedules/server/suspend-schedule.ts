import { handle } from '#server/handler.ts';
import { suspendSchedule as call } from '../calls.ts';
import { changeByPerson } from './store/change-by-person.ts';

export const suspendSchedule = handle(call, (ask) => changeByPerson(ask, 'suspend'));
