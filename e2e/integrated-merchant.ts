import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Countinghouse, verifyWebhook } from '../clients/node/src/countinghouse.ts';

export interface IntegratedMerchant {
  /** Where it receives webhooks. */
  url: string;
  /** Verifies events with this signing secret from now on. */
  trust(secret: string): void;
  /** Types of the verified events, in the order of their arrival. */
  received: string[];
  stop(): void;
}

/** A merchant's server. It returns 400 for an event that the Node client does not verify. */
export async function startMerchant(): Promise<IntegratedMerchant> {
  let signingSecret = '';
  const received: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        received.push(verifyWebhook(Buffer.concat(chunks), request.headers, signingSecret).type);
        response.end('thanks');
      } catch {
        response.writeHead(400).end('not verified');
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    trust: (secret) => (signingSecret = secret),
    received,
    stop: () => server.close(),
  };
}

/** Takes a payment with the Node client and returns its id. */
export async function payWithClient(
  options: { baseUrl: string; installationId: number; secret: string },
  merchantRef: string,
  amount: string,
): Promise<string> {
  const { transaction } = await new Countinghouse(options).payments.take({
    transaction: { currency: 'GBP', amount, merchantRef, commerceType: 'MOTO' },
    paymentMethod: {
      card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123', cardHolderName: 'Ada Lovell' },
    },
    customer: { displayName: 'Ada Lovell', email: 'ada.lovell@example.org', ip: '192.0.2.7' },
  });
  return transaction?.transactionId ?? '';
}
