import { expect, test } from 'vitest';
import { stripTags } from '../format/plain-text.ts';

test.each([
  ['<p>Maintenance on <b>Sunday</b></p><p>From 02:00</p>', 'Maintenance on Sunday\nFrom 02:00'],
  ['<img src=x onerror=alert(1)>Hello', 'Hello'],
  ['<script>alert(1)</script>Hello<script>', 'Hello'],
  ['Fish &amp; chips &#163;5 &lt;b&gt;', 'Fish & chips £5 <b>'],
  ['<a href="javascript:alert(1)">here', 'here'],
  ['', ''],
])('%s is shown as text', (fragment, text) => {
  expect(stripTags(fragment)).toBe(text);
});
