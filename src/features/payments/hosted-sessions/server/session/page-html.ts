import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '#shared/text/escape.ts';
import { projectRoot } from '#server/config.ts';

/** The folder of the built page, and the path under which the gateway serves it. */
export const pageFolder = join(projectRoot, 'dist', 'checkout');
export const pagePrefix = '/hosted/page/';

interface Asset {
  name: string;
  integrity: string;
}

interface Assets {
  scripts: Record<'main' | 'forward', Asset | undefined>;
  style: Asset | undefined;
}

let cachedAssets: Assets | undefined;

/** Why a page has no session to show, as a key of its texts, and where the payer can try again. */
export interface PageNotice {
  reason:
    | 'done_payment'
    | 'link_used'
    | 'link_expired'
    | 'link_over'
    | 'busy'
    | 'review'
    | 'cancelled'
    | 'expired'
    | 'resting'
    | 'too_many';
  retryUrl?: string;
}

/**
 * The document of a hosted page. It references our own files with the hashes of the build, so that the browser rejects
 * a changed file.
 */
export function renderPageDocument(language: string, skin: string, notice?: PageNotice): string {
  const { scripts, style } = loadAssets();
  const retryAttribute = notice?.retryUrl === undefined ? '' : ` data-retry="${escapeHtml(notice.retryUrl)}"`;
  const attributes = notice === undefined ? '' : ` data-notice="${notice.reason}"${retryAttribute}`;
  return renderDocument(
    language,
    `skin-${skin}`,
    style,
    scripts.main,
    `<main id="checkout" aria-busy="true"${attributes}></main>`,
  );
}

/** Posts the browser to another page, automatically or by a button without scripts. */
export function renderForwardDocument(action: string, fields: Readonly<Record<string, string>>): string {
  const { scripts, style } = loadAssets();
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const form =
    `<main id="forward"><form method="post" action="${escapeHtml(action)}">${inputs.join('')}` +
    `<button type="submit">&#8594;</button></form></main>`;
  return renderDocument('en', 'skin-1', style, scripts.forward, form);
}

/** A page without scripts, for the sandbox's issuer. */
export function renderPlainDocument(main: string): string {
  return renderDocument('en', 'skin-3', loadAssets().style, undefined, `<main>${main}</main>`);
}

function renderDocument(
  language: string,
  className: string,
  style: Asset | undefined,
  script: Asset | undefined,
  main: string,
): string {
  const sheet =
    style && `<link rel="stylesheet" href="${pagePrefix}${style.name}" integrity="${style.integrity}">`;
  const code =
    script &&
    `<script type="module" src="${pagePrefix}${script.name}" integrity="${script.integrity}"></script>`;
  return (
    `<!doctype html><html lang="${language}" class="${className}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
    `<meta name="color-scheme" content="light dark"><link rel="icon" href="${pagePrefix}icon.svg"><title>Countinghouse</title>${sheet ?? ''}${code ?? ''}</head>` +
    `<body>${main}</body></html>`
  );
}

/** Reads the assets once. */
function loadAssets(): Assets {
  cachedAssets ??= readAssets(pageFolder);
  return cachedAssets;
}

/** Throws when a file differs from its build, so that it is never served. */
export function readAssets(folder: string): Assets {
  const recorded = join(folder, 'integrity.json');
  if (!existsSync(recorded)) return { scripts: { main: undefined, forward: undefined }, style: undefined };
  const hashes = JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, string>;
  const names = readdirSync(join(folder, 'assets'));
  const asset = (pattern: RegExp): Asset | undefined => {
    const file = names.find((name) => pattern.test(name));
    if (file === undefined) return undefined;
    const name = `assets/${file}`;
    const integrity = computeIntegrity(readFileSync(join(folder, name)));
    if (hashes[name] !== integrity) throw new Error(`dist/checkout/${name} differs from its build`);
    return { name, integrity };
  };
  return {
    scripts: { main: asset(/^main-.*\.js$/), forward: asset(/^forward-.*\.js$/) },
    style: asset(/\.css$/),
  };
}

const computeIntegrity = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Headers of a hosted page: only our own scripts and styles, only frames of registered sites. */
export function pageHeaders(ancestors: string, formAction = "'self'"): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; ` +
      `connect-src 'self'; base-uri 'none'; form-action ${formAction}; object-src 'none'; ` +
      `frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'`,
  };
}
