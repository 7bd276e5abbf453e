import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { passesLuhn } from '#shared/card-number.ts';
import { deferringRule } from '#testing/deferring-rule.ts';
import { gatewayUrl } from './own-product.ts';

/** Payments of this email address wait in the queue. Creates the rule as the user of the page. */
export async function deferPayments(page: Page, email: string, name: string): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? '';
  const response = await page.context().request.post('/proxy/sync/rms/rule/1100', {
    headers: { 'x-xsrf-token': token },
    data: deferringRule(email, name),
  });
  if (!response.ok()) throw new Error(`rule refused: ${await response.text()}`);
}

let cards = 0;
/** Another card and IP address for each payment: the demo's velocity rules would block the ninth. */
function nextCard(): { pan: string; ip: string } {
  cards += 1;
  const digits = `990200${String(100_000_000 + cards)}`;
  for (let check = 0; check < 10; check += 1)
    if (passesLuhn(`${digits}${check}`))
      return { pan: `${digits}${check}`, ip: `203.0.113.${(cards % 250) + 1}` };
  throw new Error('one of ten check digits fits');
}

/** Takes a payment that a rule defers. */
export async function deferredPayment(email: string, amount: string): Promise<string> {
  const { pan, ip } = nextCard();
  const response = await fetch(`${gatewayUrl()}/acceptor/rest/transactions/5300001/payment`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`,
    },
    body: JSON.stringify({
      transaction: { currency: 'GBP', amount, merchantRef: `review-${randomUUID()}`, commerceType: 'ECOM' },
      paymentMethod: {
        card: { pan, expiryDate: '1229', cv2: '123', cardHolderName: 'Ada Lovell' },
        billingAddress: { line1: '1 Quay Street', city: 'Bristol', postcode: 'BS1 1AA', countryCode: 'GBR' },
      },
      customer: { merchantRef: 'c-7', displayName: 'Ada Lovell', email, ip },
    }),
  });
  const body = (await response.json()) as { transaction?: { transactionId: string } };
  if (response.status !== 201 || !body.transaction)
    throw new Error(`payment refused: ${JSON.stringify(body)}`);
  return body.transaction.transactionId;
}
