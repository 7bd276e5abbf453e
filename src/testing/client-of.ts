import { type ClientOptions, Countinghouse } from '../../clients/node/src/countinghouse.ts';
import type { TestApp } from './start-app.ts';

export type { SearchRequest } from '../../clients/node/src/countinghouse.ts';

/** The Node client of a merchant, against the gateway in this process. */
export function createClient(app: TestApp, options: Partial<ClientOptions> = {}): Countinghouse {
  return new Countinghouse({
    baseUrl: 'https://gateway.example',
    installationId: 5_300_001,
    apiId: 'harbour-api',
    secret: 'harbour-api-key-demo',
    retries: 0,
    fetch: gatewayFetch(app),
    ...options,
  });
}

/** Every item of a list. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** `fetch` of the gateway in this process. */
export const gatewayFetch =
  (app: TestApp): typeof fetch =>
  (url, init) =>
    inject(app, String(url), init);

async function inject(app: TestApp, address: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(address);
  const { method = 'GET', headers = {}, body } = init;
  const response = await app.gateway.inject({
    method: method as 'GET' | 'POST',
    url: pathname + search,
    headers: headers as Record<string, string>,
    ...(typeof body === 'string' ? { payload: body } : {}),
  });
  const responseHeaders = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Response(response.body, { status: response.statusCode, headers: responseHeaders });
}
