import type { PayerTexts } from '../payer-texts.ts';

export const pl: PayerTexts = {
  linkHelp: 'Jeśli przycisk nie działa, skopiuj ten link do przeglądarki:',
  footer: 'To automatyczna wiadomość z Countinghouse. Odpowiedzi nie są czytane.',
  facts: {
    time: 'Czas',
    description: 'Opis',
    validUntil: 'Ważny do',
    merchant: 'Sprzedawca',
    amount: 'Kwota',
    card: 'Karta',
    reference: 'Numer referencyjny',
    expectedBy: 'Oczekiwany do',
    arn: 'Numer dla Twojego banku (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Link do płatności od {merchant}',
      before: [
        '{merchant} przesyła Ci link. Aby dokończyć operację, podaj dane karty na bezpiecznej stronie.',
      ],
      button: 'Otwórz stronę płatności',
      after: ['Jeśli nie spodziewasz się tego e-maila, zignoruj go. Nic nie zostanie pobrane.'],
    },
    smartLinkReminder: {
      subject: 'Przypomnienie: link do płatności od {merchant}',
      before: [
        'Link od {merchant} wkrótce wygaśnie i nie został jeszcze opłacony. Aby dokończyć operację, podaj dane karty na bezpiecznej stronie.',
      ],
      button: 'Otwórz stronę płatności',
      after: ['Jeśli zapłacono już w inny sposób, zignoruj tę wiadomość.'],
    },
    paymentReceipt: {
      subject: 'Twoja płatność dla: {merchant}',
      before: ['Dziękujemy. Płatność się powiodła.'],
      after: [
        'Zachowaj to potwierdzenie. Z pytaniami o płatność zwróć się do sprzedawcy, podając numer referencyjny.',
      ],
    },
    reservationReceipt: {
      subject: 'Kwota zarezerwowana przez: {merchant}',
      before: [
        'Poniższa kwota została zarezerwowana na Twojej karcie. Zostanie pobrana dopiero, gdy sprzedawca zakończy płatność.',
      ],
      after: ['Z pytaniami o płatność zwróć się do sprzedawcy, podając numer referencyjny.'],
    },
    refundNotice: {
      subject: 'Zwrot od: {merchant}',
      before: ['Zwrot jest w drodze na Twoją kartę.'],
      after: [
        'Może minąć kilka dni roboczych, zanim bank go pokaże.',
        'Z pytaniami o zwrot zwróć się do sprzedawcy, podając numer referencyjny.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: zapłacono {amount}.',
    reservationReceipt: '{merchant}: kwota {amount} jest zarezerwowana, jeszcze niepobrana.',
    refundNotice: '{merchant}: zwrot {amount} jest w drodze.',
    smartLink: '{merchant}: zapłać {amount} tutaj: {linkUrl}',
    openLink: '{merchant}: zapłać tutaj: {linkUrl}',
    card: 'Karta z końcówką {card}.',
    reference: 'Numer: {reference}',
  },
};
