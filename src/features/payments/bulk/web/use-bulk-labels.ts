import { numberFormat } from '#shared/text/intl-formats.ts';
import { explainDecline } from '#shared/payments/declines.ts';
import { useMoney } from '#web/format/use-money.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type BulkAction, isLinkAction } from '../bulk-work.ts';
import type { BulkItem, BulkSum } from '../schemas.ts';

/** Codes with a sentence of their own; the others are in the dictionary of declines. */
const ownReasons: Readonly<Record<string, string>> = {
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'forbidden',
  V105: 'forbidden',
  DISPUTED: 'disputed',
  SAME_PAYMENT: 'same_payment',
  NO_EVENTS: 'no_events',
  LINK_CANCELLED: 'link_cancelled',
  LINK_PAID: 'link_paid',
  LINK_AUTHORISED: 'link_authorised',
  LINK_OVER: 'link_over',
  NO_EMAIL: 'no_email',
  ALREADY_SENT: 'already_sent',
  SENT_TODAY: 'sent_today',
  SENT_OFTEN: 'sent_often',
  INVALID_REQUEST: 'invalid_email',
  REQUESTER_GONE: 'requester_gone',
  BULK_TOO_OLD: 'too_old',
  REJECTED: 'rejected',
  CANCELLED: 'request_cancelled',
  EXPIRED: 'request_expired',
  V134: 'wrong_type',
  V135: 'expired',
  V136: 'failed',
  V137: 'not_captured',
  V138: 'captured',
  V139: 'released',
  V402: 'nothing_left',
};

/** The words of bulk work. */
export function useBulkLabels() {
  const { t, language } = useTranslation();
  const money = useMoney();
  const locale = browserLocale(language);
  const what = (action: BulkAction, count: number): string => {
    const number = numberFormat(locale).format(count);
    return isLinkAction(action) ? t('bulk.links', { count, number }) : t('bulk.payments', { count, number });
  };
  const sumsText = (sums: readonly BulkSum[]): string =>
    new Intl.ListFormat(locale).format(sums.map(({ amount, ccyCode }) => money(amount, ccyCode)));
  return {
    t,
    money,
    what,
    sumsText,
    number: (value: number): string => numberFormat(locale).format(value),
    /** "Refund 12 payments, 402.10 GBP" */
    doing(action: BulkAction, count: number, sums: readonly BulkSum[] = []): string {
      const text = t(`bulk.name.${action}`, { what: what(action, count) });
      return sums.length === 0 || !movesMoney(action)
        ? text
        : t('bulk.with_sum', { text, money: sumsText(sums) });
    },
    /** "Disputed: Chargeback · Needs a response" */
    dispute: ({ stage, status }: NonNullable<BulkItem['dispute']>): string =>
      t('bulk.disputed_row', {
        dispute: `${t(`disputes.stage.${stage}`)} · ${t(`disputes.status.${status}`)}`,
      }),
    /** Why a payment or link was refused or failed, in words. */
    reason(code: string, action: BulkAction): string {
      if (action === 'CANCEL_LINKS' && code === 'V100') return t('bulk.reason.link_paid');
      if (action === 'CANCEL_LINKS' && code === 'L100') return t('bulk.reason.link_busy');
      const own = ownReasons[code];
      if (own !== undefined) return t(`bulk.reason.${own}`);
      const decline = explainDecline({ reasonCode: code });
      return decline === 'unknown' ? t('bulk.reason.unknown', { code }) : t(`declines.${decline}`);
    },
  };
}

export type BulkLabels = ReturnType<typeof useBulkLabels>;

/** Sums are shown of money only: events and links move none. */
const movesMoney = (action: BulkAction): boolean => action !== 'RESEND_EVENTS' && !isLinkAction(action);
