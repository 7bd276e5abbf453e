import { expect, test } from 'vitest';
import { parseBrowserInfo } from '../web/feedback-screen.tsx';
import { confirmationFor, findMessageError } from '../feedback-rules.ts';

test.each([
  ['', 'required'],
  [' \n\t ', 'required'],
  ['x', undefined],
  ['x'.repeat(2000), undefined],
  ['x'.repeat(2001), 'too-long'],
])('a message of %j is %s', (message, error) => {
  expect(findMessageError(message)).toBe(error);
});

test('confirms support as a problem and the rest as suggestions', () => {
  expect(confirmationFor('support')).toBe('support');
  expect(confirmationFor('improvement')).toBe('suggestion');
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome 141.0.0.0',
    'Windows 10.0',
    'desktop',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.1',
    'Edge 141.0.1',
    'Windows 10.0',
    'desktop',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Firefox 144.0',
    'Linux unknown',
    'desktop',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    'Safari 26.1',
    'macOS 10.15.7',
    'desktop',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari 18.6',
    'iOS 18.6',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome 141.0.0.0',
    'Android 16',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome 141.0.0.0',
    'Android 15',
    'tablet',
  ],
  ['curl/8.0', 'unknown unknown', 'unknown unknown', 'desktop'],
  ['', 'unknown unknown', 'unknown unknown', 'desktop'],
])('%s', (userAgent, browser, system, device) => {
  const info = parseBrowserInfo(userAgent);
  expect([`${info.browser} ${info.browserVersion}`, `${info.os} ${info.osVersion}`, info.device]).toEqual([
    browser,
    system,
    device,
  ]);
});

test('contains no line break and is limited in length', () => {
  const info = parseBrowserInfo(`Firefox/1\r\nBcc: x@evil.example ${'x'.repeat(9000)}`);
  expect(info.userAgent).toMatch(/^Firefox\/1 Bcc/);
  expect(info.userAgent.length).toBe(500);
});
