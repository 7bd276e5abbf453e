import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/config.ts';

/** Where the built page lies, and under which address the gateway serves it. */
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

let known: Assets | undefined;

/** Why a page has no session to show, as its words name it, and where the payer can try again. */
export interface PageTrouble {
  why:
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
  again?: string;
}

/**
 * The documents of the hosted pages: nothing in them but names of our own files, each with the hash that was recorded
 * when it was built; the browser refuses one that has been changed since.
 */
export function pageDocument(language: string, skin: string, trouble?: PageTrouble): string {
  const { scripts, style } = assets();
  const again = trouble?.again === undefined ? '' : ` data-again="${escaped(trouble.again)}"`;
  const why = trouble === undefined ? '' : ` data-trouble="${trouble.why}"${again}`;
  return document(
    language,
    `skin-${skin}`,
    style,
    scripts.main,
    `<main id="checkout" aria-busy="true"${why}></main>`,
  );
}

/** Posts the browser on to another page: by itself, or by its button where scripts do not run. */
export function forwardDocument(action: string, fields: Readonly<Record<string, string>>): string {
  const { scripts, style } = assets();
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const form =
    `<main id="forward"><form method="post" action="${escaped(action)}">${inputs.join('')}` +
    `<button type="submit">&#8594;</button></form></main>`;
  return document('en', 'skin-1', style, scripts.forward, form);
}

/** A page without script, for the sandbox's issuer. */
export function plainDocument(main: string): string {
  return document('en', 'skin-3', assets().style, undefined, `<main>${main}</main>`);
}

function document(
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

/** Read once. */
function assets(): Assets {
  known ??= readAssets(pageFolder);
  return known;
}

/** A file that is not as it was built stops the page rather than being served. */
export function readAssets(folder: string): Assets {
  const recorded = join(folder, 'integrity.json');
  if (!existsSync(recorded)) return { scripts: { main: undefined, forward: undefined }, style: undefined };
  const hashes = JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, string>;
  const names = readdirSync(join(folder, 'assets'));
  const asset = (pattern: RegExp): Asset | undefined => {
    const file = names.find((name) => pattern.test(name));
    if (file === undefined) return undefined;
    const name = `assets/${file}`;
    const integrity = integrityHash(readFileSync(join(folder, name)));
    if (hashes[name] !== integrity) throw new Error(`dist/checkout/${name} is not as it was built`);
    return { name, integrity };
  };
  return {
    scripts: { main: asset(/^main-.*\.js$/), forward: asset(/^forward-.*\.js$/) },
    style: asset(/\.css$/),
  };
}

export const integrityHash = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);
