import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export interface HttpResponse {
  status: number;
  text: string;
  cookies: string[];
}

/** A minimal client, so that the measurement is of the server. */
export function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  return send('POST', url, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}

export function get(url: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
  return send('GET', url, '', headers);
}

export const endClient = (): void => agent.destroy();

function send(
  method: string,
  url: string,
  payload: string,
  headers: Record<string, string>,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const length = payload === '' ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
    const outgoing = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, cookies: response.headers['set-cookie'] ?? [] }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}
