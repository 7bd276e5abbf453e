import { handleInSteps } from '#server/handler.ts';
import { exportTransactions as call } from '../calls.ts';
import { answerExport } from './export/answer-export.ts';

export const exportTransactions = handleInSteps(call, (ask) => answerExport(ask, ask.body));
