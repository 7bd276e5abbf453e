import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { linkStatuses, linkUsages } from '#features/hosted-sessions/link-status.ts';
import { organisationId } from '#features/organisations/endpoints.ts';
import { linkRequest } from './link-request.ts';
import { maxLinkOffset } from './links-search.ts';

const installationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
const linkId = z.string().check(z.maxLength(100));
const words = z.optional(z.string());
/** Both, wherever links are made or seen (docs/domain.md#smart-links). */
const making = ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] as const;

const envelope = {
  status: z.enum(['SUCCESS', 'FAILED']),
  reasonCode: words,
  reasonMessage: words,
  /** The field of the request that is to blame, and what is wrong with it. */
  field: words,
  detail: words,
};
const created = z.object({
  smartLinkResponseDetail: z.optional(
    z.object({
      expires: z.string(),
      usage: z.enum(linkUsages),
      status: z.enum(linkStatuses),
      link: z.string(),
      linkId: z.string(),
    }),
  ),
  ...envelope,
});

export const linkInstallation = z.object({
  id: z.number(),
  name: z.string(),
  merchantName: z.string(),
  /** Those in which it can make links. */
  currencies: z.array(z.string()),
});
export type LinkInstallation = z.output<typeof linkInstallation>;

export const listEmailPayInstallations = defineEndpoint({
  name: 'listEmailPayInstallations',
  summary: 'Installations at and below an organisation for which the caller may make smart links',
  route: 'GET /proxy/sync/cm/installation/list/{orgId}/emailpay',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  response: z.array(linkInstallation),
});

export const createSmartLinkBatch = defineEndpoint({
  name: 'createSmartLinkBatch',
  summary: 'Makes up to a hundred smart links that differ in nothing but their address',
  route: 'POST /proxy/sync/sl/links/{installationId}/batchCreate',
  merchantRoute: 'POST /smartlink/links/{installationId}/batch',
  auth: { allOf: making, resource: { installation: 'installationId' } },
  path: z.object({ installationId }),
  body: linkRequest,
  response: z.object({
    smartLinkResponseDetail: z.optional(
      z.object({ links: z.array(z.object({ linkId: z.string(), link: z.string() })) }),
    ),
    ...envelope,
  }),
});

export const createPaymentLink = defineEndpoint({
  name: 'createPaymentLink',
  summary: 'Makes a smart link behind which a customer pays',
  route: 'POST /smartlink/links/{installationId}/payment',
  auth: { allOf: making, resource: { installation: 'installationId' } },
  path: z.object({ installationId }),
  body: linkRequest,
  response: created,
});

export const createPayoutLink = defineEndpoint({
  name: 'createPayoutLink',
  summary: 'Makes a smart link behind which a payee enters the card that money goes to',
  route: 'POST /smartlink/links/{installationId}/payout',
  auth: { allOf: ['P_CREATE_SMART_LINK', 'P_NEW_PAYOUT'], resource: { installation: 'installationId' } },
  path: z.object({ installationId }),
  body: linkRequest,
  response: created,
});

export const cancelSmartLink = defineEndpoint({
  name: 'cancelSmartLink',
  summary: 'Closes a smart link for good; again and again, but not once it is paid or while it is being paid',
  route: 'POST /proxy/sync/sl/links/{linkId}/cancel',
  merchantRoute: 'POST /smartlink/links/{linkId}/cancel',
  auth: { allOf: making, resource: { smartLink: 'linkId' } },
  path: z.object({ linkId }),
  response: created,
});

export const sendSmartLink = defineEndpoint({
  name: 'sendSmartLink',
  summary: 'Mails a smart link to a customer; to one address once, to five addresses at most',
  route: 'POST /proxy/sync/sl/links/{linkId}/send',
  auth: { allOf: making, resource: { smartLink: 'linkId' } },
  path: z.object({ linkId }),
  body: z.strictObject({ emailAddress: z.string().check(z.maxLength(255)) }),
  response: z.object({ mailedTo: z.array(z.string()) }),
});

export const listedLink = z.object({
  linkId: z.string(),
  link: z.string(),
  status: z.enum(linkStatuses),
  /** A card is with the processor or with its issuer at this moment. */
  isBeingPaid: z.boolean(),
  usage: z.enum(linkUsages),
  kind: z.enum(['payments', 'payouts']),
  created: z.string(),
  expires: z.string(),
  installationId: z.number(),
  installationName: z.string(),
  merchantName: z.string(),
  currency: z.string(),
  /** Decimal text; null where the customer enters it. */
  amount: z.nullable(z.string()),
  /** What was paid, in the currency of the link; several times through a MULTIPLE one. */
  paid: z.nullable(z.object({ count: z.number(), amount: z.string(), at: z.string() })),
  merchantReference: z.nullable(z.string()),
  description: z.nullable(z.string()),
  emailAddress: z.nullable(z.string()),
  mailedTo: z.array(z.string()),
  /** Where payers of the link are sent once it is over; null shows them our page. */
  onDeadLink: z.nullable(z.string()),
  /** Of the latest payment or try. */
  transactionId: z.nullable(z.string()),
});
export type ListedLink = z.output<typeof listedLink>;

const moment = z.iso.datetime({ offset: true });
/** Whole values, found in an index; capitals make no difference. */
const linkCriteria = {
  status: z.optional(z.enum(linkStatuses)),
  reference: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))),
  emailAddress: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(255))),
  /** Of the link, or what was paid where the customer chose it. */
  amount: z.optional(z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,2})?$/))),
  createdFrom: z.optional(moment),
  createdTo: z.optional(moment),
};

export const searchSmartLinks = defineEndpoint({
  name: 'searchSmartLinks',
  summary: 'Smart links of an organisation and of those below it, the newest first',
  route: 'GET /proxy/sync/sl/links/{orgId}/list',
  rateLimit: 'search',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  query: z.object({
    offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(maxLinkOffset))),
    pageSize: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    ...linkCriteria,
  }),
  response: z.object({
    links: z.array(listedLink),
    /** Counted up to the deepest page. */
    total: z.number(),
    hasMore: z.boolean(),
  }),
});

export const reportSmartLinks = defineEndpoint({
  name: 'reportSmartLinks',
  summary: 'The smart links that a search finds, as a CSV file, the newest first',
  route: 'GET /proxy/sync/sl/links/{orgId}/report',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
  audited: 'every',
  path: z.object({ orgId: organisationId }),
  query: z.object(linkCriteria),
  response: z.string(),
});

export const openSmartLink = defineEndpoint({
  name: 'openSmartLink',
  summary: 'The public address of a smart link: opens a hosted session and leads to its page',
  route: 'GET /a/{code}',
  auth: { access: 'public' },
  path: z.object({ code: z.string().check(z.maxLength(300)) }),
  /** Payers come back with it. */
  query: z.object({ sessionId: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.string(),
});
