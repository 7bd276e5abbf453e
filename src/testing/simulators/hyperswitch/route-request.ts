import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import type { HyperswitchAccount } from './account.ts';
import { requireDispute } from './disputes.ts';
import { HyperswitchError, invalidRequest, notFound } from './hyperswitch-error.ts';
import {
  cancelPayment,
  capturePayment,
  createPayment,
  requirePayment,
  type PaymentRequest,
} from './payments.ts';
import { cancelPayout, confirmPayout, createPayout, requirePayout } from './payouts.ts';
import { createRefund, requireRefund } from './refunds.ts';

/** The API of payments, refunds, stored cards and disputes. */
export async function routeRequest(
  account: HyperswitchAccount,
  request: SimulatedRequest,
): Promise<SimulatedAnswer> {
  const { method, path, gate } = request;
  const [, plural = '', id, action = ''] = /^\/(\w+)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? [];
  const what = `${method} ${plural}${id === undefined ? '' : '/id'}${action === '' ? '' : `/${action}`}`;
  const named = id ?? '';
  switch (what) {
    case 'POST payments':
      return ok(await createPayment(account, parse<PaymentRequest>(request), gate));
    case 'GET payments/id':
      if (named === 'list') return listPayments(account, request);
      await gate;
      return ok(requirePayment(account, named));
    case 'POST payments/id/capture':
      await gate;
      return ok(capturePayment(account, named, parse(request)));
    case 'POST payments/id/cancel':
      await gate;
      parse(request);
      cancelPayment(account, named);
      // The document has no content here.
      return { status: 200 };
    case 'POST refunds':
      await gate;
      return ok(createRefund(account, parse(request)));
    case 'GET refunds/id':
      return ok(requireRefund(account, named));
    case 'POST payouts/id':
      // The document has the creation below a path of its own.
      if (named !== 'create') break;
      await gate;
      return ok(createPayout(account, parse(request)));
    case 'GET payouts/id':
      return ok(requirePayout(account, named));
    case 'POST payouts/id/confirm':
      return ok(await confirmPayout(account, named, parse(request), gate));
    case 'POST payouts/id/cancel':
      await gate;
      return ok(cancelPayout(account, named));
    case 'DELETE payment_methods/id':
      if (!account.methods.delete(named)) throw notFound('Payment method');
      return ok({ payment_method_id: named, deleted: true });
    case 'GET disputes/id':
      return ok(requireDispute(account, named));
    default:
  }
  throw new HyperswitchError(404, 'invalid_request', 'IR_02', 'Unrecognized request URL');
}

/** Newest first. The document has a list of lists. */
function listPayments(account: HyperswitchAccount, { query }: SimulatedRequest): SimulatedAnswer {
  const data = [...account.payments.values()].reverse().slice(0, Number(query.get('limit') ?? 10));
  return ok([{ size: data.length, data }]);
}

/** As it is now: a later change must not change the answer. */
const ok = (body: object): SimulatedAnswer => ({ status: 200, body: structuredClone(body) });

function parse<T extends object>({ body }: SimulatedRequest): T {
  try {
    return JSON.parse(body) as T;
  } catch {
    throw invalidRequest('IR_06', 'Json deserialize error');
  }
}
