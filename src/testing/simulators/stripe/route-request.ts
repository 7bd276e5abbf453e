import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import { requireObject, type Store, type StripeAccount } from './account.ts';
import { closeDispute, updateDispute } from './disputes.ts';
import { createFile } from './files.ts';
import { parseForm, textsOf, type Form } from './form.ts';
import type { AnyObject } from './objects.ts';
import { cancelIntent, captureIntent, confirmIntent, createIntent, updateIntent } from './payment-intents.ts';
import {
  attachPaymentMethod,
  createCustomer,
  createPaymentMethod,
  createToken,
  detachPaymentMethod,
} from './payment-methods.ts';
import { createRefund } from './refunds.ts';
import { cancelSetup, confirmSetup, createSetup } from './setup-intents.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';

type Action = (account: StripeAccount, id: string, form: Form) => AnyObject;

/** A kind of objects: its name in errors, where they are, and what can be done to them. */
interface Kind {
  name: string;
  storeOf(account: StripeAccount): Store<AnyObject>;
  create?: (account: StripeAccount, form: Form) => AnyObject;
  update?: Action;
  actions?: Record<string, Action>;
}

const kinds: Record<string, Kind> = {
  payment_intents: {
    name: 'payment_intent',
    storeOf: ({ intents }) => intents as Store<AnyObject>,
    create: createIntent,
    update: updateIntent,
    actions: { confirm: confirmIntent, capture: captureIntent, cancel: cancelIntent },
  },
  refunds: { name: 'refund', storeOf: ({ refunds }) => refunds as Store<AnyObject>, create: createRefund },
  charges: { name: 'charge', storeOf: ({ charges }) => charges as Store<AnyObject> },
  customers: {
    name: 'customer',
    storeOf: ({ customers }) => customers as Store<AnyObject>,
    create: createCustomer,
  },
  payment_methods: {
    name: 'PaymentMethod',
    storeOf: ({ methods }) => methods as Store<AnyObject>,
    create: createPaymentMethod,
    actions: { attach: attachPaymentMethod, detach: detachPaymentMethod },
  },
  tokens: { name: 'token', storeOf: ({ tokens }) => tokens as Store<AnyObject>, create: createToken },
  setup_intents: {
    name: 'setup_intent',
    storeOf: ({ setups }) => setups as Store<AnyObject>,
    create: createSetup,
    actions: { confirm: confirmSetup, cancel: cancelSetup },
  },
  disputes: {
    name: 'dispute',
    storeOf: ({ disputes }) => disputes as Store<AnyObject>,
    update: updateDispute,
    actions: { close: (account, id) => closeDispute(account, id, 'lost') },
  },
  balance_transactions: {
    name: 'balance_transaction',
    storeOf: ({ balance }) => balance as Store<AnyObject>,
  },
  payouts: { name: 'payout', storeOf: ({ payouts }) => payouts as Store<AnyObject> },
  events: {
    name: 'event',
    storeOf: ({ events }) => new Map(events.map(({ item }): [string, AnyObject] => [item.id, item])),
  },
};

/** The API of payments, cards, disputes and the balance. */
export function routeRequest(account: StripeAccount, request: SimulatedRequest): SimulatedAnswer {
  const [, plural = '', id, action] = /^\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(request.path) ?? [];
  if (request.method === 'GET' && request.path === '/v1/account') return describeAccount(account);
  if (request.method === 'GET' && request.path === '/v1/balance')
    return { status: 200, body: { object: 'balance', livemode: false, available: [], pending: [] } };
  if (request.method === 'POST' && request.path === '/v1/files')
    return { status: 200, body: createFile(account, request) };
  const kind = kinds[plural];
  if (!kind) throw unknownUrl(request);
  const form = parseForm(request.method === 'POST' ? request.body : request.query.toString());
  if (request.method === 'POST') {
    return {
      status: 200,
      body: expand(account, post(account, kind, request, id, action, form), textsOf(form, 'expand')),
    };
  }
  if (request.method === 'DELETE' && plural === 'customers' && id) return deleteCustomer(account, id);
  if (request.method !== 'GET' || action) throw unknownUrl(request);
  if (!id) return list(account, kind, `/v1/${plural}`, form);
  const object = requireObject(kind.storeOf(account), kind.name, id);
  return { status: 200, body: expand(account, object, textsOf(form, 'expand')) };
}

/** The account of the key: the call with which an integration tests its credentials. */
function describeAccount(account: StripeAccount): SimulatedAnswer {
  return {
    status: 200,
    body: {
      id: account.id,
      object: 'account',
      charges_enabled: true,
      country: 'DE',
      default_currency: 'eur',
      details_submitted: true,
      payouts_enabled: true,
      type: 'standard',
    },
  };
}

function post(
  account: StripeAccount,
  kind: Kind,
  request: SimulatedRequest,
  id: string | undefined,
  action: string | undefined,
  form: Form,
): AnyObject {
  if (id && action) {
    const act = kind.actions?.[action];
    if (act) return act(account, id, form);
  } else if (id && kind.update) return kind.update(account, id, form);
  else if (!id && kind.create) return kind.create(account, form);
  throw unknownUrl(request);
}

/** A saved card of a deleted customer cannot be charged any more. */
function deleteCustomer(account: StripeAccount, id: string): SimulatedAnswer {
  requireObject(account.customers, 'customer', id);
  account.customers.delete(id);
  for (const method of account.methods.values()) {
    if (method.customer !== id) continue;
    method.customer = null;
    account.used.add(method.id);
  }
  return { status: 200, body: { id, object: 'customer', deleted: true } };
}

const filters = ['payment_intent', 'charge', 'customer', 'payout', 'type', 'currency', 'source'] as const;

/** Newest first, in pages. Lists are complete at once, unlike searches. */
function list(account: StripeAccount, kind: Kind, url: string, form: Form): SimulatedAnswer {
  let objects = [...kind.storeOf(account).values()].reverse();
  for (const filter of filters) {
    const wanted = form[filter];
    if (typeof wanted !== 'string') continue;
    objects = objects.filter((object) =>
      filter === 'payout'
        ? account.paidOut.get(object.id) === wanted
        : (object as unknown as Record<string, unknown>)[filter] === wanted,
    );
  }
  const limit = form.limit === undefined ? 10 : Number(form.limit);
  if (!(limit >= 1 && limit <= 100)) throw invalidRequest('limit must be from 1 to 100', { param: 'limit' });
  const after = form.starting_after;
  const start = after === undefined ? 0 : objects.findIndex(({ id }) => id === after) + 1;
  const page = objects.slice(start, start + limit);
  // `data.charge` expands the charge of each object.
  const paths = textsOf(form, 'expand').map((path) => path.replace(/^data\./, ''));
  return {
    status: 200,
    body: {
      object: 'list',
      url,
      has_more: start + limit < objects.length,
      data: page.map((object) => expand(account, object, paths)),
    },
  };
}

/** Replaces ids by their objects, along paths such as `latest_charge.balance_transaction`. */
function expand(account: StripeAccount, object: AnyObject, paths: readonly string[]): object {
  const copy = structuredClone(object) as unknown as Record<string, unknown>;
  for (const path of paths) {
    let node: Record<string, unknown> | undefined = copy;
    for (const field of path.split('.')) {
      // What has no object yet expands to null, and so does everything below it.
      if (node === undefined) break;
      if (!(field in node))
        throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
      const value: unknown = node[field];
      if (typeof value === 'string') node[field] = structuredClone(findById(account, value));
      node = (node[field] ?? undefined) as Record<string, unknown> | undefined;
    }
  }
  return copy;
}

function findById(account: StripeAccount, id: string): AnyObject | string {
  for (const kind of Object.values(kinds)) {
    const object = kind.storeOf(account).get(id);
    if (object) return object;
  }
  return id;
}

function unknownUrl({ method, path }: SimulatedRequest): StripeError {
  return new StripeError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}
