import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { inTenant } from '#database/tenant.ts';
import { submitSession } from '#features/payments/hosted-sessions/server/handlers.ts';
import { cancelSmartLink } from '#features/payments/smart-links/server/cancel-smart-link.ts';
import { createPaymentLink } from '#features/payments/smart-links/server/handlers.ts';
import { linkRequest } from '#features/payments/smart-links/link-request.ts';
import { openSmartLink } from '#features/payments/smart-links/server/open-smart-link.ts';
import { onlyProcessor, sandboxConnectionId } from '#integrations/processors/processors.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { dayMs, hourMs, secondMs } from '#server/clock.ts';
import type { Handler, RequestInfo } from '#server/handler.ts';
import { createLog } from '#server/log.ts';
import type { Services } from '#server/services.ts';
import { demoMerchants } from '../demo-merchants.ts';

interface DemoLink {
  /** How long before now the link was created. */
  agoMs: number;
  reference: string;
  description: string;
  /** Without it the customer enters the amount. */
  amount?: string;
  email?: string;
  usage?: 'SINGLE' | 'MULTIPLE';
  outcome?: 'paid' | 'cancelled';
}

const links: readonly DemoLink[] = [
  { agoMs: 12 * dayMs, reference: 'LINK-1001', description: 'Breakfast for the board', amount: '86.40' },
  {
    agoMs: 4 * dayMs,
    reference: 'LINK-1002',
    description: 'Deposit, summer party',
    amount: '250.00',
    email: 'ada.lovell@customer.example',
    outcome: 'paid',
  },
  {
    agoMs: 3 * dayMs,
    reference: 'LINK-1003',
    description: 'Beans, 5 kg',
    amount: '95.00',
    outcome: 'cancelled',
  },
  { agoMs: 2 * dayMs, reference: 'TIPS', description: 'Tips for the team', usage: 'MULTIPLE' },
  {
    agoMs: 2 * hourMs,
    reference: 'LINK-1004',
    description: 'Barista course, one place',
    amount: '140.00',
    email: 'joan.marsh@customer.example',
  },
];

/** A few smart links of Harbour Coffee, created and used through the public endpoints. */
export async function seedLinks(services: Services, databaseUrl: string, now: Date): Promise<void> {
  const { database } = services;
  const ownerDatabase = openDatabase(databaseUrl, { as: 'owner', max: 1, kind: 'job' });
  try {
    for (const link of links) await seedLink(database, ownerDatabase, services, link, now);
  } finally {
    await ownerDatabase.end();
  }
}

async function seedLink(
  database: Database,
  ownerDatabase: Database,
  services: Services,
  link: DemoLink,
  now: Date,
): Promise<void> {
  const merchant = demoMerchants.find(({ installationId }) => installationId === 5300001);
  if (!merchant) throw new Error('the demo has no Harbour Coffee');
  const setup = await services.processors.current();
  const at = new Date(now.getTime() - link.agoMs);
  const common = {
    query: {},
    request: buildRequestInfo(link.reference),
    now: at,
    services: {
      ...services,
      log: createLog('silent'),
      clock: { now: () => at },
      processors: onlyProcessor({
        ...sandboxProcessor({ sql: ownerDatabase, now: () => at, timeoutMs: 30 * secondMs }),
        threeDSecure: setup.open(sandboxConnectionId, { installationId: merchant.installationId })
          ?.threeDSecure,
      }),
    },
  };
  const { companyId, merchantId, installationId, merchantPath } = merchant;
  const resource = {
    paths: [merchantPath, `${merchantPath}/${installationId}`],
    companyId,
    merchantId,
    installationId,
  };
  const caller = { kind: 'api', id: 'harbour-api' };
  const asMerchant = (handler: Handler, more: object) =>
    inTenant(database, [companyId], (sql) =>
      handler.run({ ...common, path: {}, body: {}, resource, caller, sql, ...more } as never),
    );
  const asPayer = (handler: Handler, more: object) =>
    handler.run({ ...common, path: {}, body: {}, ...more } as never);

  const created = (await asMerchant(createPaymentLink, { body: linkRequest.parse(buildLinkBody(link)) })) as {
    body: { smartLinkResponseDetail: { linkId: string; link: string } };
  };
  const { linkId, link: address } = created.body.smartLinkResponseDetail;
  if (link.outcome === 'cancelled')
    await asMerchant(cancelSmartLink, { resource: { ...resource, smartLinkId: linkId } });
  if (link.outcome !== 'paid') return;
  const redirect = (await asPayer(openSmartLink, { path: { code: address.slice(-11) } })) as {
    headers: { location: string };
  };
  const [, pageKey, sessionId] = /\/hosted\/([^/]+)\/begin\/([^/]+)$/.exec(redirect.headers.location) ?? [];
  await asPayer(submitSession, { path: { pageKey, sessionId }, body: demoCardFor(link.reference) });
}

const buildLinkBody = ({ reference, description, amount, email, usage = 'SINGLE' }: DemoLink) => ({
  smartLink: { usage },
  transaction: {
    merchantReference: reference,
    description,
    money: { currency: 'GBP', ...(amount === undefined ? {} : { amount: { fixed: amount } }) },
  },
  customer: { details: { emailAddress: email } },
  locale: 'en',
});

const demoCardFor = (reference: string) => ({
  submission: `demo-${reference.padEnd(16, '0')}`,
  card: { pan: '9902000000000018', expiryDate: '1230', cv2: '123', cardHolderName: 'Ada Lovell' },
});

const buildRequestInfo = (id: string): RequestInfo => ({
  id: `demo-${id}`,
  ip: '203.0.113.10',
  userAgent: 'Demo',
  program: 'gateway',
  header: () => undefined,
  cookie: () => undefined,
  signal: new AbortController().signal,
});
