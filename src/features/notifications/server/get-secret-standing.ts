import { handle } from '#server/handler.ts';
import { getSecretStanding as call } from '../calls.ts';
import { secretStanding, standingView } from './outbox/secret-store.ts';

export const getSecretStanding = handle(call, async ({ sql, subject, now }) =>
  standingView(await secretStanding(sql, subject.companyId ?? 0, subject.installationId ?? 0), now),
);
