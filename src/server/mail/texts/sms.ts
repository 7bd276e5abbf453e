import type { Locale } from '#shared/locales.ts';
import type { SmsTemplate } from '../queue-mail.ts';

/** Short enough for one message with a usual name and reference. Polish is sent without accents, as is customary. */
export const smsTexts: Readonly<
  Record<Locale, Readonly<Record<SmsTemplate | 'card' | 'reference', string>>>
> = {
  en: {
    paymentReceipt: '{merchant}: you paid {amount}.',
    reservationReceipt: '{merchant}: {amount} is reserved and not taken yet.',
    refundNotice: '{merchant}: a refund of {amount} is on its way.',
    card: 'Card ending {card}.',
    reference: 'Reference: {reference}',
  },
  de: {
    paymentReceipt: '{merchant}: Sie haben {amount} bezahlt.',
    reservationReceipt: '{merchant}: {amount} sind reserviert und noch nicht abgebucht.',
    refundNotice: '{merchant}: Eine Erstattung von {amount} ist unterwegs.',
    card: 'Karte mit Endziffern {card}.',
    reference: 'Referenz: {reference}',
  },
  fr: {
    paymentReceipt: '{merchant} : vous avez payé {amount}.',
    reservationReceipt: '{merchant} : {amount} réservés, pas encore débités.',
    refundNotice: '{merchant} : un remboursement de {amount} est en cours.',
    card: 'Carte finissant par {card}.',
    reference: 'Référence : {reference}',
  },
  es: {
    paymentReceipt: '{merchant}: ha pagado {amount}.',
    reservationReceipt: '{merchant}: {amount} reservados, aún no cobrados.',
    refundNotice: '{merchant}: un reembolso de {amount} está en camino.',
    card: 'Tarjeta terminada en {card}.',
    reference: 'Referencia: {reference}',
  },
  pl: {
    paymentReceipt: '{merchant}: zapłacono {amount}.',
    reservationReceipt: '{merchant}: kwota {amount} jest zarezerwowana, jeszcze niepobrana.',
    refundNotice: '{merchant}: zwrot {amount} jest w drodze.',
    card: 'Karta z końcówką {card}.',
    reference: 'Numer: {reference}',
  },
  cy: {
    paymentReceipt: '{merchant}: rydych wedi talu {amount}.',
    reservationReceipt: '{merchant}: mae {amount} wedi’i gadw, heb ei gymryd eto.',
    refundNotice: '{merchant}: mae ad-daliad o {amount} ar ei ffordd.',
    card: 'Cerdyn yn gorffen {card}.',
    reference: 'Cyfeirnod: {reference}',
  },
};
