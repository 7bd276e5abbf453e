import { describe, expect, test } from 'vitest';
import { escapeHtml, escapeXml } from '../text/escape.ts';
import { fillPlaceholders, fillTranslation } from '../text/fill-placeholders.ts';

describe('escaped text', () => {
  test('is safe in HTML elements and quoted attributes', () => {
    expect(escapeHtml(`<a href="x">Tom & 'Jo'</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;Tom &amp; &#39;Jo&#39;&lt;/a&gt;',
    );
  });

  test('removes characters that XML cannot express', () => {
    expect(escapeXml('a\u0000b\ud800c\t"<&>')).toBe('abc\t&quot;&lt;&amp;&gt;');
  });
});

describe('placeholders', () => {
  test('are replaced by their values, also by 0', () => {
    expect(fillPlaceholders('{a} of {b}', { a: 0, b: 'x' })).toBe('0 of x');
  });

  test('become the default text without a value', () => {
    expect(fillPlaceholders('{a}{b}', {}, '?')).toBe('??');
  });

  test('in a value stay text', () => {
    expect(fillTranslation('{{a}} {{ b }}', { a: '{{b}}', b: '$&' })).toBe('{{b}} $&');
  });
});
