import type { CardSource, ProcessorOperation, SentOperation } from '../adapter.ts';
import { toProcessorMinor } from '../processor-amount.ts';
import { splitCredential } from '../stored-credential.ts';
import { hyperswitchCurrencies } from './hyperswitch-codes.ts';
import { customerIdOf, paymentIdOf } from './hyperswitch-ids.ts';

export const amountOf = ({
  amountMinor,
  currency,
}: Pick<SentOperation, 'amountMinor' | 'currency'>): number =>
  toProcessorMinor(amountMinor, currency, hyperswitchCurrencies[currency] ?? 2);

/** What every request for a payment has, also one that only takes its id. */
const buildCommon = (operation: SentOperation | ProcessorOperation) => ({
  payment_id: paymentIdOf(operation.reference),
  amount: amountOf(operation),
  currency: operation.currency,
  merchant_order_reference_id: operation.reference,
  metadata: { reference: operation.reference },
  ...(operation.kind === 'VERIFY' ? { payment_type: 'setup_mandate' } : {}),
  ...(operation.account.profileId ? { profile_id: operation.account.profileId } : {}),
});

/** Takes the id of a payment without confirming it: no card, no money. */
export const buildOccupation = (operation: SentOperation): object => ({
  ...buildCommon(operation),
  confirm: false,
});

/** POST /payments, confirmed at once. */
export function buildPayment(operation: ProcessorOperation, acceptedAt: Date): object {
  const { kind, descriptor, payer = {}, exemption } = operation;
  return {
    ...buildCommon(operation),
    confirm: true,
    capture_method: kind === 'AUTHORISE' ? 'manual' : 'automatic',
    payment_method: 'card',
    ...buildSource(operation, acceptedAt),
    billing: buildBilling(operation),
    ...(payer.ip ? { browser_info: { ip_address: payer.ip } } : {}),
    ...(descriptor ? { statement_descriptor_suffix: descriptor.slice(0, 22) } : {}),
    ...buildChannel(operation),
    ...buildAuthentication(operation),
    ...(exemption === 'LOW_VALUE' || exemption === 'RISK_ANALYSIS'
      ? { psd2_sca_exemption_type: exemption === 'LOW_VALUE' ? 'low_value' : 'transaction_risk_analysis' }
      : {}),
    enable_partial_authorization: false,
  };
}

const buildCard = ({ pan, expiry, holderName = '' }: CardSource) => ({
  card_number: pan,
  card_exp_month: expiry.slice(0, 2),
  card_exp_year: expiry.slice(2),
  card_holder_name: holderName,
});

/** A stored card, a card of an agreement that another processor has begun, or a new card, kept if it is used again. */
function buildSource(operation: ProcessorOperation, acceptedAt: Date): object {
  const { source, agreement, kind, keepsCard = false, initiator, payer = {}, reference } = operation;
  if (!source) return {};
  if ('credential' in source) {
    const { owner, card } = splitCredential(source.credential);
    return {
      customer_id: owner || undefined,
      off_session: true,
      recurring_details: { type: 'payment_method_id', data: card },
    };
  }
  // Its capabilities name no wallets, so no route leads one here.
  if ('wallet' in source) throw new TypeError('Hyperswitch is sent no tokens of wallets');
  const { networkTransactionId, first = true } = agreement ?? {};
  if (networkTransactionId && !first && initiator === 'MERCHANT')
    return {
      off_session: true,
      recurring_details: {
        type: 'network_transaction_id_and_card_details',
        data: { ...buildCard(source.card), network_transaction_id: networkTransactionId },
      },
    };
  const kept = keepsCard || agreement !== undefined || kind === 'VERIFY';
  return {
    // The document requires a text: '' where the merchant has no code.
    payment_method_data: { card: { ...buildCard(source.card), card_cvc: source.card.cv2 ?? '' } },
    ...(kept
      ? {
          customer: {
            id: customerIdOf(payer.reference ?? reference),
            ...(payer.name ? { name: payer.name.slice(0, 255) } : {}),
            ...(payer.email ? { email: payer.email.slice(0, 255) } : {}),
          },
          setup_future_usage: 'off_session',
          customer_acceptance: { acceptance_type: 'offline', accepted_at: acceptedAt.toISOString() },
        }
      : {}),
  };
}

export function buildBilling({ address = {}, payer = {} }: ProcessorOperation): object {
  const { line1, line2, city, region, postcode, country } = address;
  const parts = {
    line1: line1?.slice(0, 200),
    line2: line2?.slice(0, 50),
    city: city?.slice(0, 50),
    state: region,
    zip: postcode?.slice(0, 50),
    country,
  };
  return {
    ...(Object.values(parts).some((part) => part) ? { address: parts } : {}),
    ...(payer.email ? { email: payer.email } : {}),
    ...(payer.telephone ? { phone: { number: payer.telephone } } : {}),
  };
}

const categories = { RECURRING: 'recurring', INSTALMENT: 'installment', UNSCHEDULED: 'unscheduled' } as const;

/** The document has two kinds of MOTO. A payment has no field for which, so it is the more frequent one. */
function buildChannel({ channel, initiator, agreement }: ProcessorOperation): object {
  if (channel === 'MOTO') return { payment_channel: 'telephone_order' };
  if (channel === 'ECOM') return { payment_channel: 'ecommerce' };
  return initiator === 'MERCHANT' ? { mit_category: categories[agreement?.type ?? 'UNSCHEDULED'] } : {};
}

/**
 * On our own page the connector authenticates. Elsewhere the payment brings its proof. The document requires every part of it: of an
 * incomplete proof the issuer gets nothing, and no liability shifts.
 */
function buildAuthentication({ authenticate, threeDSecure }: ProcessorOperation): object {
  if (authenticate) {
    const { demand, returnUrl } = authenticate;
    return {
      ...(demand === 'AUTOMATIC' ? {} : { authentication_type: 'three_ds' }),
      ...(demand === 'CHALLENGE' ? { force_3ds_challenge: true } : {}),
      return_url: returnUrl,
    };
  }
  if (!threeDSecure?.avv || !threeDSecure.dsTransactionId) return { authentication_type: 'no_three_ds' };
  const { avv, eci, version, dsTransactionId, status = 'Y' } = threeDSecure;
  return {
    authentication_type: 'three_ds',
    three_ds_data: {
      authentication_cryptogram: { cavv: { authentication_cryptogram: avv } },
      ds_trans_id: dsTransactionId,
      version,
      eci,
      transaction_status: status,
    },
  };
}
