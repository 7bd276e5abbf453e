import { readFileSync, readdirSync } from 'node:fs';
import { marked } from 'marked';
import { testAmounts, testCards } from '#shared/payments/test-cards.ts';
import { escapeHtml } from '#shared/text/escape.ts';
import { Html } from './html.ts';

/** A page of the documentation. */
export interface DocsPage {
  /** '/docs' or '/docs/<name>'. */
  path: string;
  title: string;
  content: Html;
}

const folder = new URL('../../guide/', import.meta.url);

const cardResults = {
  approved: 'approved',
  challenge: 'approved after a 3-D Secure challenge, for amounts from 30.00',
  declined: 'declined',
} as const;
const amountEffects: Readonly<Record<keyof typeof testAmounts, string>> = {
  insufficient: 'declined: insufficient funds',
  retry_in_two_days: 'declined; Mastercard advises to retry after two days',
  never_retry: 'declined; Mastercard advises never to retry',
  unreachable: 'the issuer cannot be reached (X203)',
  challenge: 'a 3-D Secure challenge, whatever the card',
  pending_refund: 'a refund is pending for a minute (U200)',
  failed_capture: 'a capture is declined',
  failed_release: 'cancelling an authorisation is declined',
};

const tables: Readonly<Record<string, string>> = {
  'test-cards': `| Card number | Brand | Result |\n| --- | --- | --- |\n${testCards
    .map(({ pan, brand, result }) => `| \`${pan}\` | ${brand} | ${cardResults[result]} |`)
    .join('\n')}`,
  'test-amounts': `| Amount ending | Result |\n| --- | --- |\n${Object.entries(amountEffects)
    .map(([name, effect]) => `| \`${testAmounts[name as keyof typeof testAmounts].slice(-3)}\` | ${effect} |`)
    .join('\n')}`,
};

/** The source text of a chapter. */
export const readChapter = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

/** The files of the chapters, in reading order. */
export const chapterFiles: readonly string[] = readdirSync(folder).toSorted();

const chapterName = (file: string): string => file.replace(/^\d+-/, '').replace('.md', '');

/** '/docs' for the first chapter, '/docs/<name>' for the others. */
export const chapterPaths: readonly string[] = chapterFiles.map((file, index) =>
  index === 0 ? '/docs' : `/docs/${chapterName(file)}`,
);

/** The chapters of the guide, in reading order; the first one is the start page. `server` is the gateway's address. */
export function renderGuide(server: string): DocsPage[] {
  return chapterFiles.map((file, index) => {
    const text = readChapter(file).replaceAll(/\{\{([\w-]+)\}\}/g, (placeholder, name: string) =>
      name === 'server' ? server : (tables[name] ?? placeholder),
    );
    const title = /^# (.+)$/m.exec(text)?.[1] ?? chapterName(file);
    return { path: chapterPaths[index] ?? '/docs', title, content: renderMarkdown(text) };
  });
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** A text of the documentation as HTML. */
export const renderMarkdown = (text: string): Html => new Html(toHtml(text));

/** Headings get an id, tables and code scroll inside themselves. */
function toHtml(markdown: string): string {
  return marked
    .parse(markdown, {
      async: false,
      gfm: true,
      walkTokens: (token) => {
        // A word after the language names an example for the tests.
        if (token.type === 'code') token.lang = token.lang?.split(' ')[0];
      },
    })
    .replaceAll(/<(h[23])>(.*?)<\/\1>/g, (_, tag: string, inner: string) => {
      const id = slug(inner.replaceAll(/<[^>]+>|&\w+;/g, ' '));
      return `<${tag} id="${escapeHtml(id)}">${inner}</${tag}>`;
    })
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(/<input (?:checked="" )?disabled="" type="checkbox">/g, '☐');
}
