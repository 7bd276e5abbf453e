import type { ProcessorAdapter } from '#integrations/processors/adapter.ts';
import { isPrivateHost } from '#integrations/web/private-host.ts';
import { hostAndPort } from '#integrations/web/safe-web-client.ts';
import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { type ErrorDetail, problems } from '#shared/problem.ts';
import type { AdapterView } from '../schemas.ts';

export type Adapters = ReadonlyMap<string, ProcessorAdapter>;
type AdapterField = ProcessorAdapter['settings'][number];

const defaultLength = 200;

/** Where addresses may lead, as the client of the adapters has it. */
export interface AddressRules {
  /** Http, and private addresses of every host. */
  isHttpAllowed: boolean;
  /** `host:port` of --processor-hosts: also by http and at private addresses. */
  processorHosts: readonly string[];
}

/** An adapter as a form needs it. */
export const viewAdapter = ({ name, settings, accountFields, secrets }: ProcessorAdapter): AdapterView => ({
  name,
  settings: settings.map(viewField),
  accountFields: accountFields.map(viewField),
  secrets: secrets.map((secret) => ({ ...secret })),
});

const viewField = ({
  name,
  label,
  kind,
  required,
  choices = [],
  maxLength = defaultLength,
}: AdapterField) => ({
  name,
  label,
  kind,
  required,
  choices: [...choices],
  maxLength,
});

/**
 * The values of an adapter's fields, trimmed and without empty ones. Throws 400 with the field for an unknown one, a missing
 * one, or a wrong value.
 */
export function readFields(
  fields: readonly AdapterField[],
  values: Readonly<Record<string, string>>,
  rules: AddressRules,
): Record<string, string> {
  const unknown = Object.keys(values).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) throw wrongField(unknown, 'unknown_field');
  const read: Record<string, string> = {};
  for (const field of fields) {
    const value = (Object.hasOwn(values, field.name) ? (values[field.name] ?? '') : '').trim();
    if (value === '') {
      if (field.required) throw wrongField(field.name, 'missing');
      continue;
    }
    const detail = findMistake(field, value, rules);
    if (detail) throw wrongField(field.name, detail);
    read[field.name] = value;
  }
  return read;
}

const wrongField = (name: string, detail: ErrorDetail) => problems.invalid(`body.settings.${name}`, detail);

function findMistake(
  { kind, choices = [], maxLength = defaultLength }: AdapterField,
  value: string,
  rules: AddressRules,
): ErrorDetail | undefined {
  if (value.length > maxLength) return 'too_long';
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value) || hasIssuedCardNumber(value)) return 'invalid';
  if (kind === 'choice') return choices.includes(value) ? undefined : 'not_allowed';
  return kind === 'https-url' && !isUsableUrl(value, rules) ? 'invalid' : undefined;
}

/** An https address of the public internet, or one that the operator has permitted, without credentials, query or fragment. */
function isUsableUrl(value: string, { isHttpAllowed, processorHosts }: AddressRules): boolean {
  const url = URL.parse(value);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '')
    return false;
  const isPermitted = isHttpAllowed || processorHosts.includes(hostAndPort(url));
  if (isPermitted && url.protocol === 'http:') return true;
  return url.protocol === 'https:' && (isPermitted || !isPrivateHost(value));
}
