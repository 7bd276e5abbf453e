import { handleInSteps } from '#server/handler.ts';
import { exportSameCard as call } from '../calls.ts';
import { answerExport } from './export/answer-export.ts';
import { onSameCard } from './report/report-query.ts';

export const exportSameCard = handleInSteps(call, (ask) =>
  answerExport(ask, ask.body, (sql, request) => onSameCard(sql, request, Number(ask.path.transactionId))),
);
