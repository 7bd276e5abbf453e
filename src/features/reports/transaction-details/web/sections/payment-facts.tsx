import type { ChosenConnection } from '#features/processing/connections/schemas.ts';
import { routeSentence } from '#features/processing/connections/web/processor-words.tsx';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { TransactionDetails } from '../../schemas.ts';
import classes from '../details-screen.module.css';
import type { Origin } from '../back-to-origin.tsx';
import { type Fact, Facts, checked, copied } from './facts.tsx';
import { chargeSums } from '../../charge-sums.ts';
import { type DetailsFormat, useDetailsFormat } from '../use-details-format.ts';
import { paths } from '#web/paths.ts';
import { paidCardText } from '#web/format/card-text.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  transaction: TransactionDetails;
}

/** MMYY as MM/YY. */
const expiryText = (expiry: string | null) => expiry?.replace(/^(\d\d)(\d\d)$/, '$1/$2');

/** Sums and references. The headline has the requested amount, the time and the customer. */
export function PaymentFacts({ transaction, origin }: Props & { origin: Origin }) {
  return (
    <div className={classes.payment}>
      <Sums transaction={transaction} />
      <References transaction={transaction} origin={origin} />
    </div>
  );
}

/** What was asked, authorised and moved, and what is left. */
function Sums({ transaction }: Props) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  return (
    <dl className={classes.sums}>
      {chargeSums(transaction).map(({ name, amount, isTotal }) => (
        <div key={name} data-total={isTotal}>
          <dt>{t(`details.field.${name}`)}</dt>
          <dd className="number">{format.money(amount, transaction.currencyCode)}</dd>
        </div>
      ))}
    </dl>
  );
}

function References({ transaction, origin }: Props & { origin: Origin }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const { relatedTransactionId: related } = transaction;
  return (
    <Facts
      facts={[
        ...refundFacts(transaction, format),
        ['description', transaction.transactionDescription],
        ['merch_ref', copied(transaction.merchantReference)],
        ...settlementFacts(transaction, format),
        ['merchant', transaction.merchantName],
        ['continuous', continuousAuthority(transaction, t)],
        [
          'related_to',
          related !== null && (
            <Link
              key="related"
              {...paths.transaction(related)}
              state={{ origin } as object}
              className={`${classes.link} number`}
            >
              {related}
            </Link>
          ),
        ],
      ]}
    />
  );
}

/** What a processor's report has settled; before one, the date is only expected. */
function settlementFacts({ settlement }: TransactionDetails, format: DetailsFormat): Fact[] {
  if (settlement === null) return [];
  const { settledOn, payout } = settlement;
  return [
    [
      'settled_on',
      <Fragment key="settled">
        {format.day(settledOn)}
        {payout !== null && <PayoutPart payout={payout} />}
      </Fragment>,
    ],
  ];
}

type SettledIn = NonNullable<NonNullable<TransactionDetails['settlement']>['payout']>;

function PayoutPart({ payout }: { payout: SettledIn }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const money = (amount: string) => format.money(amount, payout.currency);
  return (
    <>
      {', '}
      <Link {...paths.payout(payout.payoutId)} className={classes.link}>
        {t('details.in_payout', { amount: money(payout.amount) })}
      </Link>
      <br />
      <span className="quiet-text">
        {t('details.settled_net', { net: money(payout.net), fees: money(payout.fees) })}
      </span>
    </>
  );
}

/** Why the merchant refunded, and how the payer's bank finds it. Other transactions have none of this. */
function refundFacts(transaction: TransactionDetails, format: DetailsFormat): Fact[] {
  if (transaction.type !== 'REFUND') return [];
  return [
    ['refund_reason', format.value(transaction.refundReason)],
    ['refund_note', transaction.refundNote],
    ['refund_expected', format.day(transaction.refundExpectedDate), true],
    ['arn', copied(transaction.arn)],
  ];
}

/** The card or other payment product, and the checks of its holder. */
export function PaymentMethodFacts({ transaction }: Props) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  return (
    <Facts
      facts={[
        ['product', product(transaction, format, t)],
        ['card_expiry', expiryText(transaction.cardExpiryDate), true],
        ['card_holder', transaction.cardHolderName],
        ['card_issuer', transaction.cardIssuer],
        ['issuer_country', format.country(transaction.issuerCountry)],
        [
          'cv2',
          isCv2ReplacedByToken(transaction)
            ? t('details.not_for_network_token')
            : checked(transaction.cv2Check),
        ],
        ['address_check', checked(transaction.avsAddressCheck)],
        ['postcode_check', checked(transaction.avsPostcodeCheck)],
      ]}
    />
  );
}

/** Codes and references for the processor's support. */
export function TechnicalFacts({ transaction }: Props) {
  const { t, language } = useTranslation();
  const { connection } = transaction;
  const format = useDetailsFormat();
  const { reasonCode, authoriserCode, adviceCode } = transaction;
  return (
    <Facts
      facts={[
        ['updated', format.moment(transaction.lastUpdatedTime), true],
        ['code', reasonCode !== null && t('details.code', { code: reasonCode })],
        ['reason', transaction.reasonMessage],
        ['authoriser', transaction.authoriserMessage ?? format.value(transaction.authoriserStatus)],
        ['authoriser_code', authoriserCode, true],
        ['advice_code', adviceCode, true],
        ['auth_code', copied(transaction.authCode)],
        ['connection', connection && `${connection.name} · ${t(`processors.mode.${connection.mode}`)}`],
        ['route', connection?.why != null && whyText(connection, t, language)],
        ['acquirer', transaction.acquirerName],
        ['gateway_reference', copied(transaction.gatewayReference)],
        ['settlement', transaction.settlement === null && format.day(transaction.gatewaySettlement), true],
        ['stage', t(`details.stage.${transaction.stage}`, { defaultValue: transaction.stage })],
        ['installation', copied(String(transaction.installationId))],
        ['channel', format.value(transaction.salesChannel)],
        ['commerce_type', format.value(transaction.commerceType)],
        ['processing_model', format.value(transaction.processingModel)],
        ['payment_class', format.value(transaction.paymentClass)],
        ['masked_pan', transaction.maskedPan, true],
        ['token', copied(transaction.merchantToken)],
        ...optionalFacts(transaction, format),
      ]}
    />
  );
}

/** Why the transaction went to its connection. */
function whyText({ why, route }: ChosenConnection, t: Translate, language: string): string {
  if (why === 'RULE' && route !== null) return routeSentence(t, language, route);
  return t(`processors.reason.${why ?? 'RULE'}`);
}

/** The card's label; another payment product by its name. */
function product(transaction: TransactionDetails, format: DetailsFormat, t: Translate): string | null {
  return paidCardText(transaction, t) ?? format.value(transaction.paymentProduct);
}

function continuousAuthority({ recurring, instalment }: TransactionDetails, t: Translate): string | null {
  if (recurring) return t('details.recurring');
  return instalment ? t('details.instalment') : null;
}

/** Fields that few payments have, hidden when empty. */
function optionalFacts(transaction: TransactionDetails, format: DetailsFormat): Fact[] {
  const { networkTokenDetails: token, multiAuthorisation, paymentMethodSource: source } = transaction;
  const { localAmount, localCurrencyCode, basketReference, secureToken } = transaction;
  const expiry = [token?.expiryMonth, token?.expiryYear].filter((part) => part !== undefined).join('/');
  const all: [...Fact, is: boolean][] = [
    ['local_amount', format.money(localAmount, localCurrencyCode ?? ''), true, localAmount !== null],
    ['basket_ref', copied(basketReference), false, basketReference !== null],
    ['secure_token', copied(secureToken), false, secureToken !== null],
    ['method_source', [source?.source, source?.sourceId].join(' ').trim(), false, source !== null],
    ['multi_auth', multiAuthorisation?.multiAuthorisedStatus, false, multiAuthorisation !== null],
    ['token_usage', format.value(token?.usage), false, token !== null],
    ['token_expiry', expiry, true, token !== null],
    ['token_error', token?.tokenError, false, token?.tokenError !== undefined],
  ];
  return all.flatMap(([name, value, isNumeric, is]): Fact[] => (is ? [[name, value, isNumeric]] : []));
}

type Checked = Pick<TransactionDetails, 'cv2Check' | 'networkTokenDetails'>;

/**
 * With a network token instead of the card there is no CV2 to check (docs/domain.md#sale-details). A block
 * with only an error means that no token was used, so the check is missing.
 */
export function isCv2ReplacedByToken({ cv2Check, networkTokenDetails }: Checked): boolean {
  const usage = networkTokenDetails?.usage;
  const isMissing = cv2Check === null || cv2Check === 'NOT_CHECKED';
  return isMissing && (usage === 'USED' || usage === 'RENEWED');
}
