import { decideFollowUp } from '#features/payments/payments/follow-up.ts';
import { parseFollowUp } from '#features/payments/payments/request/parse-request.ts';
import { parsePayment } from '#features/payments/payments/request/parse-payment.ts';
import { paymentBody, refundBody } from '#features/payments/payments/request/request-schemas.ts';
import { inheritedColumns } from '#features/payments/payments/server/follow-up.ts';
import { newTrace } from '#features/payments/payments/server/db/transactions.ts';
import { buildTransaction } from '#features/payments/payments/server/build-transaction.ts';
import { submittedState } from '#features/payments/payments/server/payment-stages.ts';
import { openControls } from '#features/fraud/risk-controls/risk-controls.ts';
import { hashCard } from '#features/payments/payments/server/db/card-identities.ts';
import { buildVaultCard } from '#features/payments/payments/server/db/cards.ts';
import { transactionTypeFor } from '#features/payments/payments/server/draft-payment.ts';
import { type ChosenRoute, sandboxConnectionId } from '#integrations/processors/processors.ts';
import type { KnownCard } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { cardBehaviour } from '#integrations/processors/sandbox/sandbox-cards.ts';
import { sandboxVerdict } from '#integrations/processors/sandbox/sandbox-three-d-secure.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { Keys } from '#server/keys.ts';
import {
  type OpenCharge,
  buildOriginal,
  buildRoot,
  closeCharge,
  emptyRoot,
  setStatus,
  settleCharge,
  writeTransaction,
} from './bulk/bulk-charge.ts';
import type { Emit, Row } from './bulk/bulk-tables.ts';
import type { BulkVault } from './bulk/bulk-vault.ts';
import type { DemoEvent } from './plan-demo.ts';
import {
  buildFollowUpOperation,
  buildSaleOperation,
} from '#features/payments/payments/server/processor-client.ts';

type New = DemoEvent & { kind: 'new' };
type Follow = DemoEvent & { kind: 'follow-up' };

const features = { partialCapture: true, recurring: true, instalments: true };

/**
 * The rows that the pipeline would write, without a database: same requests, decisions and sandbox responses.
 * Only charges with pending events are held in memory.
 */
export class BulkRows {
  readonly #open = new Map<number, OpenCharge>();
  readonly #fingerprints = new Map<string, string>();
  readonly #emit: Emit;
  readonly #keys: Keys;
  readonly #vault: BulkVault;
  readonly #end: Date;

  constructor(emit: Emit, keys: Keys, vault: BulkVault, end: Date) {
    this.#emit = emit;
    this.#keys = keys;
    this.#vault = vault;
    this.#end = end;
  }

  /** Returns whether the event created a transaction and used its id. */
  apply(event: DemoEvent, txnId: number): boolean {
    if (event.kind === 'new') return this.#pay(event, txnId);
    const charge = this.#open.get(event.originalId);
    if (!charge) return false;
    const isCreated = this.#follow(charge, event, txnId);
    charge.remainingEvents -= 1;
    if (charge.remainingEvents === 0) {
      this.#open.delete(event.originalId);
      closeCharge(this.#emit, charge, this.#end);
    }
    return isCreated;
  }

  /** The plan has ended: pending results do not arrive. */
  finish(): void {
    for (const charge of this.#open.values()) closeCharge(this.#emit, charge, this.#end);
    this.#open.clear();
  }

  #pay(event: New, txnId: number): boolean {
    const checked = parsePayment(paymentBody.parse(event.body), event.operation, event.at);
    if (!checked.ok) throw new Error(`the demo created a payment that is refused: ${checked.code}`);
    const request = checked.value;
    if (!('card' in request.source)) throw new Error('the story pays with a card');
    const { pan, expiry } = request.source.card;
    const { merchant, at } = event;
    const knownCard: KnownCard & { credential: string } = {
      credential: `bench_${txnId}`,
      authorises: cardBehaviour(pan).authorises,
      expiry,
    };
    const card = buildVaultCard(
      request.source.card,
      request.registers !== false,
      this.#fingerprint(merchant.companyId, pan),
    );
    const stored = this.#vault.store(
      merchant,
      request.customer,
      { ...card, credential: knownCard.credential },
      at,
    );
    const secure =
      request.do3DSecure && request.commerceType === 'ECOM' && event.operation !== 'payout'
        ? sandboxVerdict(cardBehaviour(pan), {
            reference: String(txnId),
            scheme: card.scheme,
            amountMinor: request.amountMinor,
            currency: request.currency,
            channel: 'ECOM',
          })
        : undefined;
    const draft: Parameters<typeof buildTransaction>[1] = {
      txnId,
      state: submittedState,
      type: transactionTypeFor(request),
      request,
      card,
      installation: {
        merchantName: merchant.merchantName,
        isActive: true,
        currencies: [...merchant.currencies],
        mcc: null,
        recurring: true,
        instalments: true,
        webOrigins: [],
      },
      controls: openControls,
      route: bulkRoute,
      threeDSecure: secure?.fields,
    };
    const txn: Row = {
      ...buildTransaction(merchant, draft),
      cardToken: stored.token,
      customerId: stored.customerId,
      txnDatetime: at,
    };
    const charge: OpenCharge = {
      txn,
      payment: { ...buildRoot(txn), rootId: txnId },
      original: buildOriginal(txn, at),
      root: emptyRoot(),
      card: knownCard,
      capturedBy: null,
      history: [],
      remainingEvents: event.follows,
    };
    if (secure?.needsChallenge) {
      // No demo customer completes a challenge, which expires after 25 minutes.
      setStatus(charge, 'SUSPENDED_THREE_D_SECURE', 'THREE_D_SECURE', 'U100', at);
      setStatus(charge, 'EXPIRED', 'COMPLETE', 'T100', addMs(at, 25 * minuteMs));
    } else {
      settleCharge(
        this.#emit,
        charge,
        { ...buildSaleOperation(draft), account: {} },
        knownCard,
        respondedAt(at, txnId),
      );
    }
    if (charge.remainingEvents === 0 || charge.txn.txnStatus !== 'SUCCESS')
      closeCharge(this.#emit, charge, this.#end);
    else this.#open.set(event.number, this.#slimmed(charge));
    return true;
  }

  /** Kept for the cards that paid last: most payments are those of regular customers. */
  #fingerprint(companyId: number, pan: string): string {
    const key = `${companyId}:${pan}`;
    const known = this.#fingerprints.get(key);
    if (known !== undefined) return known;
    if (this.#fingerprints.size >= keptFingerprints) this.#fingerprints.clear();
    const [fingerprint = ''] = hashCard(pan, { companyId, keys: this.#keys }).links;
    this.#fingerprints.set(key, fingerprint);
    return fingerprint;
  }

  /** A year of subscriptions is pending at once: final data is written, the rest kept small. */
  #slimmed(charge: OpenCharge): OpenCharge {
    const { txn } = charge;
    if (txn.txnType !== 'PAYMENT') return charge;
    writeTransaction(this.#emit, charge);
    const slimTxn: Row = {};
    for (const column of slimColumns) slimTxn[column] = txn[column] ?? null;
    return { ...charge, txn: slimTxn };
  }

  #follow(charge: OpenCharge, event: Follow, txnId: number): boolean {
    const { at } = event;
    const details = parseFollowUp(refundBody.parse(event.body), charge.original.currency);
    if (!details.ok) return false;
    const decision = decideFollowUp(event.action, charge.original, charge.root, details.value, features, at);
    if (!decision.ok) return false;
    const { type, amountMinor } = decision.value;
    const isRepeat = type === 'REPEAT';
    const from = charge.txn;
    const txn: Row = {
      ...Object.fromEntries(inheritedColumns.map((column) => [column, from[column] ?? null])),
      txnId,
      companyId: from.companyId,
      rootId: from.rootId,
      relatedId: from.txnId,
      ...(isRepeat ? {} : { originalTxnId: from.txnId, originalReference: from.merchRef }),
      merchantId: from.merchantId,
      installationId: from.installationId,
      txnDatetime: at,
      requestedMinor: amountMinor,
      ccyCode: from.ccyCode,
      txnType: type,
      merchRef: details.value.merchantRef,
      description: details.value.description,
      commerceType: details.value.commerceType ?? (isRepeat ? 'CA' : from.commerceType),
      continuousAuthorityType: details.value.sequence,
      refundReason: details.value.refundReason,
      trace: newTrace(),
      detail: { merchantInitiated: true },
    };
    const followUp: OpenCharge = isRepeat
      ? {
          ...charge,
          txn,
          payment: { ...buildRoot(txn), rootId: txnId },
          root: emptyRoot(),
          capturedBy: null,
          history: [],
        }
      : { ...charge, txn, history: [] };
    const operation = buildFollowUpOperation(
      txnId,
      { type, amountMinor },
      {
        ccyCode: charge.original.currency,
        txnId: Number(from.txnId),
        txnType: charge.original.type,
        capturedBy: charge.capturedBy,
        credential: charge.card.credential ?? null,
        gatewayReference: null,
        networkTransactionId: null,
      },
    );
    const pool = isRepeat ? followUp : charge;
    const approved = settleCharge(
      this.#emit,
      followUp,
      operation && { ...operation, account: {} },
      charge.card,
      respondedAt(at, txnId),
      pool,
    );
    if (approved && type.endsWith('_VOID')) {
      setStatus(charge, 'VOIDED', 'COMPLETE', 'C107', respondedAt(at, txnId));
      charge.original.status = 'VOIDED';
    }
    writeTransaction(this.#emit, followUp);
    if (isRepeat) this.#emit('payment', followUp.payment);
    return true;
  }
}

const keptFingerprints = 20_000;

/** The data that follow-ups read of their payment. */
const slimColumns = [
  ...inheritedColumns,
  'txnId',
  'merchRef',
  'companyId',
  'rootId',
  'merchantId',
  'installationId',
  'ccyCode',
  'txnType',
  'txnStatus',
  'commerceType',
];

/** The sandbox decides without a call: only its place in the row counts. */
const bulkRoute: ChosenRoute = {
  connection: {
    id: sandboxConnectionId,
    name: 'Sandbox',
    acquirerName: 'Example Acquirer',
    mode: 'TEST',
    account: {},
  } as ChosenRoute['connection'],
  reason: { connectionId: sandboxConnectionId, routeId: null, why: 'RULE' },
};

const respondedAt = (at: Date, txnId: number): Date => addMs(at, 700 + (txnId % 9) * 150);
