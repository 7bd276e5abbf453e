import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import type { ThreeDSecure } from './three-d-secure.ts';

/** Pages of the simulated issuer, for a browser: no API key. Undefined for another address. */
export function servePage(
  threeDSecure: ThreeDSecure,
  request: SimulatedRequest,
): SimulatedAnswer | undefined {
  const form = new URLSearchParams(request.body);
  switch (request.path) {
    case '/simulator/method':
      return identifyBrowser(form);
    case '/simulator/notification':
      return page('<p>Done.</p>');
    case '/simulator/acs':
      return askCardholder(decodeField(form.get('creq')).acsTransID ?? '', '/simulator/acs/answer');
    case '/simulator/acs/answer':
      return returnToMerchant(threeDSecure, form);
    case '/simulator/redirect':
      return askCardholder(request.query.get('transaction') ?? '', '/simulator/redirect/answer');
    case '/simulator/redirect/answer':
      return redirectToMerchant(threeDSecure, form);
    default:
      return undefined;
  }
}

/** The method URL: posts the transaction to the caller's notification address. */
function identifyBrowser(form: URLSearchParams): SimulatedAnswer {
  const { threeDSServerTransID, threeDSMethodNotificationURL } = decodeField(form.get('threeDSMethodData'));
  if (!threeDSMethodNotificationURL) return { status: 400, body: 'No threeDSMethodData' };
  const threeDSMethodData = Buffer.from(JSON.stringify({ threeDSServerTransID })).toString('base64url');
  return page(postingForm(threeDSMethodNotificationURL, { threeDSMethodData }));
}

function askCardholder(transaction: string, action: string): SimulatedAnswer {
  if (!transaction) return { status: 400, body: 'No creq' };
  const buttons = [
    ['Y', 'Confirm'],
    ['N', 'Fail'],
    ['U', 'Issuer unavailable'],
    ['cancel', 'Cancel'],
  ].map(([status, label]) => `<button name="status" value="${status}">${label}</button>`);
  return page(`<h1>Simulated issuer</h1><form method="post" action="${action}">
    <input type="hidden" name="transaction" value="${escape(transaction)}">${buttons.join(' ')}</form>`);
}

function returnToMerchant(threeDSecure: ThreeDSecure, form: URLSearchParams): SimulatedAnswer {
  const decided = threeDSecure.decideChallenge(form.get('transaction') ?? '', form.get('status') ?? '');
  if (!decided) return { status: 400, body: 'Unknown transaction' };
  return page(postingForm(decided.notificationURL, { cres: decided.cres }));
}

function redirectToMerchant(threeDSecure: ThreeDSecure, form: URLSearchParams): SimulatedAnswer {
  const transaction = form.get('transaction') ?? '';
  threeDSecure.decideChallenge(transaction, form.get('status') ?? '');
  const location = threeDSecure.returnUrlOf(transaction);
  return location ? { status: 303, headers: { location } } : { status: 400, body: 'Unknown transaction' };
}

function postingForm(action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
  );
  return `<form method="post" action="${escape(action)}">${inputs.join('')}<button>Continue</button></form>
    <script>document.forms[0].submit()</script>`;
}

function page(body: string): SimulatedAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><title>Simulated issuer</title><body>${body}</body></html>`,
  };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function decodeField(text: string | null): Record<string, string> {
  try {
    return JSON.parse(Buffer.from(text ?? '', 'base64').toString('utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
