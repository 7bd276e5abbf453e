import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import { requireObject, type StripeAccount } from './account.ts';
import { finishAuthentication } from './payment-intents.ts';
import { finishSetup } from './setup-intents.ts';
import { StripeError } from './stripe-error.ts';

interface RedirectAction {
  redirect_to_url?: { return_url?: string };
}

/** The page of `next_action`, for a browser: no API key. Undefined for another address. */
export function serveAuthenticationPage(
  account: StripeAccount,
  request: SimulatedRequest,
): SimulatedAnswer | undefined {
  if (request.path === '/simulator/authenticate') {
    const name = request.query.has('setup') ? 'setup' : 'intent';
    const id = (request.query.get(name) ?? '').replaceAll(/\W/g, '');
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `<!doctype html><html lang="en"><title>Simulated issuer</title><body><h1>Simulated issuer</h1>
        <form method="post" action="/simulator/authenticate/answer"><input type="hidden" name="${name}" value="${id}">
        <button name="result" value="yes">Complete</button> <button name="result" value="no">Fail</button></form></body></html>`,
    };
  }
  if (request.path !== '/simulator/authenticate/answer') return undefined;
  const form = new URLSearchParams(request.body);
  try {
    return finish(account, form);
  } catch (error) {
    if (error instanceof StripeError) return error.answer();
    throw error;
  }
}

function finish(account: StripeAccount, form: URLSearchParams): SimulatedAnswer {
  const isAuthenticated = form.get('result') === 'yes';
  const setupId = form.get('setup');
  const id = form.get('intent') ?? setupId ?? '';
  const object = setupId
    ? requireObject(account.setups, 'setup_intent', id)
    : requireObject(account.intents, 'payment_intent', id);
  const { redirect_to_url: redirect } = (object.next_action ?? {}) as RedirectAction;
  const finished = setupId
    ? finishSetup(account, id, isAuthenticated)
    : finishAuthentication(account, id, isAuthenticated);
  if (!redirect?.return_url) return { status: 200, body: 'Done.' };
  const location = new URL(redirect.return_url);
  location.searchParams.set(setupId ? 'setup_intent' : 'payment_intent', id);
  const isSuccess = finished.status === 'succeeded' || finished.status === 'requires_capture';
  location.searchParams.set('redirect_status', isSuccess ? 'succeeded' : 'failed');
  return { status: 303, headers: { location: location.href } };
}
