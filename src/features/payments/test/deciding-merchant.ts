import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProcessorOperation } from '#integrations/processor.ts';
import { type SandboxFault, sandboxProcessor } from '#integrations/sandbox-processor.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';

export interface Asked {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A merchant's server: its response to a callback, or none. */
export type Conduct =
  | { action: string; redirect?: { url: string; frame?: string } }
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'never answers'
  | 'hangs up';

/** A merchant's own server, called back before and after an authorisation. */
export async function decidingMerchant() {
  const asked: Asked[] = [];
  let conduct: (question: string, body: string) => Conduct = () => ({ action: 'PROCEED' });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      asked.push({ headers: request.headers, body });
      const question = String(request.headers['x-countinghouse-callback']).split('-')[1] ?? '';
      const how = conduct(question, body);
      if (how === 'never answers') return;
      if (how === 'hangs up') return void request.socket.destroy();
      if ('status' in how) return void response.writeHead(how.status, how.headers).end(how.body);
      const isXml = String(request.headers['content-type']).includes('xml');
      response.end(isXml ? xml(question, how.action) : json(question, how));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide?key=shops-own`;
  return {
    url,
    asked,
    /** Names of the questions so far, in order. */
    questions: () => asked.map(({ headers }) => String(headers['x-countinghouse-callback']).split('-')[1]),
    behave(next: Conduct | ((question: string, body: string) => Conduct)) {
      asked.length = 0;
      conduct = typeof next === 'function' ? next : () => next;
    },
    callbacks: (...names: string[]) => ({
      callbacks: Object.fromEntries(names.map((name) => [name, { url, format: 'REST_JSON' }])),
    }),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const json = (question: string, answer: object): string =>
  JSON.stringify({ callbackResponse: { [`${question}Response`]: answer } });

const xml = (question: string, action: string): string =>
  `<?xml version="1.0"?>\n<callbackResponse xmlns="urn:shop"><${question}Response>\n<action>${action}</action>` +
  `</${question}Response></callbackResponse>`;

/** An application whose merchant decides, on a processor with errors. */
export async function startWithDecider(
  faultFor: (operation: ProcessorOperation) => SandboxFault | undefined,
) {
  const decider = await decidingMerchant();
  const app = await startApp({ flags: ['--insecure-callbacks', 'true', '--callback-timeout-ms', '300'] });
  app.services.processor = sandboxProcessor({ sql: app.owner, now: () => app.clock.now(), faultFor });
  return { app, decider, merchant: actAsMerchant(app) };
}
