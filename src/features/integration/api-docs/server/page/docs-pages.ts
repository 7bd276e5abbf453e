import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { adviseMerchant } from '#shared/payments/declines.ts';
import { httpStatusOf, reasonCodes, reasonText } from '#shared/payments/reason-codes.ts';
import type { ApiDocument } from '../../openapi/build-document.ts';
import { apiChanges } from '../../api-changes.ts';
import { type DocsPage, chapterPaths, renderGuide, renderMarkdown } from './guide.ts';
import { type Html, html, table } from './html.ts';
import { renderReference } from './reference.ts';
import { join } from 'node:path';
import type { RecordedExamples } from '../../examples/example-request.ts';

export interface DocsFile {
  path: string;
  type: string;
  body: string;
  etag: string;
}

const asset = (name: string): string =>
  readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');

/** The paths of buildDocsFiles. */
export const docsPaths: readonly string[] = [
  ...chapterPaths,
  '/docs/errors',
  '/docs/reference',
  '/docs/changelog',
  '/docs/search.json',
  '/docs/page.css',
  '/docs/page.js',
  '/docs/try.js',
  '/openapi.json',
];

/** Everything at /docs and the OpenAPI document. The pages need no third party, and scripts only for search, tabs and trying calls. */
export function buildDocsFiles(document: ApiDocument): DocsFile[] {
  const pages: DocsPage[] = [
    ...renderGuide(document),
    { path: '/docs/errors', title: 'Errors', content: renderErrors() },
    {
      path: '/docs/reference',
      title: 'Reference',
      content: renderReference(document, readRecordedExamples()),
    },
    { path: '/docs/changelog', title: 'Changelog', content: renderChangelog() },
  ];
  const toDocsFile = (path: string, type: string, body: string): DocsFile => ({
    path,
    type: `${type}; charset=utf-8`,
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  });
  return [
    toDocsFile('/openapi.json', 'application/json', JSON.stringify(document)),
    ...pages.map((page, index) => toDocsFile(page.path, 'text/html', renderPage(page, pages, index))),
    toDocsFile('/docs/search.json', 'application/json', JSON.stringify(pages.flatMap(searchEntries))),
    toDocsFile('/docs/page.css', 'text/css', asset('page.css')),
    toDocsFile('/docs/page.js', 'text/javascript', asset('page.js')),
    toDocsFile('/docs/try.js', 'text/javascript', asset('try.js')),
  ];
}

function renderPage({ path, title, content }: DocsPage, pages: readonly DocsPage[], index: number): string {
  const [previous, next] = [pages[index - 1], pages[index + 1]];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Countinghouse merchant API</title>
        <link rel="icon" href="/hosted/page/icon.svg" />
        <link rel="stylesheet" href="/docs/page.css" />
        <script src="/docs/page.js" defer></script>
        <script src="/docs/try.js" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <p class="product"><a href="/docs">Countinghouse merchant API</a></p>
          <form role="search" hidden>
            <label for="search">Search</label>
            <input type="search" id="search" autocomplete="off" placeholder="refund, cardToken, V402" />
          </form>
        </header>
        <nav aria-label="Guide">
          <details open>
            <summary>Contents</summary>
            <ol>
              ${pages.map(
                (page) =>
                  html`<li>
                    ${
                      page.path === path
                        ? html`<a href="${page.path}" aria-current="page">${page.title}</a>`
                        : html`<a href="${page.path}">${page.title}</a>`
                    }
                  </li>`,
              )}
            </ol>
          </details>
        </nav>
        <main id="content" tabindex="-1">
          <div id="results" role="region" aria-label="Search results" hidden></div>
          <article>${content}</article>
          <p class="steps">
            ${previous ? html`<a rel="prev" href="${previous.path}">← ${previous.title}</a>` : ''}
            ${next ? html`<a rel="next" href="${next.path}">${next.title} →</a>` : ''}
          </p>
        </main>
      </body>
    </html>`.text;
}

interface SearchEntry {
  title: string;
  href: string;
  text: string;
}

/** A page, and each of its parts that has an address. */
function searchEntries({ path, title, content }: DocsPage): SearchEntry[] {
  const toPlainText = (text: string): string =>
    text
      // An example is found in its first language.
      .replaceAll(/<pre[^>]* hidden>[^]*?<\/pre>/g, ' ')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const parts = content.text.split(/(?=<(?:h2|h3|details|code) id=")/);
  return parts.map((part, index) => {
    const [, id = ''] = (index > 0 && /^<\w+ id="([^"]+)"/.exec(part)) || [];
    const heading = toPlainText(/<(h[123]|summary|code)[^>]*>([\s\S]*?)<\/\1>/.exec(part)?.[2] ?? '');
    return {
      title: index === 0 || heading === '' ? title : `${title}: ${heading.slice(0, 120)}`,
      href: id === '' ? path : `${path}#${id}`,
      text: toPlainText(part).slice(0, 1500),
    };
  });
}

const sides: Readonly<Record<string, string>> = {
  CUSTOMER: 'the customer',
  ISSUER: 'the card’s issuer',
  MERCHANT: 'you',
  PROVIDER: 'us',
  PROCESSOR: 'the processor',
};
const retries: Readonly<Record<string, string>> = {
  NEVER: 'not with this card or request',
  FIX: 'after a correction',
  LATER: 'later',
  AUTHENTICATE: 'with 3-D Secure',
};

const kinds: Readonly<Record<string, string>> = {
  S: 'Success',
  U: 'Waiting',
  V: 'Invalid requests',
  A: 'Rejected by the gateway',
  C: 'Cancelled',
  D: 'Declined',
  L: 'Locked',
  T: 'Expired',
  X: 'Not reached',
  E: 'Internal errors',
};

/** Every reason code: its status, its meaning, who can act, and whether another attempt can help. */
function renderErrors(): Html {
  const groups = Map.groupBy(reasonCodes.toSorted(), (code) => code.slice(0, 1));
  return html`<h1>Errors</h1>
    <p>
      A rejection has <code>reasonCode</code> and <code>reasonMessage</code>, in <code>outcome</code> or at
      the top level. If a field of your request has an error, <code>field</code> names the field and
      <code>detail</code> the error. A failed payment has <code>outcome.advice</code>: who can act, and when
      another attempt can help. Show payers your own sentence, never the reason.
    </p>
    <p>For a decline (D100) the advice depends on the issuer's response, so read it from the payment.</p>
    <p>
      For a Mastercard, <code>outcome.adviceCode</code> is the merchant advice code, if the processor sent
      one. The advice follows it: the longest wait counts, and after 03 or 21 another attempt is never
      allowed.
    </p>
    <section>
      <h2>The API key</h2>
      ${table(
        ['Code', 'HTTP', 'Meaning'],
        keyCodes.map(([code, status, text]) => [
          html`<code id="${code}">${code}</code>`,
          html`${status}`,
          html`${text}`,
        ]),
      )}
    </section>
    ${Object.entries(kinds).flatMap(([letter, name]) => {
      const codes = groups.get(letter) ?? [];
      return codes.length === 0
        ? []
        : [
            html`<section>
              <h2>${name}</h2>
              ${table(['Code', 'HTTP', 'Meaning', 'Who can act', 'Another attempt'], codes.map(renderCodeRow))}
            </section>`,
          ];
    })}`;
}

/** What has changed in the API, by date. */
function renderChangelog(): Html {
  const days = apiChanges.map(({ date, changes }) =>
    [`## ${date}`, ...changes.map((change) => `- ${change}`)].join('\n'),
  );
  const intro =
    'What has changed in the merchant API, newest first. [Versions](/docs/versions) says what can change without notice.';
  return renderMarkdown(['# Changelog', intro, ...days].join('\n\n'));
}

/** Codes of the API key, which no transaction has (src/server/http/problem-reply.ts). */
const keyCodes = [
  ['V101', 403, 'This API key may not be used from this address'],
  ['V111', 401, 'The API key is missing or not valid'],
] as const;

function renderCodeRow(code: (typeof reasonCodes)[number]): Html[] {
  const advice = adviseMerchant({ reasonCode: code }, new Date(0));
  return [
    html`<code id="${code}">${code}</code>`,
    html`${httpStatusOf(code)}`,
    html`${reasonText(code)}`,
    html`${sides[advice?.side ?? ''] ?? ''}`,
    html`${retries[advice?.retry ?? ''] ?? ''}`,
  ];
}

export const recordedFile = join(import.meta.dirname, '../../examples/recorded.json');

/** The examples of the documentation. test/examples.test.ts records them. */
export const readRecordedExamples = (): RecordedExamples =>
  JSON.parse(readFileSync(recordedFile, 'utf8')) as RecordedExamples;
