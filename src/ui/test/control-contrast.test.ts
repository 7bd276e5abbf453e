import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const portal = readFileSync(new URL('../style/tokens.css', import.meta.url), 'utf8');
const payerPage = readFileSync(new URL('../../app/checkout/checkout.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';

/** The colour that a token has in a theme, as six hex digits. */
function readColour(css: string, token: string, theme: Theme): string {
  const value = new RegExp(`${token}: ([^;]+);`).exec(css)?.[1] ?? '';
  const [light, dark = light] = [...value.matchAll(/#([0-9a-f]{3,6})/g)].map(([, hex = '']) => hex);
  const hex = (theme === 'light' ? light : dark) ?? '';
  return hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const part = parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(colour: string, otherColour: string): number {
  const [dark = 0, light = 0] = [luminance(colour), luminance(otherColour)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  test.each(['--surface', '--raised', '--canvas', '--sunken', '--mantine-color-default'])(
    'draws borders of controls at 3:1 on %s',
    (ground) => {
      const line = readColour(portal, '--control-line', theme);
      expect(contrast(line, readColour(portal, ground, theme))).toBeGreaterThanOrEqual(3);
    },
  );

  test('shows the thumb of a switch at 3:1 on its track while it is off', () => {
    expect(contrast(readColour(portal, '--control-line', theme), 'ffffff')).toBeGreaterThanOrEqual(3);
  });

  test.each(['--page', '--card'])('draws borders of the payer page at 3:1 on %s', (ground) => {
    const line = readColour(payerPage, '--control-line', theme);
    expect(contrast(line, readColour(payerPage, ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

test('draws every self-made box with the border of controls', () => {
  const rules = globSync('src/{ui,web,features,app/web}/**/*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/([^{}]*)\{([^{}]*appearance: none[^{}]*)\}/g)].map(
      ([, selector = '', body = '']) => ({ rule: `${file} ${selector.trim()}`, body }),
    ),
  );
  const bordered = rules.filter(({ body }) => /border: 1px/.test(body));
  expect(bordered.map(({ rule }) => rule)).toContain('src/ui/grid/grid.module.css .check input');
  for (const { rule, body } of bordered)
    expect(body, rule).toContain('border: 1px solid var(--control-line)');
});

test('has one accent in the portal and on payer pages', () => {
  for (const theme of ['light', 'dark'] as const)
    expect(readColour(payerPage, '--accent', theme)).toBe(readColour(portal, '--accent', theme));
});

test.each(['grid.module.css', 'card-list.module.css'])(
  'rows that load again keep their contrast in %s',
  (file) => {
    const css = readFileSync(new URL(`../grid/${file}`, import.meta.url), 'utf8');
    const rule = /\[data-dimmed\] \{([^}]+)\}/.exec(css)?.[1] ?? '';
    expect(rule).toContain('color: var(--muted)');
    expect(rule).not.toContain('opacity');
  },
);
