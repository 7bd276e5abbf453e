import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '#shared/text/escape.ts';
import { projectRoot } from '#server/config.ts';
import { type PageLanguage, htmlLanguage } from '#shared/page-languages.ts';
import type { PageView } from '../../schemas.ts';
import { summaryMarkup } from '../../page-summary.ts';
import type { GooglePayData } from '../../google-pay-data.ts';
import { renderData, renderFirstPaint, renderMarkup, translatorFor } from './first-paint.ts';

/** The folder of the built page, and the path under which the gateway serves it. */
export const pageFolder = join(projectRoot, 'dist', 'checkout');
export const pagePrefix = '/hosted/page/';

interface Asset {
  name: string;
  integrity: string;
}

const scriptNames = ['main', 'forward', 'fingerprint', 'google-pay', 'sandbox-google-pay'] as const;
type ScriptName = (typeof scriptNames)[number];

interface Assets {
  scripts: Partial<Record<ScriptName, Asset | undefined>>;
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
    | 'no_session'
    | 'reserved'
    | 'too_many';
  retryUrl?: string;
  /** Until then a retry would fail. */
  waitSeconds?: number;
}

/**
 * The document of a hosted page. It references our own files with the hashes of the build, so that the browser rejects
 * a changed file.
 */
export function renderPageDocument(
  language: PageLanguage,
  skin: string,
  { notice, view }: { notice?: PageNotice; view?: PageView } = {},
): string {
  const { scripts } = loadAssets();
  const retryAttribute = notice?.retryUrl === undefined ? '' : ` data-retry="${escapeHtml(notice.retryUrl)}"`;
  const waitAttribute = notice?.waitSeconds === undefined ? '' : ` data-wait="${notice.waitSeconds}"`;
  const attributes =
    notice === undefined ? '' : ` data-notice="${notice.reason}"${retryAttribute}${waitAttribute}`;
  const { title, picture, content, data } = renderFirstPaint(language, view);
  return renderDocument({
    language: htmlLanguage(language),
    className: `skin-${skin}`,
    title,
    script: scripts.main,
    before: picture,
    main: `<main id="checkout" aria-busy="true"${attributes}>${content}</main>${data}`,
  });
}

/** Posts the browser to another page, automatically or by a button without scripts. */
export function renderForwardDocument(action: string, fields: Readonly<Record<string, string>>): string {
  const { scripts } = loadAssets();
  const form =
    `<main id="forward"><form method="post" action="${escapeHtml(action)}">${hiddenInputs(fields)}` +
    `<button type="submit">&#8594;</button></form></main>`;
  return renderDocument({ script: scripts.forward, main: form });
}

interface FingerprintDocument {
  language: PageLanguage;
  skin: string;
  /** The issuer's page for the hidden frame, and the form that opens it there. */
  methodUrl: string;
  fields: Readonly<Record<string, string>>;
  /** Where the browser goes on, with the state. */
  finishUrl: string;
  state: string;
}

/** Lets the issuer identify the browser. `fingerprint.ts` posts both forms; without scripts the second one has a button. */
export function renderFingerprintDocument(page: FingerprintDocument): string {
  const { language, skin, methodUrl, fields, finishUrl, state } = page;
  const t = translatorFor(language);
  const finish = hiddenInputs({ state, completed: 'N' });
  return renderDocument({
    language: htmlLanguage(language),
    className: `skin-${skin}`,
    title: t('processing'),
    script: loadAssets().scripts.fingerprint,
    main:
      `<main><section class="state" aria-busy="true"><h1>${escapeHtml(t('processing'))}</h1>` +
      `<p role="status">${escapeHtml(t('processing_help'))}</p>` +
      `<iframe name="method" title="" hidden sandbox="allow-forms allow-scripts allow-same-origin"></iframe>` +
      `<form id="identify" hidden method="post" action="${escapeHtml(methodUrl)}" target="method">${hiddenInputs(fields)}</form>` +
      `<form id="finish" hidden method="post" action="${escapeHtml(finishUrl)}">${finish}</form>` +
      `<noscript><form method="post" action="${escapeHtml(finishUrl)}">${finish}` +
      `<button type="submit" class="primary">&#8594;</button></form></noscript></section></main>`,
  });
}

/** The last document of the hidden frame, which reports to the one around it that the issuer's page has ended. */
export const renderReportDocument = (): string =>
  renderDocument({ script: loadAssets().scripts.fingerprint, main: '<main></main>' });

const hiddenInputs = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');

/** Leads back to the payment page, by the browser's history or by a link. */
export const renderReturnDocument = (url: string): string =>
  renderDocument({
    script: loadAssets().scripts.forward,
    main: `<main id="forward"><a class="primary" href="${escapeHtml(url)}">&#8594;</a></main>`,
  });

/** The sandbox's substitute for Google's script. */
export function substituteScript(): GooglePayData['script'] {
  const asset = loadAssets().scripts['sandbox-google-pay'];
  return asset ? { src: `${pagePrefix}${asset.name}`, integrity: asset.integrity } : { src: '' };
}

/** The document of Google Pay: merchant and amount, Google's button once its script is there, and the way back to the card form. */
export function renderGooglePayDocument(view: PageView, data: GooglePayData): string {
  const t = translatorFor(view.language);
  const locale = htmlLanguage(view.language);
  return renderDocument({
    language: locale,
    className: `skin-${view.skin}`,
    title: view.merchantName,
    script: loadAssets().scripts['google-pay'],
    main:
      `<main>${renderMarkup(summaryMarkup(view, t, locale, false), true)}` +
      `<section class="state google-pay" aria-busy="true"><h2>Google Pay</h2><div id="google-pay-button"></div>` +
      `<p id="google-pay-status" role="status">${escapeHtml(t('processing'))}</p>` +
      `<a class="quiet" href="${escapeHtml(data.returnUrl)}">${escapeHtml(t('pay_card'))}</a></section></main>` +
      renderData(data),
  });
}

/** A page without scripts, for the sandbox's issuer. */
export function renderPlainDocument(main: string): string {
  return renderDocument({ className: 'skin-3', main: `<main>${main}</main>` });
}

interface DocumentParts {
  language?: string;
  className?: string;
  title?: string;
  script?: Asset | undefined;
  /** Painted before the styles arrive. */
  before?: string;
  main: string;
}

/** The styles follow what needs none: browsers paint nothing that comes after them before they are loaded. */
function renderDocument({
  language = 'en',
  className = 'skin-1',
  title = '',
  script,
  before = '',
  main,
}: DocumentParts): string {
  const { style } = loadAssets();
  const sheet =
    style && `<link rel="stylesheet" href="${pagePrefix}${style.name}" integrity="${style.integrity}">`;
  const code =
    script &&
    `<script type="module" src="${pagePrefix}${script.name}" integrity="${script.integrity}"></script>`;
  return (
    `<!doctype html><html lang="${language}" class="${className}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
    `<meta name="color-scheme" content="light dark"><link rel="icon" href="${pagePrefix}icon.svg"><title>${escapeHtml(title || 'Countinghouse')}</title>${code ?? ''}</head>` +
    `<body>${before}${sheet ?? ''}${main}</body></html>`
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
  if (!existsSync(recorded)) return { scripts: {}, style: undefined };
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
    scripts: Object.fromEntries(scriptNames.map((name) => [name, asset(new RegExp(`^${name}-[^.]*\\.js$`))])),
    style: asset(/\.css$/),
  };
}

const computeIntegrity = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Headers of a hosted page: only our own scripts and styles, no frames, and only in frames of registered sites. */
export function pageHeaders(
  ancestors: string,
  formAction = "'self'",
  frames?: string,
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; ` +
      `connect-src 'self'; base-uri 'none'; form-action ${formAction}; object-src 'none'; ` +
      `${frames === undefined ? '' : `frame-src ${frames}; `}frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'`,
  };
}

/** What a document may use of the browser: only payments, and only where it asks a wallet. */
const permissions = (payment: string) => ({
  'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(${payment})`,
});

/** Of the page that offers Apple Pay. In a frame the merchant's page must allow it too (`allow="payment"`). */
export const applePayPermissions = permissions('self');

const google = 'https://pay.google.com';

/**
 * Headers of the document of Google Pay. Google's script writes styles into it, opens a window and frames, and has no hash that would stay the
 * same: so the document has no card field, is never in a frame, and shares no window with the page that has one.
 */
export function googlePayHeaders(isSubstitute: boolean): Record<string, string> {
  const from = (...sources: string[]) => ["'self'", ...(isSubstitute ? [] : sources)].join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none'; script-src ${from(google)}; style-src ${from("'unsafe-inline'")}; ` +
      `img-src ${from('https://www.gstatic.com', google)}; font-src 'self'; ` +
      `connect-src ${from(google, 'https://google.com/pay', 'https://www.google.com/pay')}; ` +
      `frame-src ${isSubstitute ? "'none'" : google}; base-uri 'none'; form-action 'self'; object-src 'none'; frame-ancestors 'none'`,
    'cross-origin-opener-policy': isSubstitute ? 'same-origin' : 'same-origin-allow-popups',
    ...permissions(isSubstitute ? '' : `self "${google}"`),
  };
}
