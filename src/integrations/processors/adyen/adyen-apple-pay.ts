import * as z from 'zod/mini';
import type { AppleSessions, ConnectRequest } from '../adapter.ts';
import { callAdyen } from './adyen-client.ts';

const opened = z.object({ data: z.string() });

/** Adyen has the certificate of the merchant, and opens the session at Apple. It moves no money. */
export const adyenAppleSessions = (request: ConnectRequest, url: string): AppleSessions => ({
  async open({ merchantId, displayName, domain }) {
    const reply = await callAdyen(request, opened, {
      url: `${url}/applePay/sessions`,
      key: crypto.randomUUID(),
      body: {
        displayName: displayName.slice(0, 64),
        domainName: domain,
        merchantIdentifier: merchantId,
      },
    });
    if (reply.kind === 'refused') return { kind: 'refused', message: reply.message };
    if (reply.kind !== 'ok') return reply;
    return { kind: 'opened', session: Buffer.from(reply.body.data, 'base64').toString('utf8') };
  },
});
