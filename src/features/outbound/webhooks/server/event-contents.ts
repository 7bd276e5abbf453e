import type { Config } from '#server/config.ts';
import { withAbsoluteLinks } from '#server/http/absolute-links.ts';

/** An event as receivers and the merchant API read it, with the address of this installation in its links. */
interface EventContents {
  id: string;
  type: string;
  createdAt: string;
  installationId?: number;
  sessionId?: string;
  linkId?: string;
  scheduleId?: string;
  data: object;
}

export function eventContents(body: string, { checkoutUrl }: Pick<Config, 'checkoutUrl'>): EventContents {
  const event = JSON.parse(body) as EventContents;
  return { ...event, data: withAbsoluteLinks(event.data, checkoutUrl) };
}
