import * as z from 'zod/mini';
import { databaseId as installationId, wholeNumber } from '#shared/whole-number.ts';
import { linkStates, linkStatuses, linkUsages } from '#shared/payments/link-status.ts';
import { declineAdvice } from '#features/payments/payments/schemas.ts';
import { organisationId } from '#features/company/organisations/schemas.ts';
import { cursorPage, cursorQuery, queryMoment } from '#shared/cursor-page.ts';
import { type Upload, isUpload } from '#shared/upload.ts';
import { linkColumnNames, rowErrors } from './link-file.ts';
import { linkRequest } from './link-request.ts';
import { maxLinkTextLength, maxReminderDays } from './link-rules.ts';
import { batchIdPattern, maxLinkOffset } from './links-search.ts';

const linkId = z.string().check(z.maxLength(100));

const optionalText = z.optional(z.string());

const envelope = {
  status: z.enum(['SUCCESS', 'FAILED']),
  reasonCode: optionalText,
  reasonMessage: optionalText,
  /** The invalid field of the request, and why it is invalid. */
  field: optionalText,
  detail: optionalText,
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

const linkInstallation = z.object({
  id: z.number(),
  name: z.string(),
  merchantName: z.string(),
  /** The currencies in which links can be created. */
  currencies: z.array(z.string()),
  /** The merchant's registered sites, to which a payer can be redirected. */
  webOrigins: z.array(z.string()),
});

export type LinkInstallation = z.output<typeof linkInstallation>;

export const listEmailPayInstallations = {
  path: z.object({ orgId: organisationId }),
  response: z.array(linkInstallation),
};

export const createSmartLinkBatch = {
  path: z.object({ installationId }),
  body: linkRequest,
  response: z.object({
    smartLinkResponseDetail: z.optional(
      z.object({ links: z.array(z.object({ linkId: z.string(), link: z.string() })) }),
    ),
    ...envelope,
  }),
};

const fileRow = z.object({
  line: z.number(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  email: z.string(),
  description: z.string(),
  language: z.string(),
  expires: z.string(),
  /** Empty: a link can be, or was, created. */
  problems: z.array(z.object({ column: z.nullable(z.enum(linkColumnNames)), error: z.enum(rowErrors) })),
  /** Of the created link. */
  linkId: optionalText,
  link: optionalText,
  isSent: z.optional(z.boolean()),
});
export type FileRowView = z.output<typeof fileRow>;

export const createLinksFromFile = {
  path: z.object({ installationId }),
  /**
   * Form fields `file`, `currency`, `language`, `expires`, `timeZone`; `remindDaysBefore`; `check` creates nothing; otherwise `fileId`, a UUID
   * for one submit, and `send` (true) to email the links.
   */
  body: z.custom<Upload>(isUpload),
  response: z.object({
    encoding: z.enum(['UTF-8', 'Latin-1']),
    separator: z.enum([',', ';', '\t']),
    ignoredColumns: z.array(z.string()),
    rows: z.array(fileRow),
    created: z.number(),
    sent: z.number(),
  }),
};
export type LinkFileReport = z.output<(typeof createLinksFromFile)['response']>;

export const createPaymentLink = {
  path: z.object({ installationId }),
  body: linkRequest,
  response: created,
};

export const createPayoutLink = {
  path: z.object({ installationId }),
  body: linkRequest,
  response: created,
};

export const cancelSmartLink = {
  path: z.object({ linkId }),
  response: created,
};

export const sendSmartLink = {
  path: z.object({ linkId }),
  body: z.strictObject({ emailAddress: z.string().check(z.maxLength(255)) }),
  response: z.object({ mailedTo: z.array(z.string()) }),
};

export const textSmartLink = {
  path: z.object({ linkId }),
  /** With its country code; spaces and hyphens are ignored. */
  body: z.strictObject({ telephone: z.string().check(z.maxLength(40)) }),
  response: z.object({ sentTo: z.string() }),
};

export const listedLink = z.object({
  linkId: z.string(),
  /** Shared by the links of one file or batch. */
  batchId: z.string(),
  link: z.string(),
  /** Whether it can be paid. */
  status: z.enum(linkStatuses),
  /** What became of its payment. */
  state: z.enum(linkStates),
  /** A payment is with the processor or at 3-D Secure. */
  isBeingPaid: z.boolean(),
  usage: z.enum(linkUsages),
  kind: z.enum(['payments', 'payouts']),
  created: z.string(),
  expires: z.string(),
  /** When a payer first saw the payment page. */
  opened: z.nullable(z.string()),
  installationId: z.number(),
  installationName: z.string(),
  merchantName: z.string(),
  currency: z.string(),
  /** Decimal text; null if the customer enters the amount. */
  amount: z.nullable(z.string()),
  /** Decimal text: the bounds of an amount that the customer enters. */
  minAmount: z.nullable(z.string()),
  maxAmount: z.nullable(z.string()),
  /** What a SINGLE link has reserved and not taken yet; null before, and once it is captured or released. */
  authorised: z.nullable(z.object({ amount: z.string(), at: z.string() })),
  /** The total taken in the link's currency, before refunds: payments and captures; a MULTIPLE link counts several payments. */
  paid: z.nullable(z.object({ count: z.number(), amount: z.string(), at: z.string() })),
  /** The total refunded of what was taken. */
  refunded: z.nullable(z.object({ amount: z.string() })),
  merchantReference: z.nullable(z.string()),
  description: z.nullable(z.string()),
  emailAddress: z.nullable(z.string()),
  mailedTo: z.array(z.string()),
  /** When it was emailed last. */
  mailedAt: z.nullable(z.string()),
  /** The email before the end of the link: `at` while it is to be sent. */
  reminder: z.nullable(
    z.object({ daysBefore: z.number(), at: z.nullable(z.string()), sentAt: z.nullable(z.string()) }),
  ),
  /** The redirect for payers once the link has ended; null shows our page. */
  onDeadLink: z.nullable(z.string()),
  /** The merchant's text on the page after the payment. */
  thankYou: z.nullable(z.string()),
  /** Where the payer continues after the payment; null: the link's own page. */
  returnUrl: z.nullable(z.string()),
  /** The latest attempt to pay. */
  transactionId: z.nullable(z.string()),
  /** Cards entered so far. */
  attempts: z.number(),
  /** Why the latest attempt failed; null when it did not. */
  failure: z.nullable(
    z.object({
      reasonCode: z.string(),
      statusCode: z.nullable(z.string()),
      scheme: z.nullable(z.string()),
      /** Mastercard's merchant advice code. */
      adviceCode: z.nullable(z.string()),
      advice: z.optional(declineAdvice),
    }),
  ),
});

export type ListedLink = z.output<typeof listedLink>;

export const changeSmartLink = {
  path: z.object({ linkId }),
  body: z.strictObject({
    /** ISO 8601. */
    expires: z.optional(z.string().check(z.maxLength(40))),
    /** Empty: none. */
    description: z.optional(z.string().check(z.maxLength(maxLinkTextLength))),
    /** null: none. */
    remindDaysBefore: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(maxReminderDays)))),
    /** Decimal text: the bounds of an amount that the customer enters; null: none. */
    minAmount: z.optional(z.nullable(z.string().check(z.maxLength(30)))),
    maxAmount: z.optional(z.nullable(z.string().check(z.maxLength(30)))),
  }),
  response: listedLink,
};

/** Whole values, matched through an index and ignoring case. */
const linkCriteria = {
  status: z.optional(z.enum(linkStatuses)),
  state: z.optional(z.enum(linkStates)),
  reference: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))),
  emailAddress: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(255))),
  /** The link's amount, or the amount paid if the customer chose it. */
  amount: z.optional(z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,2})?$/))),
  createdFrom: z.optional(queryMoment),
  createdTo: z.optional(queryMoment),
  /** Excluded. */
  expiresTo: z.optional(queryMoment),
  /** The links of one file or batch. */
  batchId: z.optional(z.string().check(z.regex(batchIdPattern))),
};

export const searchSmartLinks = {
  path: z.object({ orgId: organisationId }),
  query: z.object({
    offset: z.optional(wholeNumber(0, maxLinkOffset)),
    pageSize: z.optional(wholeNumber(1, 100)),
    ...linkCriteria,
  }),
  response: z.object({
    links: z.array(listedLink),
    /** Counted up to the last page that can be requested. */
    total: z.number(),
    hasMore: z.boolean(),
  }),
};

export const reportSmartLinks = {
  path: z.object({ orgId: organisationId }),
  query: z.object(linkCriteria),
  response: z.string(),
};

export const listInstallationLinks = {
  path: z.object({ installationId }),
  query: z.object({ ...cursorQuery, ...linkCriteria }),
  response: cursorPage(listedLink),
};

export const readSmartLink = {
  path: z.object({ installationId, linkId }),
  response: listedLink,
};

export const openSmartLink = {
  path: z.object({ code: z.string().check(z.maxLength(300)) }),
  /** Set when a payer returns from the payment page. */
  query: z.object({ sessionId: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.string(),
};
