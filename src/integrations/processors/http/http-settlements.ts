import { createHash } from 'node:crypto';
import { type SettlementPart, type SettlementReportRef, type Settlements, sumFees } from '../settlements.ts';
import type { Channel } from './channel.ts';
import { linesReply, reportsReply } from './settlement-messages.ts';

const pageBytes = 4 * 1024 ** 2;

/** Settlement reports of an adapter that declares them (docs/processors.md#adapter-protocol). */
export const httpSettlements = (channel: Channel): Settlements => ({
  async list(after) {
    const path = `/v1/settlements${queryOf(after)}`;
    const answer = await channel.call('GET', path, reportsReply, undefined, pageBytes);
    if (answer.kind !== 'reports') return toUnavailable(answer);
    const reports = answer.reports.map((name) => ({ name }));
    return { kind: 'listed', reports, ...(answer.cursor === undefined ? {} : { cursor: answer.cursor }) };
  },
  read: (report) => readReport(channel, report),
});

const queryOf = (after: string | undefined): string =>
  after === undefined ? '' : `?after=${encodeURIComponent(after)}`;

const toUnavailable = ({ why }: { why: string }) =>
  ({
    kind: 'unavailable',
    why: why === 'busy' || why === 'credentials' ? why : 'connection',
  }) as const;

async function* readReport(channel: Channel, { name }: SettlementReportRef): AsyncGenerator<SettlementPart> {
  const hash = createHash('sha256');
  let after: string | undefined;
  let number = 0;
  for (;;) {
    const path = `/v1/settlements/${encodeURIComponent(name)}${queryOf(after)}`;
    const answer = await channel.call('GET', path, linesReply, undefined, pageBytes);
    if (answer.kind !== 'lines') {
      yield toUnavailable(answer);
      return;
    }
    if (answer.report !== name) {
      yield { kind: 'unavailable', why: 'unreadable' };
      return;
    }
    const lines = answer.lines.map((line) => ({ ...line, asRead: JSON.stringify(line) }));
    for (const line of lines) {
      number += 1;
      hash.update(`${line.asRead}\n`);
      if (line.grossCurrency !== line.netCurrency || line.grossMinor - sumFees(line.fees) === line.netMinor)
        continue;
      yield { kind: 'refused', refusal: { code: 'SUM', line: number, column: 'netMinor' } };
      return;
    }
    if (lines.length > 0) yield { kind: 'lines', lines };
    // A cursor that does not move would never end.
    if (answer.cursor === undefined || answer.cursor === after) break;
    after = answer.cursor;
  }
  if (number === 0) yield { kind: 'refused', refusal: { code: 'EMPTY' } };
  else yield { kind: 'end', sha256: hash.digest('hex') };
}
