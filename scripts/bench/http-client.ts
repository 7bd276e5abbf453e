import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export interface HttpAnswer {
  status: number;
  text: string;
  cookies: string[];
}

/** As little client as possible: what is measured is the server. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> {
  return send('POST', url, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}

export function get(url: string): Promise<HttpAnswer> {
  return send('GET', url, '', {});
}

export const endClient = (): void => agent.destroy();

function send(
  method: string,
  url: string,
  payload: string,
  headers: Record<string, string>,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const length = payload === '' ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
    const asked = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, cookies: answer.headers['set-cookie'] ?? [] }),
      );
    });
    asked.on('error', reject);
    asked.end(payload);
  });
}
