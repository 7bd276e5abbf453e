import type { Locale } from '#shared/locales.ts';
import type { SmsTemplate } from '../queue-mail.ts';

/** Short enough for one message with a usual name and reference. Polish is sent without accents, as is customary. */
export const smsTexts: Readonly<
  Record<Locale, Readonly<Record<SmsTemplate | 'openLink' | 'card' | 'reference', string>>>
> = {
  en: {
    paymentReceipt: '{merchant}: you paid {amount}.',
    reservationReceipt: '{merchant}: {amount} is reserved and not taken yet.',
    refundNotice: '{merchant}: a refund of {amount} is on its way.',
    smartLink: '{merchant}: pay {amount} here: {linkUrl}',
    openLink: '{merchant}: pay here: {linkUrl}',
    card: 'Card ending {card}.',
    reference: 'Reference: {reference}',
  },
  de: {
    paymentReceipt: '{merchant}: Sie haben {amount} bezahlt.',
    reservationReceipt: '{merchant}: {amount} sind reserviert und noch nicht abgebucht.',
    refundNotice: '{merchant}: Eine Erstattung von {amount} ist unterwegs.',
    smartLink: '{merchant}: Hier {amount} bezahlen: {linkUrl}',
    openLink: '{merchant}: Hier bezahlen: {linkUrl}',
    card: 'Karte mit Endziffern {card}.',
    reference: 'Referenz: {reference}',
  },
  fr: {
    paymentReceipt: '{merchant} : vous avez payé {amount}.',
    reservationReceipt: '{merchant} : {amount} réservés, pas encore débités.',
    refundNotice: '{merchant} : un remboursement de {amount} est en cours.',
    smartLink: '{merchant} : payez {amount} ici : {linkUrl}',
    openLink: '{merchant} : payez ici : {linkUrl}',
    card: 'Carte finissant par {card}.',
    reference: 'Référence : {reference}',
  },
  es: {
    paymentReceipt: '{merchant}: ha pagado {amount}.',
    reservationReceipt: '{merchant}: {amount} reservados, aún no cobrados.',
    refundNotice: '{merchant}: un reembolso de {amount} está en camino.',
    smartLink: '{merchant}: pague {amount} aquí: {linkUrl}',
    openLink: '{merchant}: pague aquí: {linkUrl}',
    card: 'Tarjeta terminada en {card}.',
    reference: 'Referencia: {reference}',
  },
  pl: {
    paymentReceipt: '{merchant}: zapłacono {amount}.',
    reservationReceipt: '{merchant}: kwota {amount} jest zarezerwowana, jeszcze niepobrana.',
    refundNotice: '{merchant}: zwrot {amount} jest w drodze.',
    smartLink: '{merchant}: zapłać {amount} tutaj: {linkUrl}',
    openLink: '{merchant}: zapłać tutaj: {linkUrl}',
    card: 'Karta z końcówką {card}.',
    reference: 'Numer: {reference}',
  },
  cy: {
    paymentReceipt: '{merchant}: rydych wedi talu {amount}.',
    reservationReceipt: '{merchant}: mae {amount} wedi’i gadw, heb ei gymryd eto.',
    refundNotice: '{merchant}: mae ad-daliad o {amount} ar ei ffordd.',
    smartLink: '{merchant}: talwch {amount} yma: {linkUrl}',
    openLink: '{merchant}: talwch yma: {linkUrl}',
    card: 'Cerdyn yn gorffen {card}.',
    reference: 'Cyfeirnod: {reference}',
  },
};
