import { handle } from '#server/handler.ts';
import { searchSameCardStatements as call } from '../calls.ts';
import { answerInOrder, onSameCard } from './report/report-query.ts';

export const searchSameCardStatements = handle(call, async (ask) =>
  answerInOrder(ask, await onSameCard(ask.sql, ask.body, Number(ask.path.transactionId))),
);
