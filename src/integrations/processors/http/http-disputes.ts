import type { DisputeCalls, DisputeReply, NamedDispute, NoResponse, NotSent } from '../adapter.ts';
import { type Channel, noAnswer } from './channel.ts';
import { disputeReply, evidenceFormReply } from './protocol.ts';

/** Disputes over the adapter protocol. A response about another dispute counts as none. */
export function httpDisputes({ call }: Channel): DisputeCalls {
  const path = ({ dispute }: NamedDispute, action: string) =>
    `/v1/disputes/${encodeURIComponent(dispute)}/${action}`;
  const ofSame = <T extends { kind: string }>(
    answer: T | NotSent | NoResponse,
    { dispute }: NamedDispute,
  ): T | NotSent | NoResponse => ('dispute' in answer && answer.dispute !== dispute ? noAnswer : answer);
  const change = async (named: NamedDispute, action: string, body: object): Promise<DisputeReply> => {
    const answer = ofSame(await call('POST', path(named, action), disputeReply, body), named);
    if (answer.kind === 'refused') return { kind: 'refused', message: answer.message };
    return answer.kind === 'done' ? { kind: 'done' } : answer;
  };
  return {
    async evidence(named) {
      const { account } = named;
      const answer = ofSame(await call('POST', path(named, 'form'), evidenceFormReply, { account }), named);
      if (answer.kind === 'refused') return { kind: 'refused', message: answer.message };
      return answer.kind === 'form' ? { kind: 'form', form: answer.form } : answer;
    },
    accept: (named, { key }) => change(named, 'accept', { key, account: named.account }),
    submit: (named, { key }, { reason, texts, files }) =>
      change(named, 'submit', {
        key,
        account: named.account,
        reason,
        texts,
        files: files.map(({ body, ...file }) => ({ ...file, content: Buffer.from(body).toString('base64') })),
      }),
  };
}
