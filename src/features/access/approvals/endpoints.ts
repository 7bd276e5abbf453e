import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const approvals = '/proxy/sync/approvals' as const;
const managing = {
  auth: { anyOf: ['P_MANAGE_SECURITY'], resource: { organisation: 'orgId' } },
} as const;
/** The handler authorises the request by its organisation. */
const deciding = { stepUp: 'policy', auth: { anyOf: ['P_APPROVE'], resource: 'anywhere' } } as const;

export const getApprovalPolicy = defineEndpoint({
  name: 'getApprovalPolicy',
  summary: "The approval policy of the organisation's company",
  route: `GET ${approvals}/{orgId}/policy`,
  ...managing,
});

export const saveApprovalPolicy = defineEndpoint({
  name: 'saveApprovalPolicy',
  summary:
    'Replaces the approval policy of a company; only in the version that was read. A less strict policy needs approval',
  route: `PUT ${approvals}/{orgId}/policy`,
  stepUp: 'policy',
  approval: 'changePolicy',
  ...managing,
});

export const listApprovals = defineEndpoint({
  name: 'listApprovals',
  summary: 'Requests that the caller made or may decide, newest first',
  route: `GET ${approvals}/{orgId}`,
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const countApprovals = defineEndpoint({
  name: 'countApprovals',
  summary: 'The number of requests that wait for a decision by the caller, at most 100',
  route: `GET ${approvals}/{orgId}/count`,
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const approveRequest = defineEndpoint({
  name: 'approveRequest',
  summary: 'Approves a request of another user and runs it with the rights of its requester',
  route: `POST ${approvals}/{approvalId}/approve`,
  ...deciding,
});

export const rejectRequest = defineEndpoint({
  name: 'rejectRequest',
  summary: 'Rejects a request of another user',
  route: `POST ${approvals}/{approvalId}/reject`,
  ...deciding,
});

export const cancelRequest = defineEndpoint({
  name: 'cancelRequest',
  summary: "Cancels the caller's own request before it is decided",
  route: `POST ${approvals}/{approvalId}/cancel`,
  auth: { access: 'signed-in' },
});
