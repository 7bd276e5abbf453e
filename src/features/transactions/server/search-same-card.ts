import { handle } from '#server/handler.ts';
import { searchSameCard as call } from '../calls.ts';
import { answerSearch, onSameCard } from './report/report-query.ts';

export const searchSameCard = handle(call, async (ask) =>
  answerSearch(ask, await onSameCard(ask.sql, ask.body, Number(ask.path.transactionId))),
);
