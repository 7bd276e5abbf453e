import type { PageLanguage } from '#shared/page-languages.ts';
import { fillPlaceholders } from '#shared/text/fill-placeholders.ts';
import { countSmsParts, toSmsText } from './gsm-text.ts';
import { payerTexts } from './payers/all-payer-texts.ts';
import type { MailValues, SmsTemplate } from './queue-mail.ts';

/** A text message as stored in the outbox. */
export type StoredSms = {
  [T in SmsTemplate]: { template: T; locale: PageLanguage; contents: MailValues[T] };
}[SmsTemplate];

/** The shortest form of a merchant's name, in characters. */
const minMerchant = 12;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The text, in as few parts as its shortest form takes: without the reference when it is too long, then with a shortened name of the
 * merchant. It is never cut.
 */
export function renderSms({ template, locale, contents }: StoredSms): string {
  const texts = payerTexts[locale].sms;
  const values = { ...contents, card: 'card' in contents ? contents.card.slice(-4) : '' };
  // A link whose amount the customer chooses has none.
  const sentence = contents.amount === '' ? texts.openLink : texts[template];
  const render = (merchant: string, reference: string): string => {
    const parts = [sentence, values.card === '' ? '' : texts.card, reference === '' ? '' : texts.reference];
    return toSmsText(
      parts
        .filter((part) => part !== '')
        .map((part) => fillPlaceholders(part, { ...values, merchant, reference }))
        .join(' '),
    );
  };
  const merchant = contents.merchant.trim();
  const letters = [...characters.segment(merchant)].map(({ segment }) => segment);
  const shortened = (length: number): string =>
    length >= letters.length ? merchant : `${letters.slice(0, length).join('').trim()}...`;
  const shortest = render(shortened(minMerchant), '');
  const parts = countSmsParts(shortest);
  const full = render(merchant, contents.reference ?? '');
  if (countSmsParts(full) <= parts) return full;
  for (let length = letters.length; length > minMerchant; length -= 1) {
    const text = render(shortened(length), '');
    if (countSmsParts(text) <= parts) return text;
  }
  return shortest;
}
