import type { Locale } from '#shared/locales.ts';
import { fillPlaceholders } from '#shared/text/fill-placeholders.ts';
import { isOneSms, toGsm } from './gsm-text.ts';
import type { MailValues, SmsTemplate } from './queue-mail.ts';
import { smsTexts } from './texts/sms.ts';

/** A text message as stored in the outbox. */
export type StoredSms = {
  [T in SmsTemplate]: { template: T; locale: Locale; contents: MailValues[T] };
}[SmsTemplate];

/** The shortest form of a merchant's name. */
const minMerchant = 12;

/**
 * The text of a message, in one message where possible: without the reference when it is too long, then with a shortened name of
 * the merchant.
 */
export function renderSms({ template, locale, contents }: StoredSms): string {
  const texts = smsTexts[locale];
  const values = { ...contents, card: 'card' in contents ? contents.card.slice(-4) : '' };
  // A link whose amount the customer chooses has none.
  const sentence = contents.amount === '' ? texts.openLink : texts[template];
  const render = (merchant: string, reference: string): string => {
    const parts = [sentence, values.card === '' ? '' : texts.card, reference === '' ? '' : texts.reference];
    return toGsm(
      parts
        .filter((part) => part !== '')
        .map((part) => fillPlaceholders(part, { ...values, merchant, reference }))
        .join(' '),
    );
  };
  const merchant = contents.merchant.trim();
  const reference = contents.reference ?? '';
  const full = render(merchant, reference);
  if (isOneSms(full)) return full;
  const shortened = (length: number): string =>
    length >= merchant.length ? merchant : `${merchant.slice(0, length).trim()}...`;
  for (let length = merchant.length; length > minMerchant; length -= 1) {
    const text = render(shortened(length), '');
    if (isOneSms(text)) return text;
  }
  return render(shortened(minMerchant), '');
}
