import * as z from 'zod/mini';
import { defineCall } from '#contract/define-call.ts';
import { organisationId } from '#features/organisations/calls.ts';

export const listTerminalInstallations = defineCall({
  name: 'listTerminalInstallations',
  summary:
    'Installations below an organisation on which the caller may use the terminal, by merchant and name',
  at: 'GET /proxy/sync/cm/installation/list/{orgId}/virtualterminal',
  needs: { access: 'in-scope', of: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  answer: z.array(z.object({ id: z.number(), name: z.string(), merchantName: z.string() })),
});

export const getTerminalConfiguration = defineCall({
  name: 'getTerminalConfiguration',
  summary: 'What the terminal offers on an installation',
  at: 'GET /proxy/sync/cm/installation/{installationId}/virtualterminal',
  needs: { anyOf: ['P_VIRTUAL_TERMINAL'], of: { installation: 'installationId' } },
  path: z.object({ installationId: organisationId }),
  answer: z.object({
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
    /** Of the merchant and what is above it; SCHEDULER among them lets a payment begin a schedule. */
    features: z.array(z.string()),
  }),
});

export const isQueueEnabled = defineCall({
  name: 'isQueueEnabled',
  summary: 'May payments of an organisation be held for review in the queue?',
  at: 'GET /proxy/sync/cm/queueCaseConfig/{orgId}/enabled',
  needs: { access: 'in-scope', of: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  answer: z.object({ enabled: z.boolean() }),
});
