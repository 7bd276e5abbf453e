import * as z from 'zod/mini';
import { defineCall } from '#contract/define-call.ts';
import { linkStatuses, linkUsages } from '#features/hosted-sessions/link-standing.ts';
import { organisationId } from '#features/organisations/calls.ts';
import { linkRequest } from './link-request.ts';
import { mostLinkOffset } from './links-search.ts';

const installationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
const linkId = z.string().check(z.maxLength(100));
const words = z.optional(z.string());
/** Both, wherever links are made or seen (spec 3 §2). */
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

export const listEmailPayInstallations = defineCall({
  name: 'listEmailPayInstallations',
  summary: 'Installations at and below an organisation for which the caller may make smart links',
  at: 'GET /proxy/sync/cm/installation/list/{orgId}/emailpay',
  needs: { access: 'in-scope', of: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  answer: z.array(linkInstallation),
});

export const createSmartLinkBatch = defineCall({
  name: 'createSmartLinkBatch',
  summary: 'Makes up to a hundred smart links that differ in nothing but their address',
  at: 'POST /proxy/sync/sl/links/{installationId}/batchCreate',
  merchantApi: 'POST /smartlink/links/{installationId}/batch',
  needs: { allOf: making, of: { installation: 'installationId' } },
  path: z.object({ installationId }),
  body: linkRequest,
  answer: z.object({
    smartLinkResponseDetail: z.optional(
      z.object({ links: z.array(z.object({ linkId: z.string(), link: z.string() })) }),
    ),
    ...envelope,
  }),
});

export const createPaymentLink = defineCall({
  name: 'createPaymentLink',
  summary: 'Makes a smart link behind which a customer pays',
  at: 'POST /smartlink/links/{installationId}/payment',
  needs: { allOf: making, of: { installation: 'installationId' } },
  path: z.object({ installationId }),
  body: linkRequest,
  answer: created,
});

export const createPayoutLink = defineCall({
  name: 'createPayoutLink',
  summary: 'Makes a smart link behind which a payee enters the card that money goes to',
  at: 'POST /smartlink/links/{installationId}/payout',
  needs: { allOf: ['P_CREATE_SMART_LINK', 'P_NEW_PAYOUT'], of: { installation: 'installationId' } },
  path: z.object({ installationId }),
  body: linkRequest,
  answer: created,
});

export const cancelSmartLink = defineCall({
  name: 'cancelSmartLink',
  summary: 'Closes a smart link for good; again and again, but not once it is paid or while it is being paid',
  at: 'POST /proxy/sync/sl/links/{linkId}/cancel',
  merchantApi: 'POST /smartlink/links/{linkId}/cancel',
  needs: { allOf: making, of: { smartLink: 'linkId' } },
  path: z.object({ linkId }),
  answer: created,
});

export const sendSmartLink = defineCall({
  name: 'sendSmartLink',
  summary: 'Mails a smart link to a customer; to one address once, to five addresses at most',
  at: 'POST /proxy/sync/sl/links/{linkId}/send',
  needs: { allOf: making, of: { smartLink: 'linkId' } },
  path: z.object({ linkId }),
  body: z.strictObject({ emailAddress: z.string().check(z.maxLength(255)) }),
  answer: z.object({ mailedTo: z.array(z.string()) }),
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

export const searchSmartLinks = defineCall({
  name: 'searchSmartLinks',
  summary: 'Smart links of an organisation and of those below it, the newest first',
  at: 'GET /proxy/sync/sl/links/{orgId}/list',
  needs: { access: 'in-scope', of: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  query: z.object({
    offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(mostLinkOffset))),
    pageSize: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    ...linkCriteria,
  }),
  answer: z.object({
    links: z.array(listedLink),
    /** Counted up to the deepest page. */
    total: z.number(),
    hasMore: z.boolean(),
  }),
});

export const reportSmartLinks = defineCall({
  name: 'reportSmartLinks',
  summary: 'The smart links that a search finds, as a CSV file, the newest first',
  at: 'GET /proxy/sync/sl/links/{orgId}/report',
  needs: { access: 'in-scope', of: { organisation: 'orgId' } },
  traced: 'every',
  path: z.object({ orgId: organisationId }),
  query: z.object(linkCriteria),
  answer: z.string(),
});

export const openSmartLink = defineCall({
  name: 'openSmartLink',
  summary: 'The public address of a smart link: opens a hosted session and leads to its page',
  at: 'GET /a/{code}',
  needs: { access: 'public' },
  path: z.object({ code: z.string().check(z.maxLength(300)) }),
  /** Payers come back with it. */
  query: z.object({ sessionId: z.optional(z.string().check(z.maxLength(100))) }),
  answer: z.string(),
});
