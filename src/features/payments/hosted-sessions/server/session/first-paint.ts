import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/config.ts';
import { escapeHtml } from '#shared/text/escape.ts';
import { fillTranslation } from '#shared/text/fill-placeholders.ts';
import type { GooglePayData } from '../../google-pay-data.ts';
import type { PageData } from '../../page-data.ts';
import { type PageLanguage, htmlLanguage, languagesWithNames } from '#shared/page-languages.ts';
import { type Markup, type Translate, formatAmount, summaryMarkup } from '../../page-summary.ts';
import type { PageView } from '../../schemas.ts';

const publicFolder = join(projectRoot, 'src', 'app', 'checkout', 'public');
const cachedTexts = new Map<PageLanguage, Record<string, string>>();

function loadTexts(language: PageLanguage): Record<string, string> {
  const cached = cachedTexts.get(language);
  if (cached) return cached;
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(publicFolder, folder, `${language}.json`), 'utf8')) as Record<
      string,
      string
    >;
  const texts = { ...read('locales'), ...(languagesWithNames.includes(language) ? read('names') : {}) };
  cachedTexts.set(language, texts);
  return texts;
}

/** The texts of a language, for documents that the gateway writes. */
export const translatorFor = (language: PageLanguage): Translate => {
  const texts = loadTexts(language);
  return (key, values = {}) => fillTranslation(texts[key] ?? key, values);
};

/** The parts of a document that are painted before any script runs (docs/decisions/0170). */
interface FirstPaint {
  title: string;
  /** Painted before the styles arrive. */
  picture: string;
  /** Painted with the styles. */
  content: string;
  data: string;
}

export function renderFirstPaint(language: PageLanguage, view?: PageView): FirstPaint {
  const texts = loadTexts(language);
  const data = renderData({ language, texts, ...(view && { view }) });
  // The terminal's frame is small, and has its own outline around it.
  if (!view || view.isTerminal) return { title: view?.merchantName ?? '', picture: '', content: '', data };
  const t = translatorFor(language);
  const locale = htmlLanguage(language);
  return {
    title: view.merchantName,
    picture: renderPicture(view, locale),
    content:
      renderMarkup(summaryMarkup(view, t, locale)) + (view.step === 'FORM' ? renderSkeleton(view) : ''),
    data,
  };
}

/** A block of data, which the browser never runs. No text in it can end the element or open a comment. */
export const renderData = (data: PageData | GooglePayData): string =>
  `<script type="application/json" id="page-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Hidden until the styles arrive, which show it, unless it is part of another element. */
export function renderMarkup({ tag, attributes = {}, children = [] }: Markup, isInner = false): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
  const open = `<${tag}${written}${isInner ? '' : ' hidden'}>`;
  if (tag === 'img') return open;
  const inner = children.map((child) =>
    typeof child === 'string' ? escapeHtml(child) : renderMarkup(child, true),
  );
  return `${open}${inner.join('')}</${tag}>`;
}

/** The fields of a form in outline: one or two to a line. */
function fieldLines({ amount, kind, asks }: PageView): number[] {
  return [
    ...(amount === null && kind === 'payments' ? [1] : []),
    1,
    asks.cv2 ? 2 : 1,
    1,
    ...{ NONE: [], POSTCODE: [1, 1], FULL: [1, 2, 1] }[asks.address],
  ];
}

function renderSkeleton(view: PageView): string {
  const lines = fieldLines(view).map((fields) => `<div class="pair">${'<i></i>'.repeat(fields)}</div>`);
  return `<div class="skeleton" aria-hidden="true" hidden>${lines.join('')}<b></b></div>`;
}

const width = 358;
const lineHeight = 92;

/**
 * The page as a drawing. The content security policy allows no style in a document, but attributes of a drawing place
 * and colour it. It follows the system's theme by its system colours.
 */
function renderPicture(view: PageView, locale: string): string {
  const amount = view.amount === null ? '' : formatAmount(view.amount, view, locale);
  const lines = view.step === 'FORM' ? fieldLines(view) : [];
  const top = 128;
  const height = top + (lines.length > 0 ? lines.length * lineHeight + 100 : 120);
  const block = (x: number, y: number, w: number, h: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="8" fill="CanvasText" fill-opacity=".1"/>`;
  const fields = lines.flatMap((count, line) => {
    const y = top + 20 + line * lineHeight;
    const w = count === 1 ? width - 40 : (width - 52) / 2;
    return Array.from({ length: count }, (_, index) => block(20 + index * (w + 12), y + 24, w, 44));
  });
  const press = lines.length > 0 ? block(20, top + 20 + lines.length * lineHeight, width - 40, 46) : '';
  const frame =
    `<rect x=".5" y="${top}.5" width="${width - 1}" height="${height - top - 1}" rx="12" fill="none" ` +
    `stroke="CanvasText" stroke-opacity=".15"/>`;
  const text = (x: number, y: number, size: number, words: string) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="600">${escapeHtml(words)}</text>`;
  return (
    `<svg class="first-paint" aria-hidden="true" width="100%" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `preserveAspectRatio="xMidYMin meet" font-family="Inter, system-ui, sans-serif" fill="CanvasText">` +
    `${block(4, 24, 32, 32)}${text(46, 46, 16, shorten(view.merchantName, 34))}${text(4, 92, 26, amount)}` +
    `${frame}${fields.join('')}${press}</svg>`
  );
}

/** A drawing breaks no lines. */
const shorten = (text: string, length: number): string =>
  [...text].length <= length ? text : `${[...text].slice(0, length - 1).join('')}…`;
