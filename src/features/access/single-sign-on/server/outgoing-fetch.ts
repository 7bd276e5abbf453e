import type { CustomFetch } from 'openid-client';
import type { WebClient } from '#integrations/web/web-client.ts';

/** The address is not one of the public internet, so nothing was sent. */
export class RefusedAddress extends Error {}

/** Key sets and discovery documents of large providers. */
const maxBytes = 512 * 1024;

/** The `fetch` of openid-client: public addresses only, no redirects, limited time and size (docs/decisions/0089). */
export function outgoingFetch(webClient: WebClient): CustomFetch {
  return async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`method ${method}`);
    const response = await webClient.send({
      method,
      url,
      headers,
      body: body === null || body === undefined ? '' : await new Response(body).text(),
      timeoutMs: 10_000,
      maxBytes,
    });
    if (response.kind === 'refused') throw new RefusedAddress(response.why);
    if (response.kind === 'failed') throw new TypeError(`request failed: ${response.why}`);
    const isEmpty = [101, 204, 205, 304].includes(response.status);
    return new Response(isEmpty ? null : response.body, {
      status: response.status,
      headers: { 'content-type': response.headers?.['content-type'] ?? '' },
    });
  };
}
