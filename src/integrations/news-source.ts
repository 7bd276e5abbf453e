import * as https from 'node:https';
import { lookup as resolve } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { type LookupFunction, isIP } from 'node:net';
import { isPublicAddress } from './web/public-address.ts';
import { XMLParser } from 'fast-xml-parser';

/** News from a feed. Throws when the feed is unavailable. */
export interface NewsSource {
  latest(): Promise<readonly NewsItem[]>;
}

const freshMs = 15 * 60_000;
/** After a failure the feed is not requested for this time. */
const pauseMs = 60_000;

/** An RSS feed, requested at most every quarter of an hour. After a failure the earlier items are returned. */
export function rssNewsSource(options: {
  url: string;
  /** Milliseconds. */
  now: () => number;
  onFailure: (error: unknown) => void;
  fetch?: (url: string) => Promise<string>;
}): NewsSource {
  const { url, now, onFailure, fetch = fetchPublic } = options;
  let cachedItems: readonly NewsItem[] | undefined;
  let refreshAt = 0;
  let refreshing: Promise<void> | undefined;

  async function refreshItems(): Promise<void> {
    try {
      cachedItems = readRss(await fetch(url));
      refreshAt = now() + freshMs;
    } catch (error) {
      refreshAt = now() + pauseMs;
      onFailure(error);
    } finally {
      refreshing = undefined;
    }
  }
  return {
    async latest() {
      if (now() >= refreshAt) refreshing ??= refreshItems();
      // Earlier items are returned at once; only the first reader waits.
      if (cachedItems === undefined) await refreshing;
      if (cachedItems === undefined) throw new Error('no news could be read');
      return cachedItems;
    },
  };
}

/** Bytes, milliseconds in total, and redirects on the same host. */
export const fetchLimits = { bytes: 1_048_576, ms: 5_000, redirects: 3 };

type Request = (
  url: URL,
  options: https.RequestOptions,
  response: (reply: IncomingMessage) => void,
) => {
  on(event: 'error', listener: (error: Error) => void): unknown;
  end(): unknown;
};
/** Tests use http on this machine; the product cannot. */
export interface Wire {
  protocol: string;
  request: Request;
  mayConnect(address: string): boolean;
  limits: typeof fetchLimits;
}
const publicWire: Wire = {
  protocol: 'https:',
  request: https.request,
  mayConnect: isPublicAddress,
  limits: fetchLimits,
};

/**
 * The text at a configured address: https, a public host, within the limits, or an error. The address is checked when the
 * connection is made, so that a name cannot resolve differently for the check and for the connection.
 */
export async function fetchPublic(address: string, wire: Wire = publicWire): Promise<string> {
  const signal = AbortSignal.timeout(wire.limits.ms);
  const first = new URL(address);
  let url = first;
  for (let hops = 0; hops <= wire.limits.redirects; hops += 1) {
    const reply = await sendRequest(url, wire, signal);
    const status = reply.statusCode ?? 0;
    const { location } = reply.headers;
    if (status === 200) return readAll(reply, wire.limits.bytes);
    reply.destroy();
    if (status < 300 || status > 399 || location === undefined) throw new Error(`responded ${status}`);
    url = new URL(location, url);
    if (url.host !== first.host) throw new Error('redirects to another host');
  }
  throw new Error('redirects too often');
}

function sendRequest(url: URL, wire: Wire, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== wire.protocol) throw new Error('is not https');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An IP address is connected to without a name lookup.
  if (isIP(host) !== 0 && !wire.mayConnect(host)) throw new Error('is not a public address');
  return new Promise((response, fail) => {
    const options = {
      signal,
      agent: false,
      lookup: publicLookup(wire),
      headers: { accept: 'application/rss+xml, application/xml, text/xml', 'accept-encoding': 'identity' },
    };
    const request = wire.request(url, options, response);
    request.on('error', fail);
    request.end();
  });
}

/** Every address of the name must be allowed: a mixed list is an attack or a mistake. */
function publicLookup(wire: Wire): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error != null) return done(error, '');
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => wire.mayConnect(address))) {
        return done(new Error('is not a public address'), '');
      }
      if (options.all === true) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}

async function readAll(reply: IncomingMessage, max: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of reply as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > max) {
      reply.destroy();
      throw new Error('is too large');
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** One piece of news, all of it plain text. */
interface NewsItem {
  title: string;
  /** http or https; empty when there is none. */
  link: string;
  /** ISO 8601; empty when the feed has none. */
  pubDate: string;
  creator: string;
  description: string;
}

const max = { items: 20, title: 200, creator: 100, description: 600 };

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => name === 'item',
});

/**
 * The items of an RSS 2.0 document, as plain text. A document that defines a type or entities is rejected: neither is
 * RSS, and both can make a parser work without end.
 */
export function readRss(xml: string): NewsItem[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error('defines a document type');
  const { rss } = parser.parse(xml) as { rss?: { channel?: { item?: unknown[] } } };
  if (rss === undefined) throw new Error('is not RSS');
  return (rss.channel?.item ?? [])
    .map(readItem)
    .filter(({ title }) => title !== '')
    .slice(0, max.items);
}

function readItem(item: unknown): NewsItem {
  const text = (name: string): string => {
    const value =
      typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[name] : undefined;
    // An element that occurs twice is a list, one with attributes only is an object.
    const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
    return typeof first === 'string' ? first : '';
  };
  const published = new Date(text('pubDate'));
  return {
    title: short(plain(text('title')), max.title),
    link: safeLink(text('link')),
    pubDate: Number.isNaN(published.getTime()) ? '' : published.toISOString(),
    creator: short(plain(text('dc:creator')), max.creator),
    description: short(plain(text('description')), max.description),
  };
}

const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Resolves the references of HTML: the parser has resolved those of XML. */
function resolved(text: string): string {
  return text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return references[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : '';
  });
}

/** HTML as its words: feeds carry it in their descriptions. */
function plain(html: string): string {
  return resolved(html.replaceAll(/<[^<>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function short(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}

/** http and https only: a link of a feed must not run anything. */
function safeLink(text: string): string {
  if (text.length > 2000 || !URL.canParse(text)) return '';
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : '';
}
