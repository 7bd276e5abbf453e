import { expect } from 'vitest';
import { base, goodCard, payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, signedIn } from '#testing/act-as.ts';
import { postFile } from '#testing/post-file.ts';
import type { TestApp } from '#testing/start-app.ts';

export const analystName = 'analyst@harbour.example';
export const cases = '/proxy/async/case';

interface Charge {
  email?: string;
  card?: object;
  address?: object;
  amount?: string;
  gateway?: string;
}

let chargeCount = 0;
/** Takes a payment that must succeed. Returns its id. */
export async function charge(
  merchant: Send,
  { email, card = goodCard, address, amount, gateway = base }: Charge = {},
): Promise<string> {
  chargeCount += 1;
  const method = { card, ...(address ? { billingAddress: address } : {}) };
  const transaction = { amount: amount ?? `${100 + chargeCount}.00` };
  const more = {
    customer: { displayName: 'Ada Lovell', email: email ?? `buyer-${chargeCount}@example.org` },
  };
  const response = await merchant('POST', `${gateway}/payment`, payment(transaction, method, more));
  expect(reason(response), JSON.stringify(response.body)).toBe('S100');
  return response.body.transaction.transactionId as string;
}

/** Opens a case that must be new. Returns its id. */
export async function openNewCase(analyst: Send, transactionId: string): Promise<string> {
  const response = await analyst('POST', `${cases}/transaction/${transactionId}`);
  expect(response, JSON.stringify(response.body)).toMatchObject({ status: 200, body: { isNew: true } });
  return response.body.caseId as string;
}

export type Person = Awaited<ReturnType<typeof signedIn>>;

/** Attaches a file as a browser does. */
export async function attach(
  app: TestApp,
  person: Person,
  caseId: string,
  file: { bytes: Uint8Array<ArrayBuffer>; name: string; type?: string },
) {
  const { bytes, ...part } = file;
  return postFile(app, person, `${cases}/${caseId}/files`, bytes, part);
}

export const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

/** Gives a user the role in an organisation. */
export async function grant(app: TestApp, userName: string, role: string, organisation = 1100) {
  await app.owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    select user_id, ${role}, ${organisation}, true from app_user where user_name = ${userName} on conflict do nothing`;
  await app.owner`update app_user set access_version = access_version + 1 where user_name = ${userName}`;
}
