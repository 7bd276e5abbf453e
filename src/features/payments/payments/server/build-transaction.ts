import type { ScheduleOrigin } from '#features/payments/schedules/server/plan-schedule.ts';
import { lookUpIpAddress } from '#integrations/place-of-address.ts';
import { findCountry } from '#shared/countries.ts';
import { authenticationColumns, authenticationScheme } from './db/transaction-detail.ts';
import { type NewTransaction, type TransactionRecord, newTrace } from './db/transactions.ts';
import type { PaymentContext } from './payment-context.ts';
import { type Screened, decisionColumns } from './payment-stages.ts';

/** The row of a new payment. */
export function buildTransaction(
  context: Pick<
    PaymentContext,
    'companyId' | 'merchantId' | 'installationId' | 'paysNewCards' | 'linkId' | 'sessionId'
  >,
  { state, deferral, ...draft }: Screened,
): NewTransaction {
  const { txnId, type, request, installation, card, threeDSecure, route } = draft;
  const { customer, billingAddress } = request;
  return {
    txnId,
    companyId: context.companyId,
    rootId: txnId,
    relatedId: null,
    merchantId: context.merchantId,
    installationId: context.installationId,
    requestedMinor: request.amountMinor,
    amountMinor: state.status === 'SUCCESS' ? request.amountMinor : 0,
    ccyCode: request.currency,
    txnType: type,
    txnStatus: state.status,
    txnStage: state.stage,
    reasonCode: state.reasonCode,
    merchRef: request.merchantRef ?? null,
    description: request.description ?? null,
    merchantName: installation.merchantName,
    salesChannel: request.channel,
    commerceType: request.commerceType,
    continuousAuthorityType: request.sequence ?? null,
    acquirer: route.connection.acquirerName,
    connectionId: route.connection.id,
    cardCorrelationId: card.fingerprint,
    maskedPan: card.masked,
    lastFour: card.lastFour,
    cardExpiry: card.expiry,
    cardScheme: card.scheme,
    paymentProduct: 'wallet' in request.source ? request.source.wallet.kind : card.type,
    cardUsage: card.usage,
    cardIssuer: card.issuer,
    cardHolderName: card.holderName,
    issuerCountry: card.issuerCountry,
    customerRef: customer.merchantRef ?? null,
    customerName: customer.displayName ?? null,
    customerEmail: customer.email ?? null,
    customerPhone: customer.telephone ?? null,
    customerCountry: findCountry(billingAddress.countryCode ?? '')?.alpha3 ?? null,
    ipAddress: customer.ip ?? null,
    ipCountry: lookUpIpAddress(customer.ip)?.country ?? null,
    ...decisionColumns(state.decision),
    ...authenticationColumns(threeDSecure),
    trace: newTrace(),
    detail: {
      ...request.details,
      billingAddress,
      threeDSecure: threeDSecure && {
        ...threeDSecure,
        scheme: authenticationScheme(card.scheme ?? '', threeDSecure),
      },
      exemption: request.exemption && { type: request.exemption, requestedBy: 'MERCHANT' },
      customFields: request.customFields,
      financialServices: request.financialServices,
      nickname: 'card' in request.source ? request.source.card.nickname : undefined,
      locale: request.locale,
      scheduleId: draft.plan?.scheduleId,
      paysNewCards: (type === 'PAYOUT_INITIALIZE' && context.paysNewCards) || undefined,
      riskStop: state.decision?.stop,
      linkId: context.linkId,
      sessionId: context.sessionId,
      routing: { routeId: route.reason.routeId, why: route.reason.why },
      deferred: request.deferred || undefined,
      deferral,
      callbacks: Object.keys(request.callbacks).length > 0 ? request.callbacks : undefined,
    },
  };
}

/** The transaction columns that its schedule stores. */
export function toScheduleOrigin(
  row: Pick<TransactionRecord, 'companyId' | 'merchantId' | 'installationId' | 'txnId' | 'rootId'> &
    Partial<TransactionRecord>,
): ScheduleOrigin {
  return {
    companyId: row.companyId,
    merchantId: row.merchantId,
    installationId: row.installationId,
    txnId: row.txnId,
    rootId: row.rootId,
    card: row.cardCorrelationId ?? null,
    maskedPan: row.maskedPan ?? null,
    lastFour: row.lastFour ?? null,
    customerName: row.customerName ?? null,
    customerEmail: row.customerEmail ?? null,
    customerRef: row.customerRef ?? null,
  };
}
