import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { ConnectRequest, ConnectionCheck } from '../adapter.ts';
import { callHyperswitch } from './hyperswitch-client.ts';
import { paymentIdOf } from './hyperswitch-ids.ts';
import { payment } from './hyperswitch-results.ts';

const line = (name: string, result: ConnectionCheck['result'], detail: string): ConnectionCheck => ({
  name,
  result,
  detail,
});

/** Reads a payment that does not exist: it needs the API key, and shows that a missing payment is recognised. */
export async function checkHyperswitch(request: ConnectRequest): Promise<ConnectionCheck[]> {
  const events = line(
    'events',
    'not-testable',
    'Make a test payment, then check in the control center that its event was delivered',
  );
  const path = `/payments/${paymentIdOf(`check-${randomUUID()}`)}`;
  const reply = await callHyperswitch(request, payment, { path, method: 'GET' });
  const responds = line('connection', 'passed', 'Hyperswitch responds');
  if (reply.kind === 'refused' && reply.isMissing) {
    const accepted = line('credentials', 'passed', 'Hyperswitch accepts the API key');
    return [responds, accepted, await checkAccount(request), events];
  }
  if (reply.kind === 'not-sent' && reply.why === 'credentials')
    return [responds, line('credentials', 'failed', 'Hyperswitch refuses the API key'), events];
  if (reply.kind === 'refused')
    return [line('connection', 'failed', `This is not the API of Hyperswitch: ${reply.error.code}`), events];
  return [line('connection', 'failed', 'No connection could be made'), events];
}

const list = z.object({ data: z.array(z.object({ merchant_id: z.string() })) });
/** The document has a list of lists, in which the router's code has one. */
const lists = z.union([list, z.array(list)]);

/** Only payments name the account of the key. Nothing names whether its connectors are in test mode. */
async function checkAccount(request: ConnectRequest): Promise<ConnectionCheck> {
  const reply = await callHyperswitch(request, lists, { path: '/payments/list?limit=1', method: 'GET' });
  const found = reply.kind === 'ok' ? [reply.body].flat().flatMap(({ data }) => data) : [];
  const [first] = found;
  if (!first)
    return line('account', 'not-testable', 'The account has no payment yet that names its merchant ID');
  return first.merchant_id === request.settings.merchantId
    ? line('account', 'passed', 'The API key is of this merchant account')
    : line('account', 'failed', `The API key is of the merchant account ${first.merchant_id}`.slice(0, 200));
}
