import { randomUUID } from 'node:crypto';
import type { ConnectRequest, ConnectionCheck } from '../adapter.ts';
import { callHyperswitch } from './hyperswitch-client.ts';
import { paymentIdOf } from './hyperswitch-ids.ts';
import { payment } from './hyperswitch-results.ts';

/** Reads a payment that does not exist: it needs the API key, and shows that a missing payment is recognised. */
export async function checkHyperswitch(request: ConnectRequest): Promise<ConnectionCheck[]> {
  const line = (name: string, result: ConnectionCheck['result'], detail: string): ConnectionCheck => ({
    name,
    result,
    detail,
  });
  const rest = [
    line(
      'account',
      'not-testable',
      'Hyperswitch does not return the profile or whether its connectors are in test mode',
    ),
    line(
      'events',
      'not-testable',
      'Make a test payment, then check in the control center that its event was delivered',
    ),
  ];
  const path = `/payments/${paymentIdOf(`check-${randomUUID()}`)}`;
  const reply = await callHyperswitch(request, payment, { path, method: 'GET' });
  const responds = line('connection', 'passed', 'Hyperswitch responds');
  if (reply.kind === 'refused' && reply.isMissing)
    return [responds, line('credentials', 'passed', 'Hyperswitch accepts the API key'), ...rest];
  if (reply.kind === 'not-sent' && reply.why === 'credentials')
    return [responds, line('credentials', 'failed', 'Hyperswitch refuses the API key'), ...rest];
  if (reply.kind === 'refused')
    return [line('connection', 'failed', `This is not the API of Hyperswitch: ${reply.error.code}`), ...rest];
  return [line('connection', 'failed', 'No connection could be made'), ...rest];
}
