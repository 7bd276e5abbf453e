import * as z from 'zod/mini';
import { disputeStages, disputeStatuses } from '#shared/payments/dispute-status.ts';
import { contractVersion } from '../adapter.ts';
import { exemptions } from '#shared/payments/authentication.ts';
import { isWalletToken } from '#shared/payments/wallet-token.ts';
import { wallets } from '#shared/payments/wallets.ts';
import { bankPayout, reportReady } from './settlement-messages.ts';
import { areWalletsTaken, pageWallets } from './wallet-messages.ts';

// The messages of the adapter protocol (docs/processors.md#adapter-protocol). Both sides read them with these schemas, and
// docs/adapter-protocol.openapi.json is made from them.

/** The version in every path, and in `capabilities`. */
export const protocolVersion = 1;

/** Text that every store can keep: no control characters, no half of a surrogate pair. */
const text = (min: number, max: number) =>
  z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), 'control characters'),
  );
const day = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/));
const reference = text(1, 40);
/** Whole minor units, as ISO 4217 divides the currency. */
const amountMinor = z.int().check(z.minimum(0), z.maximum(999_999_999_999_999));
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
const scheme = text(1, 40);
/** What the administrator entered for the installation. */
const account = z.record(z.string(), z.string());
/** A compact JWE to the adapter's key. */
const jwe = (maxLength: number) =>
  z.string().check(z.regex(/^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/), z.maxLength(maxLength));
const encrypted = jwe(8000);

const operationKind = z.enum(['SALE', 'AUTHORISE', 'VERIFY', 'CAPTURE', 'VOID', 'REFUND', 'PAYOUT']);
const related = z.strictObject({
  reference,
  gatewayReference: text(0, 200),
  kind: z.optional(z.enum(['SALE', 'AUTHORISE', 'VERIFY', 'PAYOUT'])),
  capture: z.optional(reference),
});

/** The text of the JWE of a card. */
export const cardPayload = z.strictObject({
  pan: z.string().check(z.regex(/^\d{12,19}$/)),
  expiry: z.string().check(z.regex(/^(?:0[1-9]|1[0-2])\d{2}$/)),
  cv2: z.optional(z.string().check(z.regex(/^\d{3,4}$/))),
  holderName: z.optional(z.string()),
  validFrom: z.optional(z.string()),
  issueNumber: z.optional(z.string()),
});
/** The text of the JWE of a security code that is sent with a credential. */
export const cv2Payload = z.strictObject({ cv2: z.string().check(z.regex(/^\d{3,4}$/)) });

/** The text of the JWE of a wallet's token, as the wallet returned it. */
export const walletPayload = z
  .strictObject({ kind: z.enum(wallets), token: z.string() })
  .check(z.refine(({ kind, token }) => isWalletToken(kind, token)));

const source = z.union([
  z.strictObject({ card: encrypted }),
  z.strictObject({ wallet: jwe(20_000) }),
  z.strictObject({ credential: z.string().check(z.maxLength(300)), cv2: z.optional(encrypted) }),
]);

const operationFacts = {
  reference,
  kind: operationKind,
  amountMinor,
  currency,
  related: z.optional(related),
  account,
};

const address = z.strictObject({
  line1: z.optional(z.string()),
  line2: z.optional(z.string()),
  city: z.optional(z.string()),
  region: z.optional(z.string()),
  postcode: z.optional(z.string()),
  country: z.optional(z.string()),
});
const agreement = z.strictObject({
  type: z.enum(['RECURRING', 'INSTALMENT', 'UNSCHEDULED']),
  first: z.boolean(),
  networkTransactionId: z.optional(z.string()),
});
const payer = z.strictObject({
  reference: z.optional(z.string()),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  telephone: z.optional(z.string()),
  ip: z.optional(z.string()),
});

/** POST /v1/operations */
export const operationRequest = z.strictObject({
  ...operationFacts,
  source: z.optional(source),
  address: z.optional(address),
  initiator: z.enum(['CUSTOMER', 'MERCHANT']),
  channel: z.enum(['ECOM', 'MOTO', 'STORED']),
  agreement: z.optional(agreement),
  keepsCard: z.optional(z.boolean()),
  payer: z.optional(payer),
  descriptor: z.optional(z.string()),
  mcc: z.optional(z.string()),
  threeDSecure: z.optional(
    z.strictObject({
      eci: z.string(),
      avv: z.optional(z.string()),
      version: z.string(),
      dsTransactionId: z.optional(z.string()),
      status: z.optional(z.enum(['Y', 'A', 'N', 'U', 'R', 'I'])),
      challenged: z.optional(z.boolean()),
    }),
  ),
  exemption: z.optional(z.enum(exemptions)),
});

/** POST /v1/operations/{reference}/invalidate */
export const invalidateRequest = z.strictObject({ ...operationFacts, sentAt: z.iso.datetime() });

const partMatch = z.enum(['FULL_MATCH', 'NOT_MATCHED', 'PARTIAL_MATCH', 'NOT_CHECKED']);

export const processorResponse = z.strictObject({
  result: z.enum(['APPROVED', 'DECLINED', 'UNREACHABLE', 'FORBIDDEN']),
  acquirerName: z.optional(text(1, 100)),
  route: z.optional(text(1, 50)),
  statusCode: text(0, 10),
  message: text(0, 200),
  adviceCode: z.optional(z.string().check(z.regex(/^[0-9A-Z]{2}$/))),
  authCode: z.optional(text(1, 20)),
  gatewayReference: text(1, 100),
  networkTransactionId: z.optional(text(1, 100)),
  eci: z.optional(z.string().check(z.regex(/^\d{2}$/))),
  arn: z.optional(z.string().check(z.regex(/^\d{23}$/))),
  refundExpectedDate: z.optional(day),
  settlementDate: z.optional(day),
  addressCheck: partMatch,
  postcodeCheck: partMatch,
  cv2Check: z.enum(['MATCHED', 'NOT_MATCHED', 'NOT_CHECKED']),
  credential: z.optional(text(1, 300)),
  /** Of a wallet's payment: the card behind it. */
  card: z.optional(
    z.strictObject({
      scheme: z.optional(z.enum(['VISA', 'MASTERCARD', 'AMEX', 'JCB', 'DISCOVER', 'DINERS'])),
      usage: z.optional(z.enum(['DEBIT', 'CREDIT'])),
      lastFour: z.optional(z.string().check(z.regex(/^\d{4}$/))),
      expiry: z.optional(z.string().check(z.regex(/^(?:0[1-9]|1[0-2])\d{2}$/))),
    }),
  ),
});

/** Repeats what the adapter has under the reference, so that an answer to another operation is recognised. */
const finalReply = z.strictObject({
  kind: z.literal('response'),
  reference,
  amountMinor,
  currency,
  response: processorResponse,
});
const pendingReply = z.strictObject({ kind: z.literal('pending'), reference });

/** 200 and 202 of POST /v1/operations. */
export const sendReply = z.discriminatedUnion('kind', [finalReply, pendingReply]);
/** 200, 202 and 404 of GET /v1/operations/{reference}. */
export const lookupReply = z.discriminatedUnion('kind', [
  finalReply,
  pendingReply,
  z.strictObject({ kind: z.literal('unknown'), reference }),
]);
/** 200 and 202 of POST …/invalidate. */
export const invalidateReply = z.discriminatedUnion('kind', [
  finalReply,
  pendingReply,
  z.strictObject({ kind: z.literal('forbidden'), reference }),
]);

/** 400, 409, 422, 429 and 503 of every call: this call did nothing. After 409 and 422 the reference is taken. */
export const refusalReply = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('not-sent'),
    why: z.enum(['connection', 'busy', 'credentials', 'address', 'unavailable']),
  }),
  /** The request is malformed. The reason is in the adapter's own log. */
  z.strictObject({ kind: z.literal('invalid') }),
  /** The same reference is being processed. */
  z.strictObject({ kind: z.literal('in-progress') }),
  /** The reference had another body before. */
  z.strictObject({ kind: z.literal('different') }),
]);

/** POST /v1/cards */
export const cardRequest = z.strictObject({
  card: encrypted,
  owner: z.strictObject({ reference: z.string(), account }),
});
export const cardReply = z.strictObject({ kind: z.literal('kept'), credential: text(1, 300) });
/** DELETE /v1/cards/{credential}; also of one that is not there. */
export const forgetReply = z.strictObject({ kind: z.literal('forgotten') });

/** GET /v1/capabilities */
export const capabilitiesReply = z
  .strictObject({
    protocol: z.literal(protocolVersion),
    contract: z.literal(contractVersion),
    /** Of the adapter, for the connection test. */
    name: text(1, 100),
    mode: z.enum(['TEST', 'LIVE']),
    operations: z.array(operationKind),
    /** `ISO`: every currency. Otherwise each with its digits, which must be those of ISO 4217. */
    currencies: z.union([z.literal('ISO'), z.record(currency, z.int())]),
    schemes: z.optional(z.array(scheme)),
    /** The wallets whose tokens it takes; missing: none. */
    wallets: z.optional(z.array(z.enum(wallets))),
    ...pageWallets,
    threeDSecure: z.boolean(),
    /** Disputes are answered by the calls of `/v1/disputes`; otherwise at the processor. */
    disputes: z.optional(z.boolean()),
    /** Whether it has settlement reports. */
    settlements: z.optional(z.boolean()),
  })
  .check(z.refine(areWalletsTaken, 'a wallet that it does not take'));

/** POST /v1/authentications */
export const authenticationRequest = z.strictObject({
  reference,
  source: z.union([z.strictObject({ card: encrypted }), z.strictObject({ credential: z.string() })]),
  scheme,
  lastFour: z.string(),
  amountMinor,
  currency,
  merchantName: z.string(),
  account,
  channel: z.enum(['ECOM', 'MOTO']),
  browser: z.optional(
    z.strictObject({
      acceptHeader: z.string(),
      userAgent: z.string(),
      ip: z.optional(z.string()),
      language: z.string(),
      javaScriptEnabled: z.boolean(),
      javaEnabled: z.boolean(),
      colorDepth: z.optional(z.int()),
      screenHeight: z.optional(z.int()),
      screenWidth: z.optional(z.int()),
      timeZoneOffset: z.optional(z.int()),
    }),
  ),
  payer: z.optional(payer),
  address: z.optional(address),
  challenge: z.optional(
    z.enum(['NO_PREFERENCE', 'NO_CHALLENGE_REQUESTED', 'CHALLENGE_REQUESTED', 'CHALLENGE_MANDATED']),
  ),
  exemption: z.optional(z.enum(exemptions)),
  agreement: z.optional(agreement),
  notificationUrl: z.optional(z.string()),
  fingerprintUrl: z.optional(z.string()),
  merchantOrigins: z.optional(z.array(z.string())),
});
/** The text of the JWE of an authentication's card. */
export const panPayload = z.strictObject({
  pan: z.string().check(z.regex(/^\d{12,19}$/)),
  expiry: z.string().check(z.regex(/^(?:0[1-9]|1[0-2])\d{2}$/)),
  holderName: z.optional(z.string()),
});

const authenticationFields = z.strictObject({
  enrolmentStatus: z.enum(['ENROLLED', 'NOT_ENROLLED', 'UNKNOWN']),
  status: z.enum([
    'AUTHENTICATED',
    'ATTEMPTED',
    'FAILED',
    'REJECTED',
    'UNAVAILABLE',
    'ERROR',
    'NOT_ENROLLED',
    'NOT_ATTEMPTED',
  ]),
  version: z.string().check(z.regex(/^\d\.\d\.\d$/)),
  versionsAttempted: z.array(
    z.strictObject({
      version: z.union([z.literal(1), z.literal(2)]),
      availability: z.enum([
        'AVAILABLE',
        'INSUFFICIENT_DATA',
        'ISSUER_NO_V1',
        'ISSUER_NO_V2',
        'SCHEME_NOT_SUPPORTED',
        'ERROR',
      ]),
    }),
  ),
  eci: z.optional(z.string().check(z.regex(/^\d{2}$/))),
  avv: z.optional(text(1, 100)),
  xid: z.optional(text(1, 100)),
  frictionless: z.optional(z.boolean()),
  serverTransactionId: z.optional(text(1, 100)),
  dsTransactionId: z.optional(text(1, 100)),
  acsTransactionId: z.optional(text(1, 100)),
});
/** An address of the issuer's, for a form that the browser posts. */
const issuerUrl = z.string().check(z.regex(/^https?:\/\//), z.maxLength(2000));
const formFields = z.record(z.string(), z.string());
/** The adapter's own, which comes back with the next call. */
const state = text(1, 10_000);

const proceedReply = z.strictObject({ kind: z.literal('proceed'), reference, fields: authenticationFields });
const challengeReply = z.strictObject({
  kind: z.literal('challenge'),
  reference,
  fields: authenticationFields,
  form: z.strictObject({ acsUrl: issuerUrl, fields: formFields }),
  state: z.optional(state),
});
const invalidResponse = z.strictObject({ kind: z.literal('invalid-response'), reference });

export const authenticationReply = z.discriminatedUnion('kind', [
  proceedReply,
  z.strictObject({
    kind: z.literal('fingerprint'),
    reference,
    fields: authenticationFields,
    form: z.strictObject({ methodUrl: issuerUrl, fields: formFields }),
    state,
  }),
  challengeReply,
]);

/** POST /v1/authentications/{reference}/continuation */
export const continuationRequest = z.strictObject({
  reference,
  scheme,
  fields: authenticationFields,
  state,
  completed: z.enum(['Y', 'N', 'U']),
});
export const continuationReply = z.discriminatedUnion('kind', [
  proceedReply,
  challengeReply,
  invalidResponse,
]);

/** POST /v1/authentications/{reference}/completion */
export const completionRequest = z.strictObject({
  reference,
  scheme,
  fields: authenticationFields,
  state: z.optional(state),
  response: z.union([z.strictObject({ cres: z.string() }), z.strictObject({ pares: z.string() })]),
});
export const completionReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done'), reference, fields: authenticationFields }),
  invalidResponse,
]);

const disputeId = text(1, 100);
const disputeRefusal = z.strictObject({
  kind: z.literal('refused'),
  dispute: disputeId,
  message: text(1, 200),
});
const itemName = text(1, 100);

/** POST /v1/disputes/{dispute}/form */
export const disputeFormRequest = z.strictObject({ account });
/** 200: what the processor takes as evidence now. */
export const evidenceFormReply = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('form'),
    dispute: disputeId,
    form: z.strictObject({
      reasons: z
        .array(
          z.strictObject({
            code: text(0, 100),
            items: z
              .array(
                z.strictObject({
                  name: itemName,
                  kind: z.enum(['text', 'file']),
                  level: z.enum(['REQUIRED', 'ONE_OR_MORE', 'OPTIONAL']),
                  maxLength: z.optional(z.int().check(z.positive())),
                }),
              )
              .check(z.maxLength(200)),
          }),
        )
        .check(z.maxLength(100)),
      fileTypes: z.array(text(1, 100)).check(z.maxLength(20)),
    }),
  }),
  disputeRefusal,
]);

/** POST …/accept. The same key gets the same answer. */
export const acceptDisputeRequest = z.strictObject({ key: text(1, 50), account });
/** POST …/submit. Files are base64. */
export const submitEvidenceRequest = z.strictObject({
  key: text(1, 50),
  account,
  reason: text(0, 100),
  texts: z.record(itemName, z.string().check(z.maxLength(20_000))),
  files: z
    .array(
      z.strictObject({
        item: itemName,
        name: text(1, 120),
        contentType: z.enum(['application/pdf', 'image/jpeg', 'image/png']),
        content: z.base64(),
      }),
    )
    .check(z.maxLength(20)),
});
/** 200 of both. */
export const disputeReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done'), dispute: disputeId }),
  disputeRefusal,
]);

/** What is reported of a dispute. A missing part has not changed. */
const disputeReport = z.strictObject({
  dispute: text(1, 100),
  /** Of the payment: ours. */
  reference: z.optional(reference),
  stage: z.optional(z.enum(disputeStages)),
  status: z.optional(z.enum(disputeStatuses)),
  amountMinor: z.optional(amountMinor),
  currency: z.optional(currency),
  /** How much of it was taken from the merchant by now. */
  chargedBackMinor: z.optional(amountMinor),
  reasonCode: z.optional(text(1, 20)),
  reason: z.optional(text(1, 200)),
  scheme: z.optional(scheme),
  isFraud: z.optional(z.boolean()),
  deadline: z.optional(z.iso.datetime()),
});

/** POST to the event address of a connection. */
export const eventsRequest = z.strictObject({
  events: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('result'),
          eventId: text(1, 100),
          at: z.optional(z.iso.datetime()),
          reference,
          amountMinor,
          currency,
          response: processorResponse,
        }),
        z.strictObject({
          kind: z.literal('correction'),
          eventId: text(1, 100),
          at: z.optional(z.iso.datetime()),
          reference,
          reason: text(0, 200),
        }),
        z.strictObject({ ...reportReady, eventId: text(1, 100), at: z.optional(z.iso.datetime()) }),
        z.strictObject({ ...bankPayout, eventId: text(1, 100), at: z.optional(z.iso.datetime()) }),
        z.strictObject({
          kind: z.literal('dispute'),
          eventId: text(1, 100),
          at: z.optional(z.iso.datetime()),
          /** The processor's name of the event. */
          name: text(1, 100),
          reference: z.optional(reference),
          report: disputeReport,
        }),
        z.strictObject({
          kind: z.literal('fraud-warning'),
          eventId: text(1, 100),
          at: z.optional(z.iso.datetime()),
          reference,
          reason: z.optional(text(1, 200)),
        }),
        z.strictObject({
          kind: z.literal('other'),
          eventId: text(1, 100),
          at: z.optional(z.iso.datetime()),
          name: text(1, 100),
        }),
      ]),
    )
    .check(z.maxLength(100)),
});

export type ReplyOfOperation =
  | z.infer<typeof sendReply>
  | z.infer<typeof lookupReply>
  | z.infer<typeof invalidateReply>;
export type CapabilitiesReply = z.infer<typeof capabilitiesReply>;
