import type { ConnectRequest, ConnectionCheck } from '../adapter.ts';
import { callStripe } from './stripe-client.ts';
import { balance } from './stripe-results.ts';

/** Reads the balance: it needs the key, and names the mode. */
export async function checkStripe(request: ConnectRequest, url: string): Promise<ConnectionCheck[]> {
  const events: ConnectionCheck = {
    name: 'events',
    result: 'not-testable',
    detail: 'Send a test event from the Dashboard to this connection’s event address',
  };
  const reply = await callStripe(request, balance, { url: `${url}/balance`, method: 'GET' });
  if (reply.kind === 'ok') {
    const isLive = reply.body.livemode;
    const isRight = isLive === (request.mode === 'LIVE');
    return [
      { name: 'connection', result: 'passed', detail: 'Stripe responds' },
      { name: 'credentials', result: 'passed', detail: 'Stripe accepts the secret key' },
      {
        name: 'account',
        result: isRight ? 'passed' : 'failed',
        detail: isRight
          ? 'The key is of the connection’s mode'
          : `The key is for ${isLive ? 'live' : 'test'} payments`,
      },
      events,
    ];
  }
  if (reply.kind === 'not-sent' && reply.why === 'credentials')
    return [
      { name: 'connection', result: 'passed', detail: 'Stripe responds' },
      { name: 'credentials', result: 'failed', detail: 'Stripe refuses the secret key' },
      events,
    ];
  return [{ name: 'connection', result: 'failed', detail: 'No connection could be made' }, events];
}
