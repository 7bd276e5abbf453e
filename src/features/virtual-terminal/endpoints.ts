import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { organisationId } from '#features/organisations/endpoints.ts';

export const listTerminalInstallations = defineEndpoint({
  name: 'listTerminalInstallations',
  summary:
    'Installations below an organisation on which the caller may use the terminal, by merchant and name',
  route: 'GET /proxy/sync/cm/installation/list/{orgId}/virtualterminal',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  response: z.array(z.object({ id: z.number(), name: z.string(), merchantName: z.string() })),
});

export const getTerminalConfiguration = defineEndpoint({
  name: 'getTerminalConfiguration',
  summary: 'The terminal options of an installation',
  route: 'GET /proxy/sync/cm/installation/{installationId}/virtualterminal',
  auth: { anyOf: ['P_VIRTUAL_TERMINAL'], resource: { installation: 'installationId' } },
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
});

export const isQueueEnabled = defineEndpoint({
  name: 'isQueueEnabled',
  summary: 'Whether payments of an organisation can be held for review in the queue',
  route: 'GET /proxy/sync/cm/queueCaseConfig/{orgId}/enabled',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  response: z.object({ enabled: z.boolean() }),
});
