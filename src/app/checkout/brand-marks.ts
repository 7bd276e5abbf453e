import { brandNames } from './card-rules.ts';
import { element } from './page/element.ts';

/** A shape of a drawing: its element, its attributes and its text. */
type Shape = readonly [
  tag: 'rect' | 'circle' | 'path' | 'text',
  attributes: Record<string, string>,
  text?: string,
];

const circle = (cx: number, r: number, fill: string): Shape => [
  'circle',
  { cx: String(cx), cy: '11', r: String(r), fill },
];
const bar = (x: number, width: number, fill: string): Shape => [
  'rect',
  { x: String(x), y: '4', width: String(width), height: '14', rx: '2', fill },
];
const word = (text: string, x: number, size: number, fill: string): Shape => [
  'text',
  {
    x: String(x),
    y: String(11 + size * 0.36),
    'font-size': String(size),
    'font-weight': '600',
    'text-anchor': 'middle',
    fill,
  },
  text,
];

/** Drawn for this page, small and plain. Each is on a white card of 34 × 22. */
const drawings: Readonly<Record<string, readonly Shape[]>> = {
  Visa: [word('VISA', 17, 11, '#1a1f71')],
  Mastercard: [
    circle(13.5, 6, '#d9222a'),
    circle(20.5, 6, '#ee9f2d'),
    ['path', { d: 'M17 6.1a6 6 0 0 1 0 9.8a6 6 0 0 1 0-9.8', fill: '#f26722' }],
  ],
  'American Express': [
    ['rect', { width: '34', height: '22', rx: '3', fill: '#016fd0' }],
    word('AMEX', 17, 10, '#fff'),
  ],
  Maestro: [
    circle(13.5, 6, '#0099df'),
    circle(20.5, 6, '#d9222a'),
    ['path', { d: 'M17 6.1a6 6 0 0 1 0 9.8a6 6 0 0 1 0-9.8', fill: '#6c6bbd' }],
  ],
  JCB: [
    bar(7, 6, '#1f6ab3'),
    bar(14, 6, '#c8203c'),
    bar(21, 6, '#2c8c3c'),
    word('J', 10, 8, '#fff'),
    word('C', 17, 8, '#fff'),
    word('B', 24, 8, '#fff'),
  ],
  Discover: [
    ['path', { d: 'M12 21.5Q27 19 33.5 12v7a2.5 2.5 0 0 1-2.5 2.5z', fill: '#f47216' }],
    word('DISCOVER', 17, 6, '#23262b'),
  ],
  'Diners Club': [
    circle(17, 7.5, '#0a4f94'),
    ['path', { d: 'M15 6.6v8.8a5 5 0 0 1 0-8.8M19 6.6v8.8a5 5 0 0 0 0-8.8', fill: '#fff' }],
  ],
};

/** The mark of a brand, hidden from screen readers, which read the name beside it. */
function drawMark(name: string): SVGSVGElement {
  const svg = svgElement('svg', { viewBox: '0 0 34 22', class: 'mark', 'aria-hidden': 'true' });
  svg.append(
    svgElement('rect', {
      x: '.5',
      y: '.5',
      width: '33',
      height: '21',
      rx: '3',
      fill: '#fff',
      stroke: '#b9bfcc',
    }),
  );
  for (const [tag, attributes, text] of drawings[name] ?? []) {
    const shape = svgElement(tag, attributes);
    shape.textContent = text ?? '';
    svg.append(shape);
  }
  return svg;
}

function svgElement<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string>) {
  const created = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  return created;
}

export const namedMark = (name: string): Node[] => [
  drawMark(name),
  element('span', { class: 'unseen' }, name),
];

interface BrandMarks {
  /** All accepted brands, in one line. */
  line: HTMLElement;
  /** The brand of the typed number. */
  badge: HTMLElement;
  choose(name: string | undefined): void;
}

/** The marks of the accepted brands. Once the brand of the number is known, the others are dimmed. */
export function brandMarks(): BrandMarks {
  const marks = new Map(brandNames.map((name) => [name, element('li', {}, ...namedMark(name))]));
  const badge = element('span', { class: 'brand', 'aria-live': 'polite' });
  let chosen: string | undefined;
  return {
    line: element('ul', { class: 'marks' }, ...marks.values()),
    badge,
    choose(name) {
      if (name === chosen) return;
      chosen = name;
      badge.replaceChildren(...(name === undefined ? [] : namedMark(name)));
      for (const [other, mark] of marks) mark.classList.toggle('other', name !== undefined && other !== name);
    },
  };
}
