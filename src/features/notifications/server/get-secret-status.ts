import { handle } from '#server/handler.ts';
import { getSecretStatus as endpoint } from '../endpoints.ts';
import { secretStanding, toSecretStatusView } from './outbox/secret-store.ts';

export const getSecretStatus = handle(endpoint, async ({ sql, resource, now }) =>
  toSecretStatusView(await secretStanding(sql, resource.companyId ?? 0, resource.installationId ?? 0), now),
);
