import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const clock = '/proxy/sync/testClock/{orgId}' as const;
const apiClock = '/acceptor/rest/testClock/{installationId}' as const;
const moving = { anyOf: ['P_MANAGE_API_KEYS'], resource: { organisation: 'orgId' } } as const;

export const getTestClock = defineEndpoint({
  name: 'getTestClock',
  summary: 'The test clock of the organisation’s company, and what prevents one',
  route: `GET ${clock}`,
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const moveTestClock = defineEndpoint({
  name: 'moveTestClock',
  summary: 'Moves the test clock of a company forward; what is due until then happens in order. Only in test',
  route: `POST ${clock}/move`,
  auth: moving,
});

export const endTestClock = defineEndpoint({
  name: 'endTestClock',
  summary: 'Ends the test clock of a company: real time applies at once',
  route: `DELETE ${clock}`,
  auth: moving,
});

export const getCompanyClock = defineEndpoint({
  name: 'getCompanyClock',
  summary: 'The test clock of the installation’s company. Only for test keys',
  route: `GET ${apiClock}`,
  auth: {
    anyOf: ['P_VIEW_TRANSACTION_NGPORTAL', 'P_VIEW_TRANSACTIONS_NGPORTAL', 'P_NEW_PAYMENT'],
    resource: { installation: 'installationId' },
  },
});

export const moveCompanyClock = defineEndpoint({
  name: 'moveCompanyClock',
  summary: 'Moves the test clock of the company forward. Only for test keys of all its installations',
  route: `POST ${apiClock}/move`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

export const endCompanyClock = defineEndpoint({
  name: 'endCompanyClock',
  summary: 'Ends the test clock of the company. Only for test keys of all its installations',
  route: `DELETE ${apiClock}`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});
