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

/**
 * The items of an RSS 2.0 document. No full XML parser: a document that defines types or entities is rejected, and every
 * step reads its text once from the front.
 */
export function readRss(xml: string): NewsItem[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error('defines a document type');
  if (!/<rss[\s>]/.test(xml)) throw new Error('is not RSS');
  const items: NewsItem[] = [];
  let at = xml.search(/<item[\s>]/);
  while (at !== -1 && items.length < max.items) {
    const end = xml.indexOf('</item>', at);
    if (end === -1) break;
    const item = readItem(xml.slice(at, end));
    if (item.title !== '') items.push(item);
    const next = xml.slice(end).search(/<item[\s>]/);
    at = next === -1 ? -1 : end + next;
  }
  return items;
}

function readItem(xml: string): NewsItem {
  const published = new Date(readElement(xml, 'pubDate'));
  return {
    title: short(plain(readElement(xml, 'title')), max.title),
    link: safeLink(readElement(xml, 'link')),
    pubDate: Number.isNaN(published.getTime()) ? '' : published.toISOString(),
    creator: short(plain(readElement(xml, 'dc:creator')), max.creator),
    description: short(plain(readElement(xml, 'description')), max.description),
  };
}

/** The text of the first element of the name, its references resolved; empty when there is none. */
function readElement(xml: string, name: string): string {
  const start = new RegExp(`<${name}(\\s[^>]*)?>`).exec(xml);
  if (start == null) return '';
  const from = start.index + start[0].length;
  const to = xml.indexOf(`</${name}>`, from);
  if (to === -1) return '';
  const content = xml.slice(from, to).trim();
  const section = /^<!\[CDATA\[([\s\S]*)\]\]>$/.exec(content)?.[1];
  return (section ?? resolved(content)).trim();
}

const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function resolved(text: string): string {
  return text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return references[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : '';
  });
}

/** The text of HTML, which feeds have in their descriptions. */
function plain(html: string): string {
  return resolved(html.replaceAll(/<[^<>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function short(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}

/** http and https only: a link of a feed must not run a script. */
function safeLink(text: string): string {
  if (text.length > 2000 || !URL.canParse(text)) return '';
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : '';
}
