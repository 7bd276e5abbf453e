import { expect } from 'vitest';
import { type Payer, payerAt } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { grant } from '#features/access/users/test/user-fixtures.ts';
import { type TestResponse, type Send, actAs } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

type Part = Record<string, unknown>;

export const batchAt = (installation: number) => `/proxy/sync/sl/links/${installation}/batchCreate`;
export const listAt = (organisation: number, query = '') =>
  `/proxy/sync/sl/links/${organisation}/list${query}`;

let references = 0;

/** A request for a link of 25.00 GBP with a unique reference. */
export function buildLink(smartLink: Part = {}, transaction: Part = {}, more: Part = {}): Part {
  references += 1;
  return {
    smartLink: { usage: 'SINGLE', ...smartLink },
    transaction: {
      merchantReference: `INV 2026/${references}`,
      money: { currency: 'GBP', amount: { fixed: '25.00' } },
      description: 'Two flat whites',
      ...transaction,
    },
    customer: { details: { emailAddress: 'ada@example.org' }, registered: false },
    ...more,
  };
}

const linkCreator = { name: 'link-creator', permissions: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] };

/** A user at Harbour Coffee who may create links there. */
export async function actAsClerk(app: TestApp): Promise<Send> {
  await grant(app, 'coffee@harbour.example', linkCreator, 1111);
  return actAs(app, 'coffee@harbour.example');
}

export interface CreatedLink {
  linkId: string;
  link: string;
  code: string;
}

/** A link created through the merchant API. */
export async function createLink(
  merchant: Send,
  body: Part = buildLink(),
  installation = 5300001,
): Promise<CreatedLink> {
  const created = await merchant('POST', `/smartlink/links/${installation}/payment`, body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { linkId, link } = created.body.smartLinkResponseDetail;
  return { linkId, link, code: link.slice(link.lastIndexOf('/') + 1) };
}

/** Requests a link like a payer's browser. */
export async function visitLink(
  app: TestApp,
  code: string,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) {
  const response = await app.gateway.inject({ method: 'GET', url: `/a/${code}`, headers, remoteAddress });
  const found = /data-notice="(\w+)"/.exec(response.body);
  return {
    status: response.statusCode,
    notice: found?.[1],
    body: response.body,
    location: String(response.headers.location ?? ''),
    headers: response.headers,
  };
}

/** Opens a link and returns its payer. */
export async function openAsPayer(app: TestApp, { code }: { code: string }): Promise<Payer> {
  const { status, location } = await visitLink(app, code);
  expect(status).toBe(303);
  return payerAt(app, location);
}

export const listed = (response: TestResponse, linkId: string) =>
  response.body.links.find((link: { linkId: string }) => link.linkId === linkId);

export const listPayments = async (
  app: TestApp,
  linkId: string,
): Promise<Record<string, unknown>[]> => app.owner`
  select t.txn_status from hosted_session s
  join hosted_session_attempt a on a.session_id = s.session_id
  join txn t on t.txn_id = a.txn_id
  where s.link_id = ${linkId} and t.txn_status = 'SUCCESS'`;

export const listAudit = async (app: TestApp, act: string): Promise<Record<string, unknown>[]> => app.owner`
  select outcome, object_id, detail, before, after from audit_event where act = ${act} order by seq`;
