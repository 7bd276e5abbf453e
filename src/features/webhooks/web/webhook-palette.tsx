import { IconWebhook } from '@tabler/icons-react';
import { callQuery } from '#web/call/use-call.ts';
import { isNameLike, maxNamed } from '#web/palette/find-by-name.ts';
import type { PaletteSource } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { listWebhooks } from '../endpoints.ts';
import { WebhookStatus } from './webhook-status.tsx';

/** The server does not search webhooks: one page of them is read and kept for a minute. */
const pageSize = 100;
const keptMs = 60_000;

/** Webhooks by a part of their address. */
export const webhookPalette: PaletteSource = {
  name: 'webhooks',
  canFind: (typed, { session }) => isNameLike(typed) && isAllowed(session, { to: listWebhooks }),
  find: async (typed, { session, queries }) => {
    const path = { orgId: session.organisation.selectedParentOrgId };
    const { items } = await queries.fetchQuery({
      ...callQuery(listWebhooks, { path, query: { offset: 0, pageSize } }),
      meta: { handlesOwnErrors: true },
      staleTime: keptMs,
    });
    const part = typed.toLowerCase();
    return items
      .filter(({ url }) => url.toLowerCase().includes(part))
      .slice(0, maxNamed)
      .map(({ endpointId, url, status, installations }) => ({
        id: `webhook ${endpointId}`,
        icon: <IconWebhook size={18} aria-hidden />,
        label: url,
        detail: installations.join(', '),
        end: <WebhookStatus status={status} />,
        go: paths.webhook(endpointId),
      }));
  },
};
