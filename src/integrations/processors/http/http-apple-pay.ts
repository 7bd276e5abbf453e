import type { AppleSessions } from '../adapter.ts';
import { type Channel, noAnswer } from './channel.ts';
import { appleSessionReply } from './wallet-messages.ts';

/** Sessions at Apple over the adapter protocol. A response for another domain counts as none. */
export const httpAppleSessions = ({ call }: Channel): AppleSessions => ({
  async open({ merchantId, displayName, domain, account }) {
    const body = { merchantId, displayName: displayName.slice(0, 64), domain, account };
    const answer = await call('POST', '/v1/apple-pay-sessions', appleSessionReply, body);
    if (!('domain' in answer)) return answer;
    if (answer.domain !== domain) return noAnswer;
    return answer.kind === 'opened'
      ? { kind: 'opened', session: answer.session }
      : { kind: 'refused', message: answer.message };
  },
});
