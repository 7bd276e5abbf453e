import { withSpan } from '#tracing/span.ts';
import type { WebResponse, WebClient } from '#integrations/web/web-client.ts';
import { type NotificationFormat, contentTypes } from '../notification-body.ts';

interface OutgoingMessage {
  url: string;
  format: NotificationFormat;
  body: string;
  /** Besides the content type. */
  headers: Readonly<Record<string, string>>;
  /** Reads this much of the response and ignores the rest; without it, a large response fails. */
  readBytes?: number;
}

export interface SentMessage {
  isDelivered: boolean;
  /** The HTTP status, or why there is none. */
  result: string;
  headers: Record<string, string>;
  response: WebResponse;
}

/** Sends a signed message to a merchant's address. Any 2xx response acknowledges it. */
export async function sendMessage(
  webClient: WebClient,
  { url, format, body, headers: more, readBytes }: OutgoingMessage,
): Promise<SentMessage> {
  const headers = { 'content-type': contentTypes[format], ...more };
  const readLimit = readBytes === undefined ? {} : { maxBytes: readBytes, ignoresRest: true };
  // Merchants get no traceparent: it would show them which of our requests belong together.
  const response = await withSpan(
    () => ({ name: 'send message', kind: 'client' }),
    async (span) => {
      const received = await webClient.send({ method: 'POST', url, headers, body, ...readLimit });
      if (span) {
        if (received.kind === 'response') span.attributes['http.response.status_code'] = received.status;
        else span.attributes['countinghouse.result'] = received.why;
      }
      return received;
    },
  );
  const isDelivered = response.kind === 'response' && response.status >= 200 && response.status < 300;
  const result = response.kind === 'response' ? String(response.status) : response.why;
  return { isDelivered, result, headers, response };
}
