import { handle } from '#server/handler.ts';
import { type SearchRequest, searchStatements as call } from '../calls.ts';
import { answerSearch } from './report/report-query.ts';

/**
 * A page of a statement as of now. What arrives while somebody turns its pages is later than the snapshot that the
 * first page names, so that pages asked up to it neither repeat nor skip a row.
 */
export const searchStatements = handle(call, async (ask) => {
  const now = ask.services.clock.now().toISOString();
  const until: SearchRequest['fields'][number] = {
    field: 'txn_datetime',
    display: false,
    filter: { operation: 'LTE', value: [now] },
  };
  const asked = { ...ask.body, fields: [...ask.body.fields, until] };
  return { ...(await answerSearch(ask, asked)), snapshotTime: now };
});
