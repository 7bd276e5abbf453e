import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import type { HyperswitchAccount } from './account.ts';
import { finishAuthentication } from './payments.ts';

const path = '/simulator/authenticate/';

/** The page where the card holder authenticates; it leads back to the `return_url` of the payment. */
export function serveAuthenticationPage(
  account: HyperswitchAccount,
  request: SimulatedRequest,
): SimulatedAnswer | undefined {
  if (!request.path.startsWith(path)) return undefined;
  const payment = account.payments.get(request.path.slice(path.length));
  if (!payment) return { status: 404, body: 'No such payment' };
  if (request.method === 'POST') {
    const isAuthenticated = new URLSearchParams(request.body).get('answer') === 'yes';
    finishAuthentication(account, payment.payment_id, isAuthenticated);
    return { status: 303, headers: { location: payment.return_url ?? '/' }, body: '' };
  }
  const body = `<!doctype html><html lang="en"><title>Issuer</title><body><h1>Do you confirm this payment?</h1>
<form method="post"><button name="answer" value="yes">Confirm</button> <button name="answer" value="no">Reject</button></form></body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
