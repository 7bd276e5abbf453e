import { readFileSync, readdirSync } from 'node:fs';
import { type Token, type Tokens, marked } from 'marked';
import { testCards } from '#shared/payments/test-cards.ts';
import { escapeHtml } from '#shared/text/escape.ts';
import { type Rehearsal, rehearsals } from '../../rehearsals.ts';
import type { ApiDocument } from '../../openapi/build-document.ts';
import type { Language } from './code-examples.ts';
import { renderCurlTabs, renderTabs } from './code-tabs.ts';
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
const requests: Readonly<Record<Rehearsal['request'], string>> = {
  payment: 'payment',
  capture: 'capture of a deferred payment',
  cancel: 'cancellation of a deferred payment',
  refund: 'refund',
  repeat: 'repeat',
};

function rehearsalTable(rows: readonly Rehearsal[]): string {
  const lines = rows.map(({ request, card, ending, from, code, later, authentication, dispute, effect }) => {
    const amount = ending === undefined ? (from ? `from ${from}` : 'any') : `ending \`${ending}\``;
    const end = [code, later].filter((part) => part !== undefined).map(linkCode);
    const more = authentication ?? dispute;
    return `| ${requests[request]} | ${card ? `\`${card}\`` : 'any approved'} | ${amount} | ${end.join(', then ')}${
      more ? `, \`${more}\`` : ''
    } | ${effect} |`;
  });
  return [
    '| Request | Card | Amount | Result | What happens |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

const linkCode = (code: string): string => `[${code}](/docs/errors#${code})`;

const tables: Readonly<Record<string, string>> = {
  'test-cards': `| Card number | Brand | Result |\n| --- | --- | --- |\n${testCards
    .map(({ pan, brand, result }) => `| \`${pan}\` | ${brand} | ${cardResults[result]} |`)
    .join('\n')}`,
  rehearsals: Object.entries(rehearsals)
    .map(([heading, rows]) => `## ${heading}\n\n${rehearsalTable(rows)}`)
    .join('\n\n'),
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

/** The chapters of the guide, in reading order; the first one is the start page. */
export function renderGuide(document: ApiDocument): DocsPage[] {
  const server = document.servers[0]?.url ?? '';
  return chapterFiles.map((file, index) => {
    const text = readChapter(file).replaceAll(/\{\{([\w-]+)\}\}/g, (placeholder, name: string) =>
      name === 'server' ? server : (tables[name] ?? placeholder),
    );
    const title = /^# (.+)$/m.exec(text)?.[1] ?? chapterName(file);
    return { path: chapterPaths[index] ?? '/docs', title, content: renderMarkdown(text, document) };
  });
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** A text of the documentation as HTML. With the document, its examples have tabs of languages. */
export const renderMarkdown = (text: string, document?: ApiDocument): Html =>
  new Html(toHtml(text, document));

/** Headings get an id, tables and code scroll inside themselves. */
function toHtml(markdown: string, document: ApiDocument | undefined): string {
  const tokens = marked.lexer(markdown, { gfm: true });
  marked.walkTokens(tokens, (token) => {
    // A word after the language names an example for the tests.
    if (token.type === 'code') token['lang'] = String(token['lang'] ?? '').split(' ')[0];
  });
  return marked
    .parser(document ? withTabs(tokens, document) : tokens)
    .replaceAll(/<(h[23])>(.*?)<\/\1>/g, (_, tag: string, inner: string) => {
      const id = slug(inner.replaceAll(/<[^>]+>|&\w+;/g, ' '));
      return `<${tag} id="${escapeHtml(id)}">${inner}</${tag}>`;
    })
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(/<input (?:checked="" )?disabled="" type="checkbox">/g, '☐');
}

const tabLanguages: Readonly<Record<string, Language>> = {
  sh: 'curl',
  js: 'node',
  php: 'php',
  python: 'python',
};

/** Blocks of code that follow each other are one example in several languages. A curl command gets the others. */
function withTabs(tokens: readonly Token[], document: ApiDocument): Token[] {
  const result: Token[] = [];
  let blocks: Tokens.Code[] = [];
  const close = (): void => {
    const languages = blocks.map(({ lang = '' }) => tabLanguages[lang]);
    const [first] = blocks;
    const tabs =
      blocks.length === 1 && first && languages[0] === 'curl'
        ? renderCurlTabs(first.text, document)
        : blocks.length > 1 && new Set(languages).size === blocks.length
          ? renderTabs(blocks.map(({ text }, index) => [languages[index] ?? 'curl', text] as const))
          : undefined;
    if (tabs) result.push({ type: 'html', raw: tabs.text, text: tabs.text, block: true, pre: false });
    else result.push(...blocks);
    blocks = [];
  };
  for (const token of tokens) {
    if (token.type === 'code' && tabLanguages[String(token['lang'])]) blocks.push(token as Tokens.Code);
    else if (token.type !== 'space' || blocks.length === 0) {
      close();
      result.push(token);
    }
  }
  close();
  return result;
}
