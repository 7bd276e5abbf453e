import { handle } from '#server/handler.ts';
import { cancelSchedule as call } from '../calls.ts';
import { changeByPerson } from './store/change-by-person.ts';

export const cancelSchedule = handle(call, (ask) => changeByPerson(ask, 'cancel'));
