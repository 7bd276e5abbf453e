import type { Markup } from '#features/payments/hosted-sessions/page-summary.ts';

type Child = Node | string | undefined | false;
type Properties = Record<string, string | boolean | undefined | ((event: Event) => void)>;

/** Creates an element with attributes, listeners (`onclick`) and children. Never parses markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') created.addEventListener(name.slice(2), value);
    else if (value === true) created.setAttribute(name, '');
    else if (typeof value === 'string') created.setAttribute(name, value);
  }
  created.append(...children.filter((child) => child !== undefined && child !== false));
  return created;
}

/** Creates what the gateway also writes as HTML. */
export const createMarkup = ({ tag, attributes = {}, children = [] }: Markup): HTMLElement =>
  element(
    tag,
    attributes,
    ...children.map((child) => (typeof child === 'string' ? child : createMarkup(child))),
  );

const shapes = {
  lock: 'M6 10V8a6 6 0 1 1 12 0v2m-13 0h14v11H5z',
  done: 'M4 12.5l5.5 5.5L20 6.5',
  failed: 'M6 6l12 12M18 6L6 18',
  waiting: 'M12 6v6l4 3M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18',
};

/** A decorative icon beside a text with the same meaning. */
export function icon(name: keyof typeof shapes): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', shapes[name]);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.append(path);
  return svg;
}
