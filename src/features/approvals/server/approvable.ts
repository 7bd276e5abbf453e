import type { Handler } from '#server/handler.ts';
import {
  changeRule,
  changeTerritoryRule,
  createRule,
  createTerritoryRule,
} from '#features/fraud-rules/server/handlers.ts';
import { captureTransaction, takePayout } from '#features/payments/server/handlers.ts';
import { refundTransaction } from '#features/payments/server/refund-transaction.ts';
import { changeRole } from '#features/roles/server/handlers.ts';
import { mapScimGroup } from '#features/scim/server/map-scim-group.ts';
import { saveSignOnMapping } from '#features/single-sign-on/server/save-sign-on-mapping.ts';
import { createUser } from '#features/users/server/create-user.ts';
import { updateUser } from '#features/users/server/update-user.ts';
import { saveApprovalPolicy } from './save-approval-policy.ts';

const handlers = [
  refundTransaction,
  takePayout,
  captureTransaction,
  createRule,
  changeRule,
  createTerritoryRule,
  changeTerritoryRule,
  createUser,
  updateUser,
  changeRole,
  mapScimGroup,
  saveSignOnMapping,
  saveApprovalPolicy,
] as readonly Handler[];

/** The handlers that an approval can run, by the name of their endpoint. */
export const approvable: ReadonlyMap<string, Handler> = new Map(
  handlers.map((handler) => [handler.call.name, handler]),
);
