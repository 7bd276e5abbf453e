import { readInTenant } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { loadControls } from '#features/fraud/risk-controls/server/risk-controls-table.ts';
import { checkCustomFields } from '#features/payments/custom-fields/server/custom-field-table.ts';
import { planSchedule } from '#features/payments/schedules/server/plan-schedule.ts';
import { isWholeAtProcessor } from '#integrations/processors/processor-amount.ts';
import { isPrivateHost } from '#integrations/web/private-host.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import type { ChosenRoute, ProcessorSetup, RoutedPayment } from '#integrations/processors/processors.ts';
import { processorKind } from './processor-client.ts';
import {
  type Callbacks,
  type Operation,
  type PaymentRequest,
  parsePayment,
} from '../request/parse-payment.ts';
import type { PaymentBody } from '../request/request-schemas.ts';
import { findCardId, hashCard } from './db/card-identities.ts';
import {
  type StoredCard,
  buildVaultCard,
  buildWalletCard,
  findCardByToken,
  findDefaultCard,
} from './db/cards.ts';
import { loadCardOwner } from './db/customers.ts';
import { loadInstallation } from './db/installations.ts';
import { nextTransactionId } from './db/transactions.ts';
import type { PaymentContext, PaymentResult } from './payment-context.ts';
import type { Draft } from './payment-stages.ts';

/** Validates the request and loads the card, installation and risk controls that it needs. A refusal leaves no transaction. */
export async function draftPayment(
  context: PaymentContext,
  body: PaymentBody,
  operation: Operation,
): Promise<PaymentResult<Draft>> {
  const { companyId, merchantId, installationId, merchantPath, services, now } = context;
  const setup = await services.processors.current();
  const parsed = parsePayment(body, operation, now);
  if (!parsed.ok) return parsed;
  const { callbacks, source, returnUrl, currency, amountMinor, sequence } = parsed.value;
  const plainHttpField = services.config.insecureCallbacks ? undefined : findUnsafeAddress(callbacks);
  if (plainHttpField) return refuse('V125', plainHttpField);
  // The portal never receives a card number, not even to pass it on (docs/domain.md#requests).
  if (context.program === 'portal' && !('token' in source)) return refuse('V104');
  const fields = body.customFields?.fieldState ?? [];
  const [installation, card, controls, customFields] = await readInTenant(
    services.database,
    [companyId],
    (sql) => [
      () => loadInstallation(sql, installationId),
      () => loadCard(sql, context, parsed.value),
      () => loadControls(sql, companyId, installationId),
      () => checkCustomFields(sql, companyId, fields),
    ],
  );
  if (!installation.isActive) return refuse('A139');
  if (returnUrl !== undefined && !isOnOrigins(returnUrl, installation.webOrigins))
    return refuse('V100', 'returnUrl');
  if (!card.ok) return card;
  if (!customFields.ok) return customFields;
  const request = await fillCustomerFromCard(context, parsed.value, card.value);
  if (!installation.currencies.includes(currency)) return refuse('A102', 'transaction.currency');
  const txnId = context.presetId ?? (await nextTransactionId(services));
  const type = transactionTypeFor(request);
  const facts = routedPayment(context, { txnId, type, request, card: card.value });
  const route = chooseRoute(setup, facts, source, card.value);
  if (!route.ok) return route;
  // Some processors have fewer digits for a currency than the standard.
  if (!isWholeAtProcessor(route.value.connection.capabilities, amountMinor, currency))
    return refuse('V131', 'transaction.amount');
  const draft: Draft = { txnId, type, request, installation, card: card.value, controls, route: route.value };
  if (!body.schedule) return ok(draft);
  if (operation === 'payout') return refuse('V104');
  const terms = { body: body.schedule, currency, amountMinor, sequence };
  const order = { ...terms, merchantId, merchantPath, supports: installation, now };
  const planned = await planSchedule(services.database, order);
  return planned.ok ? ok({ ...draft, plan: planned.value }) : planned;
}

/** What routes decide by. */
export function routedPayment(
  { installationId, merchantPath, mode }: Pick<PaymentContext, 'installationId' | 'merchantPath' | 'mode'>,
  { txnId, type, request, card }: Pick<Draft, 'txnId' | 'type' | 'request' | 'card'>,
): RoutedPayment {
  const kind = processorKind(type);
  return {
    installationId,
    path: `${merchantPath}/${installationId}`,
    rootId: txnId,
    amountMinor: request.amountMinor,
    currency: request.currency,
    scheme: card.scheme,
    kind: kind === 'AUTHORISE' || kind === 'VERIFY' || kind === 'PAYOUT' ? kind : 'SALE',
    channel: request.commerceType === 'MOTO' ? 'MOTO' : 'ECOM',
    ...('wallet' in request.source ? { wallet: request.source.wallet.kind } : {}),
    mode,
  };
}

/** A stored card is charged where it is stored; everything else follows the routes. */
function chooseRoute(
  setup: ProcessorSetup,
  facts: RoutedPayment,
  source: PaymentRequest['source'],
  { connectionId }: StoredCard,
): Result<ChosenRoute, { code: 'X201' | 'A102'; field?: string }> {
  if ('token' in source) {
    const connection = setup.open(connectionId, {
      installationId: facts.installationId,
      isNew: true,
      mode: facts.mode,
    });
    if (!connection) return refuse('X201');
    return ok({ connection, reason: { connectionId: connection.id, routeId: null, why: 'CARD' } });
  }
  const chosen = setup.choose(facts);
  if (chosen.ok || chosen.code === 'X201') return chosen;
  return refuse('A102', 'wallet' in source ? 'paymentMethod' : 'transaction.currency');
}

/**
 * `deferred` authorises without capturing, or prepares a payout without authorising it
 * (docs/domain.md#transaction-types).
 */
export function transactionTypeFor({ operation, deferred }: PaymentRequest): TransactionType {
  if (operation === 'verify') return 'VERIFY';
  if (operation === 'payout') return deferred ? 'PAYOUT_INITIALIZE' : 'PAYOUT';
  return deferred ? 'PREAUTH' : 'PAYMENT';
}

async function loadCard(
  sql: TenantSql,
  { companyId, merchantId, services }: PaymentContext,
  { source, customer, registers }: PaymentRequest,
): Promise<PaymentResult<StoredCard>> {
  if ('wallet' in source) return ok(buildWalletCard());
  if ('card' in source) {
    const hashes = hashCard(source.card.pan, { companyId, keys: services.keys });
    return ok(buildVaultCard(source.card, registers !== false, await findCardId(sql, hashes)));
  }
  if (source.token !== undefined) return findCardByToken(sql, companyId, merchantId, source.token);
  return findDefaultCard(sql, companyId, merchantId, customer);
}

/** A card token implies its customer; the request can give other details. */
async function fillCustomerFromCard(
  context: PaymentContext,
  request: PaymentRequest,
  { customerId }: StoredCard,
): Promise<PaymentRequest> {
  if (customerId === null) return request;
  const { id, merchantRef, ...details } = request.customer;
  const cardOwner = await context.inTenant((sql) => loadCardOwner(sql, context.companyId, customerId));
  const identity =
    id === undefined && merchantRef === undefined
      ? { merchantRef: cardOwner.merchantRef }
      : { id, merchantRef };
  const {
    displayName = cardOwner.displayName,
    email = cardOwner.email,
    telephone = cardOwner.telephone,
  } = details;
  return { ...request, customer: { ...details, ...identity, displayName, email, telephone } };
}

/** The first callback address that is not https or not public. Outside of tests it is rejected with V125. */
export function findUnsafeAddress(callbacks: Callbacks): string | undefined {
  const [name] =
    Object.entries(callbacks).find(([, { url }]) => !url.startsWith('https:') || isPrivateHost(url)) ?? [];
  return name && `callbacks.${name}.url`;
}
