import { IconWebhook } from '@tabler/icons-react';
import { callUntil } from '#web/call/call.ts';
import { isNameLike, maxNamed, type PaletteSource } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { listWebhooks } from '../endpoints.ts';
import { WebhookStatus } from './webhook-status.tsx';

/** Webhooks by a part of their address. */
export const webhookPalette: PaletteSource = {
  name: 'webhooks',
  canFind: (typed, { session }) => isNameLike(typed) && isAllowed(session, { to: listWebhooks }),
  find: async (typed, { session }, signal) => {
    const input = {
      path: { orgId: session.organisation.selectedParentOrgId },
      query: { text: typed, offset: 0, pageSize: maxNamed },
    };
    const { items } = await callUntil(listWebhooks, input, signal);
    return items.map(({ endpointId, url, status, installations }) => ({
      id: `webhook ${endpointId}`,
      icon: <IconWebhook size={18} aria-hidden />,
      label: url,
      detail: installations.join(', '),
      end: <WebhookStatus status={status} />,
      go: paths.webhook(endpointId),
    }));
  },
};
