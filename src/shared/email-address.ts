/**
 * The one form in which email addresses are stored and compared (docs/domain.md#value-forms): lower case, without invisible
 * characters, the domain in ASCII (UTS 46) without a final dot. Text without an at sign is only folded.
 */
export function canonicalEmail(text: string): string {
  const folded = text
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
  const at = folded.lastIndexOf('@');
  return at < 0 ? folded : `${folded.slice(0, at)}@${asciiDomain(folded.slice(at + 1))}`;
}

function asciiDomain(domain: string): string {
  const plain = domain.replace(/\.+$/, '');
  const isPlain = Array.from(plain).every((character) => character.charCodeAt(0) < 128);
  // Other characters than those of names would make it another part of an address.
  if (isPlain || !/^[\p{L}\p{M}\p{N}.\-。]+$/u.test(plain)) return plain;
  return hosts.URL.parse(`http://${plain}`)?.hostname ?? plain;
}

/** Browsers and Node convert the names of hosts alike. */
const hosts = globalThis as unknown as { URL: { parse(address: string): { hostname: string } | null } };

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const domainPattern = new RegExp(`^${label}(?:\\.${label})*$`);
const maxLength = 254;

/** Whether the text is exactly one address: no display name, no second value after a semicolon or comma. */
export function isOneEmail(text: string): boolean {
  const email = canonicalEmail(text);
  const at = email.lastIndexOf('@');
  return (
    at > 0 &&
    email.length <= maxLength &&
    /^[^\s@;,:<>()[\]\\"]+$/.test(email.slice(0, at)) &&
    domainPattern.test(email.slice(at + 1))
  );
}

/** Whether the text is an at sign with a domain: every address of it. */
export function isEmailDomain(text: string): boolean {
  const email = canonicalEmail(text);
  return email.startsWith('@') && email.length <= maxLength && domainPattern.test(email.slice(1));
}

/** '@' and the domain of an address in its one form. */
export const emailDomain = (email: string): string => email.slice(email.lastIndexOf('@'));

/** 'a•••@example.org': for records, and for pages that others may read. */
export const maskEmail = (email: string): string => email.replace(/^(.).*@/u, '$1•••@');
