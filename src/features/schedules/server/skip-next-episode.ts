import { handle } from '#server/handler.ts';
import { skipNextEpisode as call } from '../calls.ts';
import { changeByPerson } from './store/change-by-person.ts';

export const skipNextEpisode = handle(call, (ask) => changeByPerson(ask, 'skipNext'));
