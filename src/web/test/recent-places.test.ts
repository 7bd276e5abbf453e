import { beforeEach, expect, test, vi } from 'vitest';
import { standInForBrowser } from '#app/web/test/browser-stand-in.ts';
import { recentPlaces, rememberPlace } from '../palette/recent-places.ts';

beforeEach(() => {
  standInForBrowser();
  return () => vi.unstubAllGlobals();
});

test('lists the place opened last first, each once', () => {
  for (const name of ['a', 'b', 'a']) rememberPlace({ label: name, href: `/user/${name}` });
  expect(recentPlaces().map(({ label }) => label)).toEqual(['a', 'b']);
});

test('keeps six places', () => {
  for (let index = 0; index < 9; index += 1) rememberPlace({ label: `${index}`, href: `/user/${index}` });
  expect(recentPlaces().map(({ label }) => label)).toEqual(['8', '7', '6', '5', '4', '3']);
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 7])(
  'follows no stored address outside the portal: %s',
  (href) => {
    sessionStorage.setItem('recentPlaces', JSON.stringify([{ label: 'x', href }]));
    expect(recentPlaces()).toEqual([]);
  },
);
