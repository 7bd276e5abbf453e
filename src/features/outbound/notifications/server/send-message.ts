import { withSpan } from '#tracing/span.ts';
import type { WebRequest, WebResponse, WebClient } from '#integrations/web/web-client.ts';
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
  const response = await sendTraced(webClient, 'send message', {
    method: 'POST',
    url,
    headers,
    body,
    ...readLimit,
  });
  const isDelivered = response.kind === 'response' && response.status >= 200 && response.status < 300;
  const result = response.kind === 'response' ? String(response.status) : response.why;
  return { isDelivered, result, headers, response };
}

/** Sends a request to a merchant in a span. Merchants get no traceparent: it shows which requests belong together. */
export function sendTraced(webClient: WebClient, name: string, request: WebRequest): Promise<WebResponse> {
  return withSpan(
    () => ({ name, kind: 'client' }),
    async (span) => {
      const response = await webClient.send(request);
      if (span) {
        if (response.kind === 'response') span.attributes['http.response.status_code'] = response.status;
        else span.attributes['countinghouse.result'] = response.why;
      }
      return response;
    },
  );
}
