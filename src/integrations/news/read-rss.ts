import { XMLParser } from 'fast-xml-parser';

/** One piece of news, all of it plain text. */
export interface NewsItem {
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
