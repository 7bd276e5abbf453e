import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ApiDocument } from '../../openapi/build-document.ts';
import { renderErrors } from './errors.ts';
import { type DocsPage, chapterPaths, renderGuide } from './guide.ts';
import { html } from './html.ts';
import { renderReference } from './reference.ts';

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
  '/docs/search.json',
  '/docs/page.css',
  '/docs/page.js',
  '/openapi.json',
];

/** Everything at /docs and the OpenAPI document. The pages need no third party, and no script except for the search. */
export function buildDocsFiles(document: ApiDocument): DocsFile[] {
  const pages: DocsPage[] = [
    ...renderGuide(document.servers[0]?.url ?? ''),
    { path: '/docs/errors', title: 'Errors', content: renderErrors() },
    { path: '/docs/reference', title: 'Reference', content: renderReference(document) },
  ];
  const file = (path: string, type: string, body: string): DocsFile => ({
    path,
    type: `${type}; charset=utf-8`,
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  });
  return [
    file('/openapi.json', 'application/json', JSON.stringify(document)),
    ...pages.map((page, at) => file(page.path, 'text/html', renderPage(page, pages, at))),
    file('/docs/search.json', 'application/json', JSON.stringify(pages.flatMap(searchEntries))),
    file('/docs/page.css', 'text/css', asset('page.css')),
    file('/docs/page.js', 'text/javascript', asset('page.js')),
  ];
}

function renderPage({ path, title, content }: DocsPage, pages: readonly DocsPage[], at: number): string {
  const [previous, next] = [pages[at - 1], pages[at + 1]];
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

/** A page, and each part of it that has an address of its own. */
function searchEntries({ path, title, content }: DocsPage): SearchEntry[] {
  const plain = (text: string): string =>
    text
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const parts = content.text.split(/(?=<(?:h2|h3|details|code) id=")/);
  return parts.map((part, at) => {
    const [, id = ''] = (at > 0 && /^<\w+ id="([^"]+)"/.exec(part)) || [];
    const heading = plain(/<(h[123]|summary|code)[^>]*>([\s\S]*?)<\/\1>/.exec(part)?.[2] ?? '');
    return {
      title: at === 0 || heading === '' ? title : `${title}: ${heading.slice(0, 120)}`,
      href: id === '' ? path : `${path}#${id}`,
      text: plain(part).slice(0, 1500),
    };
  });
}
