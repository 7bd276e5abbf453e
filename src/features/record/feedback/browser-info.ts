/** The browser and system that a feedback was sent from (docs/domain.md#feedback). */
interface BrowserInfo {
  browser: string;
  browserVersion: string;
  userAgent: string;
  device: string;
  os: string;
  osVersion: string;
}

/** The first match wins, because nearly every browser also claims to be those further down. */
const browsers: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\b(?:OPR|Opera)\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+)[^)]*\bSafari\//],
];
const systems: readonly (readonly [name: string, version: RegExp])[] = [
  ['Windows', /\bWindows NT ([\d.]+)/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b[^)]*\bOS ([\d_]+)/],
  ['macOS', /\bMac OS X ([\d_.]+)/],
  ['Android', /\bAndroid ([\d.]+)/],
  ['ChromeOS', /\bCrOS \S+ ([\d.]+)/],
  ['Linux', /\bLinux\b()/],
];
const maxLength = 500;

/** Parses a User-Agent. Missing parts are 'unknown'. */
export function parseBrowserInfo(userAgent: string): BrowserInfo {
  const text = toOneLine(userAgent).slice(0, maxLength);
  const [browser, browserVersion] = findFirstMatch(browsers, text);
  const [os, osVersion] = findFirstMatch(systems, text);
  return {
    browser,
    browserVersion,
    userAgent: text === '' ? unknown : text,
    device: parseDevice(text),
    os,
    osVersion: osVersion.replaceAll('_', '.'),
  };
}

const unknown = 'unknown';

function findFirstMatch(patterns: readonly (readonly [string, RegExp])[], text: string): [string, string] {
  for (const [name, version] of patterns) {
    const match = version.exec(text);
    if (match) return [name, match[1] || unknown];
  }
  return [unknown, unknown];
}

function parseDevice(text: string): string {
  if (/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/.test(text)) return 'tablet';
  return /\bMobile\b|\biPhone\b|\biPod\b/.test(text) ? 'phone' : 'desktop';
}

/** Removes control characters, which could break a line of the email. */
const toOneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim();
