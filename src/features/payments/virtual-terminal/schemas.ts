import * as z from 'zod/mini';
import { organisationId } from '#features/company/organisations/schemas.ts';

export const listTerminalInstallations = {
  path: z.object({ orgId: organisationId }),
  response: z.array(z.object({ id: z.number(), name: z.string(), merchantName: z.string() })),
};

export const getTerminalConfiguration = {
  path: z.object({ installationId: organisationId }),
  response: z.object({
    installation: z.object({
      id: z.number(),
      name: z.string(),
      merchantName: z.string(),
      installationDetails: z.object({ sendEmailReceipts: z.boolean() }),
    }),
    mcc: z.string(),
    currencies: z.array(z.string()),
    supportsRecurring: z.boolean(),
    supportsInstalments: z.boolean(),
    /** The features of the merchant and its ancestors. SCHEDULER allows schedules. */
    features: z.array(z.string()),
  }),
};

const repeatKind = z.enum(['RECURRING', 'INSTALMENT']);

const terminalPayment = z.object({
  transactionId: z.string(),
  at: z.string(),
  status: z.string(),
  /** A rule has deferred it, and it waits for its decision. */
  isHeld: z.boolean(),
  /** Decimal text. */
  amount: z.string(),
  currency: z.string(),
  reference: z.nullable(z.string()),
  maskedPan: z.nullable(z.string()),
  /** The kinds of repeat that the installation supports; none where the caller cannot repeat it, or a schedule does. */
  repeatKinds: z.array(repeatKind),
  /** The one that continues the payment. */
  repeatAs: z.nullable(repeatKind),
});
export type TerminalPayment = z.output<typeof terminalPayment>;

export const listTerminalPayments = {
  path: z.object({ installationId: organisationId }),
  response: z.array(terminalPayment),
};

export const isQueueEnabled = {
  path: z.object({ orgId: organisationId }),
  response: z.object({ enabled: z.boolean() }),
};
