import * as z from 'zod/mini';
import { type DisputeStage, type DisputeStatus, isFraudCode } from '#shared/payments/dispute-status.ts';
import type {
  ConnectRequest,
  ConnectionMode,
  DisputeCalls,
  DisputeReply,
  DisputeReport,
  DisputeRequest,
  Evidence,
  EvidenceItem,
  NamedDispute,
  ProcessorEvent,
} from '../adapter.ts';
import { callAdyen } from './adyen-client.ts';
import { merchantAccountOf } from './adyen-operations.ts';

/** The fields of an event that are read here. */
interface Item {
  eventCode: string;
  success: 'true' | 'false';
  pspReference: string;
  merchantReference?: string | undefined;
  reason?: string | undefined;
  paymentMethod?: string | undefined;
  additionalData?: Record<string, unknown> | undefined;
}

interface Meaning {
  stage?: DisputeStage;
  status?: DisputeStatus;
  /** The disputed amount is taken from the merchant, or given back. */
  money?: 'taken' | 'returned';
}

/** What Adyen's events mean for a dispute (docs/processors.md#disputes). A part that is missing does not change. */
const meanings: Readonly<Record<string, Meaning>> = {
  REQUEST_FOR_INFORMATION: { stage: 'INQUIRY', status: 'NEEDS_RESPONSE' },
  NOTIFICATION_OF_CHARGEBACK: { stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE' },
  CHARGEBACK: { stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE', money: 'taken' },
  INFORMATION_SUPPLIED: { status: 'UNDER_REVIEW' },
  // Not final: the issuer can present a second chargeback.
  CHARGEBACK_REVERSED: { stage: 'CHARGEBACK', status: 'UNDER_REVIEW', money: 'returned' },
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: { status: 'WON' },
  DISPUTE_DEFENSE_PERIOD_ENDED: { status: 'EXPIRED' },
  SECOND_CHARGEBACK: { stage: 'PRE_ARBITRATION', status: 'LOST', money: 'taken' },
  PREARBITRATION_OPEN: { stage: 'PRE_ARBITRATION', status: 'NEEDS_RESPONSE' },
  PREARBITRATION_ACCEPTED: { stage: 'PRE_ARBITRATION', status: 'ACCEPTED' },
  PREARBITRATION_DECLINED: { stage: 'PRE_ARBITRATION', status: 'UNDER_REVIEW' },
  PREARBITRATION_ISSUER_WITHDRAWN: { stage: 'PRE_ARBITRATION', status: 'WITHDRAWN' },
  PREARBITRATION_WON: { stage: 'PRE_ARBITRATION', status: 'WON' },
  PREARBITRATION_LOST: { stage: 'PRE_ARBITRATION', status: 'LOST' },
  SCHEME_ARBITRATION: { stage: 'ARBITRATION', status: 'UNDER_REVIEW' },
  SCHEME_ARBITRATION_WON: { stage: 'ARBITRATION', status: 'WON' },
  SCHEME_ARBITRATION_LOST: { stage: 'ARBITRATION', status: 'LOST' },
  ISSUER_COMMENTS: {},
};

const fraudWarning = 'NOTIFICATION_OF_FRAUD';

/** Also true for unknown events of disputes, which are stored unchanged. */
export const isDisputeCode = (eventCode: string): boolean =>
  eventCode === fraudWarning || eventCode in meanings || /CHARGEBACK|ARBITRATION|DISPUTE/.test(eventCode);

/** Adyen's own status, which changes also when the merchant responds in Adyen's portal. It is not signed, so it is a hint. */
const hintedStatuses: Readonly<Record<string, DisputeStatus>> = {
  Accepted: 'ACCEPTED',
  Responded: 'UNDER_REVIEW',
  Pending: 'UNDER_REVIEW',
  Expired: 'EXPIRED',
  Lost: 'LOST',
  Won: 'WON',
};

type DisputeEvent =
  | Omit<ProcessorEvent & { kind: 'dispute' }, 'eventId'>
  | Omit<ProcessorEvent & { kind: 'fraud-warning' }, 'eventId'>
  | Omit<ProcessorEvent & { kind: 'other' }, 'eventId'>;

/** Reason, deadline and the dispute's own status are not signed: they are shown, and decide about no money. */
export function readAdyenDispute(
  one: Item,
  amount: { amountMinor?: number; currency?: string },
): DisputeEvent {
  const { eventCode, pspReference, merchantReference, reason, paymentMethod } = one;
  const reference = merchantReference || undefined;
  const about = reference === undefined ? {} : { reference };
  if (eventCode === fraudWarning)
    return { kind: 'fraud-warning', ...about, ...(reason ? { reason: reason.slice(0, 200) } : {}) };
  const meaning = meanings[eventCode];
  if (!meaning || one.success !== 'true') {
    const { additionalData: _signature, ...raw } = one;
    return { kind: 'other', name: eventCode, ...about, raw };
  }
  const { money, ...state } = meaning;
  const hints = readHints(one);
  const status = state.status === 'NEEDS_RESPONSE' ? (hints.status ?? state.status) : state.status;
  const { reasonCode, deadline } = hints;
  const report: DisputeReport = {
    dispute: pspReference,
    ...about,
    ...state,
    ...(status ? { status } : {}),
    ...amount,
    ...(money === 'taken' && amount.amountMinor !== undefined
      ? { chargedBackMinor: amount.amountMinor }
      : money === 'returned'
        ? { chargedBackMinor: 0 }
        : {}),
    ...(reasonCode ? { reasonCode, isFraud: isFraudCode(reasonCode) } : {}),
    ...(reason ? { reason: reason.slice(0, 200) } : {}),
    ...(paymentMethod ? { scheme: paymentMethod.slice(0, 40) } : {}),
    ...(deadline ? { deadline } : {}),
  };
  return { kind: 'dispute', name: eventCode, ...about, report };
}

function readHints({ additionalData = {} }: Item): {
  status?: DisputeStatus | undefined;
  reasonCode?: string | undefined;
  deadline?: string | undefined;
} {
  const text = (name: string) => {
    const value = additionalData[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const ends = new Date(text('defensePeriodEndsAt') ?? '');
  return {
    status: hintedStatuses[text('disputeStatus') ?? ''],
    reasonCode: (text('chargebackReasonCode') ?? text('rfiReasonCode'))?.slice(0, 20),
    deadline: Number.isNaN(ends.getTime()) ? undefined : ends.toISOString(),
  };
}

/** Disputes API v30. */
export const disputesUrl = (mode: ConnectionMode): string =>
  `https://ca-${mode === 'TEST' ? 'test' : 'live'}.adyen.com/ca/services/DisputeService/v30`;

/** Adyen keeps idempotency keys for at least seven days. */
const repeatMs = 6 * 86_400_000;

const serviceResult = z.object({ success: z.boolean(), errorMessage: z.optional(z.string()) });
const answered = z.object({ disputeServiceResult: serviceResult });
const reasons = z.object({
  disputeServiceResult: serviceResult,
  defenseReasons: z.optional(
    z.array(
      z.object({
        defenseReasonCode: z.string(),
        defenseDocumentTypes: z.optional(
          z.array(
            z.object({ defenseDocumentTypeCode: z.string(), requirementLevel: z.optional(z.string()) }),
          ),
        ),
      }),
    ),
  ),
});

const levels: Readonly<Record<string, EvidenceItem['level']>> = {
  Required: 'REQUIRED',
  OneOrMore: 'ONE_OR_MORE',
  AlternativeRequired: 'ONE_OR_MORE',
};

const refused = (message: string | undefined) =>
  ({ kind: 'refused', message: (message ?? 'Adyen gave no reason').slice(0, 200) }) as const;

/** A defence is a reason and its documents. Documents of a type replace each other, so sending them again changes nothing. */
export function adyenDisputes(request: ConnectRequest, url: string): DisputeCalls {
  const call = <T>(
    operation: string,
    { dispute, account }: NamedDispute,
    schema: z.ZodMiniType<T>,
    { key, ...more }: { key: string } & Record<string, unknown>,
  ) =>
    callAdyen(request, schema, {
      url: `${url}/${operation}`,
      key,
      body: { merchantAccountCode: merchantAccountOf({ account }), disputePspReference: dispute, ...more },
    });
  const change = async (
    operation: string,
    dispute: NamedDispute,
    more: { key: string } & Record<string, unknown>,
  ): Promise<DisputeReply> => {
    const reply = await call(operation, dispute, answered, more);
    if (reply.kind === 'refused') return refused(reply.message);
    if (reply.kind !== 'ok') return reply;
    const { success, errorMessage } = reply.body.disputeServiceResult;
    return success ? { kind: 'done' } : refused(errorMessage);
  };
  const isTooOld = ({ sentAt, isRepeated }: DisputeRequest) =>
    isRepeated && request.clock.now().getTime() - sentAt.getTime() > repeatMs;
  return {
    async evidence(dispute) {
      const key = crypto.randomUUID();
      const reply = await call('retrieveApplicableDefenseReasons', dispute, reasons, { key });
      if (reply.kind === 'refused') return refused(reply.message);
      if (reply.kind !== 'ok') return reply;
      const { disputeServiceResult, defenseReasons = [] } = reply.body;
      if (!disputeServiceResult.success) return refused(disputeServiceResult.errorMessage);
      return {
        kind: 'form',
        form: {
          reasons: defenseReasons.map(({ defenseReasonCode, defenseDocumentTypes = [] }) => ({
            code: defenseReasonCode,
            items: defenseDocumentTypes.map((type) => ({
              name: type.defenseDocumentTypeCode,
              kind: 'file',
              level: levels[type.requirementLevel ?? ''] ?? 'OPTIONAL',
            })),
          })),
          fileTypes: ['application/pdf', 'image/jpeg'],
        },
      };
    },
    accept: (dispute, sent) =>
      isTooOld(sent) ? Promise.resolve(unknown) : change('acceptDispute', dispute, { key: sent.key }),
    async submit(dispute, sent, { reason, files }: Evidence) {
      if (isTooOld(sent)) return unknown;
      if (files.length > 0) {
        const supplied = await change('supplyDefenseDocument', dispute, {
          key: `${sent.key}-D`,
          defenseDocuments: files.map(({ item, contentType, body }) => ({
            defenseDocumentTypeCode: item,
            contentType,
            content: Buffer.from(body).toString('base64'),
          })),
        });
        if (supplied.kind !== 'done') return supplied;
      }
      return change('defendDispute', dispute, { key: sent.key, defenseReasonCode: reason });
    },
  };
}

const unknown = { kind: 'no-response', why: 'connection' } as const;
