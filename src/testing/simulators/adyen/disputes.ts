import type { SimulatedAnswer } from '../http-messages.ts';
import type { AdyenAccount, Payment } from './account.ts';
import { captureWhenDue } from './captures.ts';

export interface NewDispute {
  /** The payment's reference. */
  reference: string;
  /** The first event: an inquiry, a notice, or the money is gone at once. */
  eventCode: 'REQUEST_FOR_INFORMATION' | 'NOTIFICATION_OF_CHARGEBACK' | 'CHARGEBACK';
  /** Minor units; the captured amount by default. */
  value?: number;
  reasonCode?: string;
  reason?: string;
  /** Days to defend; 18 by default. */
  days?: number;
}

interface Dispute {
  pspReference: string;
  payment: Payment;
  value: number;
  reasonCode: string;
  reason: string;
  endsAt: Date;
  status: 'Unresponded' | 'Responded' | 'Accepted';
  documents: Set<string>;
  /** Whether the money is with the cardholder. */
  isChargedBack: boolean;
}

interface DisputeRequest {
  disputePspReference?: string;
  merchantAccountCode?: string;
  defenseReasonCode?: string;
  defenseDocumentType?: string;
  defenseDocuments?: { defenseDocumentTypeCode?: string; contentType?: string; content?: string }[];
}

/** Reasons of the documents' example, with their documents. */
const defenseReasons: Record<string, { type: string; isRequired: boolean }[]> = {
  GoodsWereAsDescribed: [
    { type: 'GoodsWereAsDescribed', isRequired: true },
    { type: 'TIDorInvoice', isRequired: true },
  ],
  SupplyDefenseMaterial: [
    { type: 'TIDorInvoice', isRequired: false },
    { type: 'DefenseMaterial', isRequired: true },
  ],
};

/** Events that move the disputed amount; the others report only. */
const movements: Record<string, 'chargeback' | 'chargeback reversed'> = {
  CHARGEBACK: 'chargeback',
  SECOND_CHARGEBACK: 'chargeback',
  CHARGEBACK_REVERSED: 'chargeback reversed',
};

/** Disputes of one account: opened and moved by a test, answered through Adyen's Disputes API. */
export class Disputes {
  readonly #account: AdyenAccount;
  readonly #disputes = new Map<string, Dispute>();

  constructor(account: AdyenAccount) {
    this.#account = account;
  }

  /** Returns the dispute's PSP reference. Throws without a captured payment. */
  open({ reference, eventCode, reasonCode = '10.4', days = 18, ...options }: NewDispute): string {
    captureWhenDue(this.#account);
    const payment = this.#account.paymentsOf(reference).find(({ captured }) => captured > 0);
    if (!payment) throw new Error(`No captured payment has the reference ${reference}`);
    const dispute: Dispute = {
      pspReference: this.#account.newReference(),
      payment,
      value: options.value ?? payment.captured,
      reasonCode,
      reason: options.reason ?? 'Other Fraud-Card Absent Environment',
      endsAt: new Date(this.#account.now().getTime() + days * 86_400_000),
      status: 'Unresponded',
      documents: new Set(),
      isChargedBack: false,
    };
    this.#disputes.set(dispute.pspReference, dispute);
    this.move(dispute.pspReference, eventCode);
    return dispute.pspReference;
  }

  /** The next event of a dispute, such as CHARGEBACK_REVERSED or PREARBITRATION_LOST. */
  move(pspReference: string, eventCode: string): void {
    const dispute = this.#disputes.get(pspReference);
    if (!dispute) throw new Error(`No dispute ${pspReference}`);
    const { payment, value } = dispute;
    const type = movements[eventCode];
    const isBack = type === 'chargeback';
    if (type && isBack !== dispute.isChargedBack) {
      dispute.isChargedBack = isBack;
      payment.chargedBack += isBack ? value : -value;
      const { reference } = payment;
      payment.movements.push({ type, value, pspReference, reference, at: this.#account.now() });
    }
    this.#report(dispute, eventCode);
  }

  /** An issuer's fraud alert (TC40, SAFE): no dispute, no deadline. */
  warnOfFraud(reference: string): void {
    const payment = this.#account.paymentsOf(reference)[0];
    if (!payment) throw new Error(`No payment has the reference ${reference}`);
    this.#account.events.add({
      eventCode: 'NOTIFICATION_OF_FRAUD',
      isSuccess: true,
      pspReference: this.#account.newReference(),
      originalReference: payment.pspReference,
      merchantReference: reference,
      amount: payment.amount,
      paymentMethod: payment.card.brand,
      reason: 'Fraudulent Use of Account Number',
      additionalData: { nofReasonCode: '6', nofSchemeCode: payment.card.brand },
    });
  }

  /** A call of the Disputes API. Its failures are answers with `success: false`. */
  answer(operation: string, request: DisputeRequest): SimulatedAnswer {
    const dispute = this.#disputes.get(request.disputePspReference ?? '');
    if (!dispute) return result('Dispute not found');
    switch (operation) {
      case 'retrieveApplicableDefenseReasons':
        return result(undefined, reasonsFor(dispute));
      case 'supplyDefenseDocument':
        return supply(dispute, request);
      case 'deleteDisputeDefenseDocument': {
        const isDeleted = dispute.documents.delete(request.defenseDocumentType ?? '');
        return result(isDeleted ? undefined : 'Document not found');
      }
      case 'defendDispute':
        return this.#defend(dispute, request.defenseReasonCode ?? '');
      case 'acceptDispute':
        if (dispute.status !== 'Unresponded') return result('Dispute is not open');
        dispute.status = 'Accepted';
        return result(undefined);
      default:
        return { status: 404, body: '' };
    }
  }

  #defend(dispute: Dispute, reasonCode: string): SimulatedAnswer {
    if (dispute.status !== 'Unresponded') return result('Dispute is not open');
    if (this.#account.now() > dispute.endsAt) return result('The defense period has ended');
    if (!isSatisfied(dispute, reasonCode)) return result('Defense documents are missing');
    dispute.status = 'Responded';
    this.#report(dispute, 'INFORMATION_SUPPLIED');
    return result(undefined);
  }

  #report(dispute: Dispute, eventCode: string): void {
    const { payment, value, reasonCode, reason, endsAt, pspReference, status } = dispute;
    const { currency } = payment.amount;
    const isInquiry = eventCode === 'REQUEST_FOR_INFORMATION';
    const { brand } = payment.card;
    this.#account.events.add({
      eventCode,
      isSuccess: true,
      pspReference,
      originalReference: payment.pspReference,
      merchantReference: payment.reference,
      amount: { value, currency },
      paymentMethod: brand,
      reason,
      additionalData: {
        ...(isInquiry
          ? { rfiReasonCode: reasonCode, rfiSchemeCode: brand }
          : { chargebackReasonCode: reasonCode, chargebackSchemeCode: brand }),
        defendable: String(status === 'Unresponded'),
        defensePeriodEndsAt: endsAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
        disputeStatus: status,
        autoDefended: 'false',
        modificationMerchantReferences: '',
        paymentMethodVariant: brand,
      },
    });
  }
}

function supply(dispute: Dispute, { defenseDocuments = [] }: DisputeRequest): SimulatedAnswer {
  if (dispute.status !== 'Unresponded') return result('Dispute is not open');
  for (const { contentType = '', content = '' } of defenseDocuments) {
    if (!['application/pdf', 'image/jpeg', 'image/tiff'].includes(contentType)) {
      return result(`Content type ${contentType} is not supported`);
    }
    if (Buffer.from(content, 'base64').length === 0) return result('The document is empty');
  }
  for (const { defenseDocumentTypeCode = '' } of defenseDocuments)
    dispute.documents.add(defenseDocumentTypeCode);
  return result(undefined);
}

function reasonsFor(dispute: Dispute): object[] {
  return Object.entries(defenseReasons).map(([defenseReasonCode, documents]) => ({
    defenseReasonCode,
    satisfied: isSatisfied(dispute, defenseReasonCode),
    defenseDocumentTypes: documents.map(({ type, isRequired }) => ({
      defenseDocumentTypeCode: type,
      requirementLevel: isRequired ? 'Required' : 'Optional',
      available: dispute.documents.has(type),
    })),
  }));
}

function isSatisfied({ documents }: Dispute, reasonCode: string): boolean {
  const needed = defenseReasons[reasonCode];
  return needed !== undefined && needed.every(({ type, isRequired }) => !isRequired || documents.has(type));
}

function result(errorMessage: string | undefined, reasons?: object[]): SimulatedAnswer {
  const disputeServiceResult = { success: errorMessage === undefined, errorMessage };
  return { status: 200, body: { disputeServiceResult, defenseReasons: reasons } };
}
