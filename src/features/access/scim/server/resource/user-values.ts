import { hasCardNumber } from '#shared/card-number.ts';
import { isOneEmail } from '#shared/email-address.ts';
import { refusals } from '../refuse.ts';

/** The attributes of a user that an identity provider can set. null: absent. */
export interface UserValues {
  userName: string;
  givenName: string;
  familyName: string;
  displayName: string | null;
  /** null: the user name. */
  email: string | null;
  externalId: string | null;
  active: boolean;
  locale: string | null;
  timezone: string | null;
}

const emptyUser: UserValues = {
  userName: '',
  givenName: '',
  familyName: '',
  displayName: null,
  email: null,
  externalId: null,
  active: true,
  locale: null,
  timezone: null,
};

type TextField = 'displayName' | 'externalId' | 'locale' | 'timezone';
type NameField = 'userName' | 'givenName' | 'familyName';

const textFields: Readonly<Record<string, [TextField, max: number]>> = {
  displayname: ['displayName', 200],
  externalid: ['externalId', 200],
  locale: ['locale', 35],
  timezone: ['timezone', 60],
};
const nameFields: Readonly<Record<string, NameField>> = {
  username: 'userName',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
};

/** Attributes of RFC 7643 that the product does not keep. Providers send them by default, so they change nothing. */
const ignored =
  /^(?:name\.(?:formatted|middlename|honorificprefix|honorificsuffix)|emails\.(?:type|primary|display)|nickname|profileurl|title|usertype|preferredlanguage|password|phonenumbers|ims|photos|addresses|entitlements|roles|x509certificates|schemas)(?:$|[.[])/;
const readOnly = new Set(['id', 'meta', 'groups']);

/** A key of a body or the attribute of a path, in lower case; undefined for attributes of other schemas. */
export function userAttribute(name: string): string | undefined {
  const key = name.toLowerCase();
  const core = 'urn:ietf:params:scim:schemas:core:2.0:user';
  if (key === core) return '';
  if (key.startsWith(`${core}:`)) return key.slice(core.length + 1);
  return key.startsWith('urn:') ? undefined : key;
}

/** Sets an attribute. `isKnown` false: the product does not support it. Throws invalidValue. */
export function setUserValue(values: UserValues, key: string, value: unknown): { isKnown: boolean } {
  const text = textFields[key];
  const name = nameFields[key];
  if (text) values[text[0]] = optionalText(key, value, text[1]);
  else if (name) values[name] = requiredText(key, value);
  else if (key === 'active') values.active = readBoolean(value);
  else if (key === 'name') setParts(values, key, value);
  else if (key === 'emails') values.email = readEmails(value);
  else if (key === 'emails.value') values.email = value === null ? null : readEmail(value);
  else return { isKnown: ignored.test(key) };
  return { isKnown: true };
}

/** Makes an attribute absent. Throws mutability for one that a user must have. */
export function clearUserValue(values: UserValues, key: string): { isKnown: boolean } {
  const text = textFields[key];
  if (text) values[text[0]] = null;
  else if (key === 'emails' || key === 'emails.value') values.email = null;
  else if (nameFields[key] || key === 'name' || key === 'active') throw refusals.readOnly(key);
  else return { isKnown: ignored.test(key) };
  return { isKnown: true };
}

export const isReadOnly = (key: string): boolean => readOnly.has(key.split(/[.[]/)[0] ?? '');

function setParts(values: UserValues, key: string, value: unknown): void {
  for (const [part, inner] of Object.entries(readObject(key, value)))
    if (inner !== null && inner !== undefined) setUserValue(values, `${key}.${part.toLowerCase()}`, inner);
}

/** Entra ID writes "True" and "False", also in a list with an object. */
function readBoolean(value: unknown): boolean {
  const inner = unwrap(value);
  const text = typeof inner === 'string' ? inner.toLowerCase() : inner;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw refusals.value('active', 'must be true or false');
}

function requiredText(key: string, value: unknown): string {
  const text = optionalText(key, value, 400);
  if (text === null) throw refusals.value(key, 'must not be empty');
  return text;
}

function optionalText(key: string, value: unknown, max: number): string | null {
  if (value === null || value === undefined || value === '') return null;
  const inner = unwrap(value);
  if (typeof inner !== 'string') throw refusals.value(key, 'must be a text');
  const text = inner.trim();
  if (text.length > max) throw refusals.value(key, `has at most ${max} characters`);
  if (hasCardNumber(text)) throw refusals.value(key, 'must not contain a card number');
  return text === '' ? null : text;
}

/** Entra ID and Okta wrap a single value in a list or object. */
function unwrap(value: unknown): unknown {
  const [single] = Array.isArray(value) ? (value as unknown[]) : [value];
  return typeof single === 'object' && single !== null ? (single as { value?: unknown }).value : single;
}

/** The work address, else the primary one, else the first. */
function readEmails(value: unknown): string | null {
  const list = (Array.isArray(value) ? (value as unknown[]) : [value]).filter((item) => item !== null);
  const emails = list
    .slice(0, 20)
    .map((item) => (typeof item === 'string' ? { value: item } : readObject('emails', item)));
  const selected =
    emails.find((email) => String(readPart(email, 'type') ?? '').toLowerCase() === 'work') ??
    emails.find((email) => String(readPart(email, 'primary') ?? '').toLowerCase() === 'true') ??
    emails[0];
  const address = selected && readPart(selected, 'value');
  return address === undefined || address === null || address === '' ? null : readEmail(address);
}

function readEmail(value: unknown): string {
  const text = requiredText('emails.value', value);
  if (!isOneEmail(text)) throw refusals.value('emails.value', 'must be an email address');
  return text;
}

function readPart(object: Record<string, unknown>, name: string): unknown {
  return Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1];
}

export function readObject(key: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refusals.value(key, 'must be an object');
  return value as Record<string, unknown>;
}

/**
 * The values of a POST or PUT body. An absent attribute is absent afterwards, except `active`, which stays. Attributes that
 * the product does not support change nothing (RFC 7644, section 3.3).
 */
export function readUserBody(body: Record<string, unknown>, active: boolean): UserValues {
  const values: UserValues = { ...emptyUser, active };
  for (const [name, value] of Object.entries(body)) {
    const key = userAttribute(name);
    if (key === undefined || key === '' || isReadOnly(key) || value === undefined) continue;
    if (value !== null) setUserValue(values, key, value);
  }
  return withNames(values);
}

/** Fills an absent first or last name, which some providers do not have, from the display name or the user name. */
export function withNames(values: UserValues): UserValues {
  if (values.userName === '') throw refusals.value('userName', 'is required');
  if (values.givenName !== '' && values.familyName !== '') return values;
  const fullName = values.displayName ?? [values.givenName, values.familyName].join('').trim();
  const localPart = (values.userName.split('@')[0] ?? '').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  const nameParts = (fullName === '' || fullName === null ? localPart : fullName)
    .split(/\s+/)
    .filter(Boolean);
  const last = nameParts.at(-1) ?? localPart;
  const firstNames = nameParts.length > 1 ? nameParts.slice(0, -1).join(' ') : last;
  return {
    ...values,
    givenName: values.givenName === '' ? firstNames : values.givenName,
    familyName: values.familyName === '' ? last : values.familyName,
  };
}
