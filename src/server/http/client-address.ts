import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isIpAddress } from '#shared/patterns.ts';
import type { Log } from '../log.ts';

/** The header in which a trusted proxy names its client (docs/running.md). */
export type ProxyHeader = 'x-forwarded-for' | 'forwarded';

/**
 * Rewrites the addresses of a trusted proxy's header to plain ones, as the rest reads them: some proxies add the port of the
 * client (203.0.113.5:4711), and RFC 7239 has its own header with ports and brackets.
 */
export function readProxyHeader({ headers }: IncomingMessage, header: ProxyHeader): void {
  const sent = headers[header];
  const text = Array.isArray(sent) ? sent.join(',') : sent;
  if (text === undefined) {
    // The other header is the client's own.
    if (header === 'forwarded') delete headers['x-forwarded-for'];
    return;
  }
  const entries = header === 'forwarded' ? forwardedFor(text) : text.split(',');
  headers['x-forwarded-for'] = entries.map((entry) => plainAddress(entry.trim())).join(', ');
}

/** The `for` of each element of a Forwarded header. One without is unknown, and keeps its place. */
const forwardedFor = (text: string): string[] =>
  text
    .split(',')
    .map(
      (element) =>
        /(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^;\s"]*))/i.exec(element)?.slice(1).find(Boolean) ?? 'unknown',
    );

/** Without a port, and without the brackets of an IPv6 address that has one. */
function plainAddress(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return isIpAddress(address) ? address : text;
}

let isWarned = false;

/** Empty when a proxy names its client by no address: the proxy's own would be that of every client. */
export function clientAddress(request: FastifyRequest, { log }: { log: Log }): string {
  if (isIpAddress(request.ip)) return request.ip;
  if (!isWarned) log.error({ sent: request.ip.slice(0, 100) }, 'the proxy names clients by no IP address');
  isWarned = true;
  return '';
}
