import { maskCardNumbers } from '#shared/card-number.ts';
import { redactAddress } from './redact-body.ts';
import type { RequestFilter } from './api-request-table.ts';

/** A call of the merchant API with its route. */
export interface Call {
  name: string;
  method: string;
  url: string;
}

/** The form of a request id. */
export const isUuid = (text: string): boolean => uuid.test(text);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const transactionId = /^[1-9]\d{5,15}$/;

/**
 * What a text can mean, the most probable first: a request id or a transaction, an address, an Idempotency-Key, which has any
 * form.
 */
export function readSearch(text: string, calls: readonly Call[]): Partial<RequestFilter>[] {
  const sent = text.trim();
  const key = { idempotencyKey: maskCardNumbers(sent.slice(0, 255)) };
  if (isUuid(sent)) return [{ requestId: sent.toLowerCase() }, key];
  if (transactionId.test(sent)) return [{ transactionId: Number(sent) }, key];
  const [, method, address] = /^(?:([A-Z]+)\s+)?(?:https?:\/\/[^/\s]+)?(\/\S*)$/.exec(sent) ?? [];
  return [address === undefined ? key : readAddress(address, method, calls)];
}

/** A whole address names a call, and perhaps a transaction. Of another one the beginning is compared. */
function readAddress(
  address: string,
  method: string | undefined,
  calls: readonly Call[],
): Partial<RequestFilter> {
  const [path = ''] = address.split('?');
  const parts = path.replace(/\/$/, '').split('/');
  const matching = calls.filter((call) => {
    const template = call.url.split('/');
    const isSame = template.every((part, index) => part.startsWith('{') || part === parts[index]);
    return template.length === parts.length && isSame && (method === undefined || method === call.method);
  });
  // `…/payment` also has the form of a transaction's address. The most literal route wins.
  const [call] = matching.toSorted((left, right) => left.url.split('{').length - right.url.split('{').length);
  if (call === undefined) return { path: redactAddress(address) };
  const id = parts[call.url.split('/').indexOf('{transactionId}')] ?? '';
  return { call: call.name, ...(transactionId.test(id) ? { transactionId: Number(id) } : {}) };
}
