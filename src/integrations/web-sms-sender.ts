import type { SmsSender } from './sms-sender.ts';
import { standardSignature } from './web/standard-signature.ts';
import type { WebClient, WebResponse } from './web/web-client.ts';

interface Options {
  url: string;
  /** Signs as webhooks are signed (Standard Webhooks). */
  secret: string;
  client: WebClient;
  now: () => Date;
}

/** Statuses of 400 to 499 with which a receiver asks for a later attempt. */
const passing = new Set([408, 409, 425, 429]);

/**
 * Posts each message to an address of the operator, who passes it to a provider. A lost response is sent again with the same
 * `webhook-id`, by which the receiver recognises it.
 */
export function webSmsSender({ url, secret, client, now }: Options): SmsSender {
  return {
    async send({ id, to, text }) {
      const body = JSON.stringify({ id, to, text });
      const timestamp = Math.floor(now().getTime() / 1000);
      const response = await client.send({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Countinghouse-SMS',
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': standardSignature(secret, id, timestamp, body),
        },
        body,
        ignoresRest: true,
      });
      const status = response.kind === 'response' ? response.status : 0;
      if (status >= 200 && status < 300) return { kind: 'sent' };
      const isPermanent = status >= 300 && status < 500 && !passing.has(status);
      return { kind: 'refused', isPermanent, reason: describe(response) };
    },
  };
}

const describe = (response: WebResponse): string =>
  response.kind === 'response' ? `status ${response.status}` : `${response.kind}: ${response.why}`;
