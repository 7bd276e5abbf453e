import { testCards } from '#shared/payments/test-cards.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import type { PageView } from './schemas.ts';

export type Translate = (key: string, values?: Readonly<Record<string, string>>) => string;

/** An element that the gateway writes as HTML and the page creates. Texts are never parsed. */
export interface Markup {
  tag: 'header' | 'p' | 'h1' | 'span' | 'img';
  attributes?: Readonly<Record<string, string>>;
  children?: readonly (Markup | string)[];
}

type SummarisedView = Pick<
  PageView,
  | 'step'
  | 'kind'
  | 'transactionState'
  | 'isTest'
  | 'merchantName'
  | 'logoUrl'
  | 'amount'
  | 'currency'
  | 'digits'
  | 'description'
  | 'reference'
>;

/** Merchant, title and amount, above every step. In test the page with the card form names a card that can be entered. */
export function summaryMarkup(
  view: SummarisedView,
  t: Translate,
  locale: string,
  hasCardForm = true,
): Markup {
  const { kind, merchantName: merchant, logoUrl, amount, description, reference } = view;
  const title = { payments: 'title_payment', payouts: 'title_payout', cards: 'title_card' }[kind];
  const isOpen = view.step === 'FORM' && view.isTest;
  const card = testCards[0].pan.replaceAll(/(.{4})(?=.)/g, '$1 ');
  // The receipt has amount and reference itself.
  const isReceipt = view.step === 'RESULT' && view.transactionState === 'SUCCESS';
  const line = (name: string, text: string): Markup[] => [
    { tag: 'p', attributes: { class: name }, children: [text] },
  ];
  return {
    tag: 'header',
    attributes: { class: 'summary' },
    children: [
      ...(isOpen ? line('test', hasCardForm ? t('test_mode', { card }) : t('test_notice')) : []),
      { tag: 'p', attributes: { class: 'merchant' }, children: [logo(merchant, logoUrl), merchant] },
      { tag: 'h1', children: [t(title, { merchant })] },
      ...(amount === null || isReceipt ? [] : line('amount', formatAmount(amount, view, locale))),
      ...(description === null ? [] : line('description', description)),
      ...(reference === null || isReceipt ? [] : line('reference', `${t('reference')} ${reference}`)),
    ],
  };
}

const logo = (merchant: string, logoUrl: string | null): Markup =>
  logoUrl === null
    ? { tag: 'span', attributes: { class: 'logo', 'aria-hidden': 'true' }, children: [initials(merchant)] }
    : { tag: 'img', attributes: { class: 'logo-image', src: logoUrl, alt: '' } };

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

/** Formats decimal text with its currency in the page's language, with the currency's own digits. */
export function formatAmount(
  amount: string,
  { currency, digits }: Pick<PageView, 'currency' | 'digits'>,
  locale: string,
): string {
  const format = numberFormat([locale, 'en'], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Text, because a number would lose digits.
  return format.format(amount as `${number}`);
}
