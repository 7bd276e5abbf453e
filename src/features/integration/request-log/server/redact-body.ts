import { maskCardNumbers, maskPan, panLength } from '#shared/card-number.ts';
import { addressFields, hiddenFields, shownFields } from './logged-fields.ts';

/** The longest body that is kept, in characters. A longer one is cut. */
const maxBodyLength = 16 * 1024;

const hidden = '[hidden]';
const unknownField = '[hidden: unknown field]';
const maxDepth = 12;
const maxTextLength = 2000;
const maxNameLength = 60;

/** Stops when the kept text is longer than a row keeps, so that a large body costs no more than a small one. */
interface Budget {
  left: number;
}

/**
 * A body as the request log keeps it: JSON text without card data and secrets, at most `maxBodyLength` characters. Values of
 * unknown fields are hidden, because a misspelt `cv2` is unknown too. Undefined for a body that is no object or list.
 */
export function redactBody(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return undefined;
  const text = JSON.stringify(redactValue(body, undefined, 0, { left: maxBodyLength }));
  return text.length > maxBodyLength ? `${text.slice(0, maxBodyLength - 1)}…` : text;
}

/**
 * A path with its query: values of unknown parameters and of `params` that the log hides are hidden, card numbers masked.
 */
export function redactAddress(url: string, params: unknown = {}): string {
  const [path = '', query = ''] = splitOnce(url.slice(0, maxTextLength), '?');
  const parts = [...new URLSearchParams(query)].map(([name, value]) => {
    const kept = redactValue(value, name, 0, { left: maxTextLength });
    return `${hideSecrets(name).slice(0, maxNameLength)}=${String(kept)}`;
  });
  const shownPath = hideSecrets(hideParameters(path, params as Readonly<Record<string, unknown>>));
  return (parts.length === 0 ? shownPath : `${shownPath}?${parts.join('&')}`).slice(0, maxTextLength);
}

/** Segments of the path that hold a hidden field, such as the token of a card. */
function hideParameters(path: string, params: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(params ?? {}).flatMap(([name, value]) =>
    hiddenFields.has(name) ? [String(value)] : [],
  );
  if (values.length === 0) return path;
  return path
    .split('/')
    .map((segment) => (values.some((value) => isSame(segment, value)) ? hidden : segment))
    .join('/');
}

function isSame(segment: string, value: string): boolean {
  try {
    return decodeURIComponent(segment) === value;
  } catch {
    // Such an address has no route, and so no parameters.
    return false;
  }
}

function redactValue(value: unknown, name: string | undefined, depth: number, budget: Budget): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
  if (budget.left <= 0 || depth > maxDepth) return '…';
  if (name !== undefined && hiddenFields.has(name)) return name === 'pan' ? maskField(value) : hidden;
  if (name !== undefined && !shownFields.has(name) && !addressFields.has(name)) return unknownField;
  const kept = redactKnown(value, name, depth, budget);
  if (typeof kept !== 'object') budget.left -= String(kept).length;
  return kept;
}

function redactKnown(value: unknown, name: string | undefined, depth: number, budget: Budget): unknown {
  if (typeof value === 'string')
    return addressFields.has(name ?? '')
      ? hideSecrets(splitOnce(value, /[?#]/)[0].slice(0, maxTextLength))
      : hideSecrets(value.slice(0, maxTextLength));
  if (typeof value === 'number' || typeof value === 'bigint') return redactNumber(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    // A number can be sent in pieces, or digit by digit.
    const joined = value.filter((item) => typeof item === 'string' || typeof item === 'number').join('');
    if (hasCard(joined)) return hidden;
    return value.map((item) => redactValue(item, name, depth + 1, budget)).slice(0, 1000);
  }
  const members = Object.entries(value as object).filter(([, item]) => item !== undefined);
  const isTransient = members.some(([member, item]) => member === 'transient' && isTrue(item));
  return Object.fromEntries(
    members.map(([member, item]) => {
      const shownName = shownFields.has(member) ? member : hideSecrets(member).slice(0, maxNameLength);
      budget.left -= shownName.length + 4;
      // The merchant asks not to store a transient field.
      if (isTransient && member === 'value') return [shownName, hidden];
      return [shownName, redactValue(item, member, depth + 1, budget)];
    }),
  );
}

const isTrue = (value: unknown): boolean =>
  value !== false && value !== 'false' && value !== 0 && value !== '0';

/** First six and last four digits of a number in the field for it; nothing of any other value. */
function maskField(value: unknown): string {
  const digits = typeof value === 'string' ? value.replaceAll(/[ -]/g, '') : '';
  const isNumber =
    /^[0-9]+$/.test(digits) && digits.length >= panLength.min && digits.length <= panLength.max;
  return isNumber ? maskPan(digits) : hidden;
}

/** Beyond 2^53 a number has lost its last digits, so that no check digit can be tested. */
function redactNumber(value: number | bigint): number | string {
  const text = String(value);
  const isSafe = typeof value === 'number' && Number.isSafeInteger(Math.trunc(value));
  if (!isSafe) return hidden;
  return hasCard(text) ? hidden : value;
}

const secretTexts: readonly [RegExp, string][] = [
  [/cs_(?:test|live|scim)_[\w-]+/g, hidden],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]{8,}/gi, `$1 ${hidden}`],
  // "cv2: 123" in a free text, and members of JSON in a text.
  [
    /(cv2|cv[cnv]2?|csc|cid|security.?code|verification.?(?:code|value|number)|pass(?:word|phrase|wd)?|pin(?:.?code)?|secret|api.?key|private.?key|token|cryptogram)(["'\s:=>\]]{1,6})(?:is\s+)?[\w+/=.$-]{3,}/gi,
    `$1$2${hidden}`,
  ],
];

/** A text without card numbers, however it writes them, and without what looks like a secret. */
function hideSecrets(text: string): string {
  const { mayHaveCard, mayHaveSecret, isOdd } = scan(text);
  let shown = isOdd ? text.replaceAll('\0', '').toWellFormed() : text;
  if (mayHaveCard && !instant.test(shown)) shown = hideCards(shown);
  if (mayHaveSecret) for (const [pattern, by] of secretTexts) shown = shown.replaceAll(pattern, by);
  return shown;
}

const instant = /^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;

/**
 * Finds in one pass what a text cannot contain. Most texts of a payment are short words, and every pattern would cost more than all
 * else. A card number has 13 digits, or is encoded with other characters, or in a run of at least 18 letters and digits.
 */
function scan(text: string): { mayHaveCard: boolean; mayHaveSecret: boolean; isOdd: boolean } {
  let digits = 0;
  let run = 0;
  let longestRun = 0;
  let isOdd = false;
  let isEncoded = false;
  let hasSeparator = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isDigit = code >= 48 && code <= 57;
    const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
    if (isDigit) digits += 1;
    // Plus, hyphen, slash and underscore belong to base64.
    if (isDigit || isLetter || code === 43 || code === 45 || code === 47 || code === 95) run += 1;
    else {
      longestRun = Math.max(longestRun, run);
      run = 0;
      if (code === 37 || code === 38 || code === 92) isEncoded = true;
      else if (code < 32 || code > 126) isOdd = true;
      hasSeparator = true;
    }
  }
  longestRun = Math.max(longestRun, run);
  return {
    mayHaveCard: digits >= 13 || isEncoded || isOdd || longestRun >= 18,
    mayHaveSecret: text.length >= 6 && (hasSeparator || text.includes('cs_')),
    isOdd,
  };
}

/** Masks card numbers. A text with one in another encoding is hidden as a whole. */
function hideCards(text: string): string {
  const masked = maskCardNumbers(text);
  return decodings(masked).some(hasCard) ? hidden : masked;
}

const hasCard = (text: string): boolean => maskCardNumbers(text) !== text;

/** The other texts that a text can be read as. */
function decodings(text: string): string[] {
  const found = [plainDigits(text)];
  let decoded = text;
  for (let round = 0; round < 3; round += 1) {
    const next = decodeEscapes(decoded);
    if (next === decoded) break;
    decoded = next;
    found.push(next, plainDigits(next));
  }
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{18,}/g)) {
    const bytes = Buffer.from(run, 'base64').toString('utf8');
    if (!/[^\s\x20-\x7e]/.test(bytes)) found.push(bytes, plainDigits(bytes));
    if (/^(?:3[0-9]){13,}$/.test(run)) found.push(Buffer.from(run, 'hex').toString('latin1'));
  }
  return found;
}

/** Digits of any script as 0 to 9, with one space between groups. A text that this changes has an unusual form. */
function plainDigits(text: string): string {
  const ascii = text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, (digit) => (digit >= '0' && digit <= '9' ? digit : String(digitValue(digit))));
  return ascii.replaceAll(
    /(?<=[0-9])(?:[^\p{L}\p{N} .-]|[ .-](?=[^\p{L}\p{N}]))[^\p{L}\p{N}]{0,3}(?=[0-9])/gu,
    ' ',
  );
}

/** Unicode has the decimal digits of a script in one run of ten. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (code - start < 49 && /^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

/** URL encoding, escapes of JSON and JavaScript, and numeric entities of HTML. */
function decodeEscapes(text: string): string {
  return text
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\u\{?([0-9a-f]{4})\}?/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\x([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/&#x([0-9a-f]{1,5});/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/&#([0-9]{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

function splitOnce(text: string, separator: string | RegExp): [string, string] {
  const at = typeof separator === 'string' ? text.indexOf(separator) : text.search(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
