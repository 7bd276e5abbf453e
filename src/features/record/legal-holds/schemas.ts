import * as z from 'zod/mini';
import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { databaseId, wholeNumber } from '#shared/whole-number.ts';
import { holdKinds } from './hold-kinds.ts';

const maxHoldReason = 500;

/** Why something was asked for: free text of one or more lines, without a card number. */
export const reasonText = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(maxHoldReason),
  z.refine((text) => !hasIssuedCardNumber(text)),
);

const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

const hold = z.object({
  holdId: z.string(),
  kind: z.enum(holdKinds),
  organisationId: z.number(),
  organisationName: z.string(),
  /** Null for an organisation. */
  objectId: z.nullable(z.string()),
  reason: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  endsAt: z.nullable(z.string()),
  /** When it ended: by a user, or at its end. */
  endedAt: z.nullable(z.string()),
  /** Null: it is in force, or ended at its end. */
  endedBy: z.nullable(z.string()),
});
export type LegalHold = z.output<typeof hold>;

const newHold = z.object({
  reason: reasonText,
  /** Null: until a user ends it. */
  endsAt: z.nullable(z.iso.datetime()),
});
export type NewHold = z.output<typeof newHold>;

const ofOrganisation = z.object({ orgId: databaseId });
const created = z.object({ holdId: z.string() });
const holds = z.object({ holds: z.array(hold) });

export const listLegalHolds = { path: ofOrganisation, response: holds };
export const holdOrganisation = { path: ofOrganisation, body: newHold, response: created };
export const holdCustomer = {
  path: z.object({ customerId: wholeNumber(1, 999_999_999_999) }),
  body: newHold,
  response: created,
};
export const holdTransaction = { path: z.object({ transactionId: id }), body: newHold, response: created };
export const holdCase = { path: z.object({ caseId: databaseId }), body: newHold, response: created };
export const releaseLegalHold = {
  path: z.object({ orgId: databaseId, holdId: z.string() }),
  response: holds,
};
export const getHoldsOfTransaction = { path: z.object({ transactionId: id }), response: holds };
export const getHoldsOfCase = { path: z.object({ caseId: databaseId }), response: holds };
