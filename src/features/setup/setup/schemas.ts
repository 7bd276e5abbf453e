import * as z from 'zod/mini';
import { label } from '#shared/label.ts';
import { databaseId as orgId } from '#shared/whole-number.ts';
import { isCurrency, isMcc } from '#features/company/installations/installation.ts';
import { maxNameLength } from '#features/company/organisations/tree-rules.ts';

/**
 * In the order in which they become possible (docs/domain.md#first-run-checklist). The first is missing where a company
 * already has an installation.
 */
export const setupSteps = ['company', 'processor', 'installation', 'payment', 'colleague', 'apiKey'] as const;

const step = z.object({
  id: z.enum(setupSteps),
  done: z.boolean(),
  /** The name of what exists, for steps that have one. */
  name: z.nullable(z.string()),
  mayDo: z.boolean(),
  /** A colleague who may do the step, for a caller who may not. */
  askName: z.nullable(z.string()),
});
export type SetupStep = z.output<typeof step>;

export const getSetup = {
  path: z.object({ orgId }),
  response: z.object({
    /** The organisation whose steps these are: the company, or the provider above companies. */
    organisationId: z.number(),
    /** The company, where merchants are added. */
    companyId: z.nullable(z.number()),
    /** The company has a merchant, to which an installation can be added. */
    hasMerchant: z.boolean(),
    steps: z.array(step),
  }),
};

/** What a company needs for its first payment. */
const business = {
  currency: z.string().check(z.refine(isCurrency)),
  mcc: z.string().check(z.refine(isMcc)),
  /** IANA name; null: that of the nearest organisation above. */
  timeZone: z.nullable(z.string().check(z.maxLength(60))),
};

const newCompany = z.strictObject({ name: label(maxNameLength), ...business });
export type NewCompany = z.output<typeof newCompany>;

export const createCompany = {
  path: z.object({ orgId }),
  body: newCompany,
  response: z.object({ companyId: z.number(), merchantId: z.number(), installationId: z.number() }),
};

const firstAdministrator = z.strictObject({
  organisationName: label(maxNameLength),
  firstName: z.string().check(z.minLength(1), z.maxLength(100)),
  lastName: z.string().check(z.minLength(1), z.maxLength(100)),
  username: z.string().check(z.minLength(3), z.maxLength(254)),
  password: z.string().check(z.maxLength(256)),
  /** The administrator's own business, whose company is created too. Without it: a payment provider. */
  business: z.optional(z.strictObject(business)),
});
export type FirstAdministrator = z.output<typeof firstAdministrator>;

export const createFirstAdministrator = {
  path: z.object({ token: z.string().check(z.maxLength(100)) }),
  body: firstAdministrator,
  response: z.object({ userName: z.string() }),
};
