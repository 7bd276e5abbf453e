import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProcessorOperation } from '#integrations/processors/adapter.ts';
import { type SandboxFault, sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';
import { replaceSandbox } from '#testing/use-processor.ts';

export interface ReceivedCallback {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A merchant's server: its response to a callback, or none. */
export type MerchantBehaviour =
  | { action: string; redirect?: { url: string; frame?: string } }
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'never answers'
  | 'hangs up';

/** A merchant's own server, called back before and after an authorisation. */
export async function decidingMerchant() {
  const received: ReceivedCallback[] = [];
  let respond: (callback: string, body: string) => MerchantBehaviour = () => ({ action: 'PROCEED' });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const callback = String(request.headers['x-countinghouse-callback']).split('-')[1] ?? '';
      const behaviour = respond(callback, body);
      if (behaviour === 'never answers') return;
      if (behaviour === 'hangs up') return void request.socket.destroy();
      if ('status' in behaviour)
        return void response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
      const isXml = String(request.headers['content-type']).includes('xml');
      response.end(isXml ? xml(callback, behaviour.action) : json(callback, behaviour));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide?key=shops-own`;
  return {
    url,
    received,
    /** Names of the questions so far, in order. */
    callbackNames: () =>
      received.map(({ headers }) => String(headers['x-countinghouse-callback']).split('-')[1]),
    respondWith(behaviour: MerchantBehaviour | ((callback: string, body: string) => MerchantBehaviour)) {
      received.length = 0;
      respond = typeof behaviour === 'function' ? behaviour : () => behaviour;
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

const json = (callback: string, response: object): string =>
  JSON.stringify({ callbackResponse: { [`${callback}Response`]: response } });

const xml = (callback: string, action: string): string =>
  `<?xml version="1.0"?>\n<callbackResponse xmlns="urn:shop"><${callback}Response>\n<action>${action}</action>` +
  `</${callback}Response></callbackResponse>`;

/** An application whose merchant decides, on a processor with errors. */
export async function startWithDecider(
  faultFor: (operation: ProcessorOperation) => SandboxFault | undefined,
) {
  const decider = await decidingMerchant();
  const app = await startApp({ flags: ['--insecure-callbacks', 'true', '--callback-timeout-ms', '300'] });
  replaceSandbox(app, sandboxProcessor({ sql: app.owner, now: () => app.clock.now(), faultFor }));
  return { app, decider, merchant: actAsMerchant(app) };
}
