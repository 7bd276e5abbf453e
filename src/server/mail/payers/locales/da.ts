import type { PayerTexts } from '../payer-texts.ts';

export const da: PayerTexts = {
  linkHelp: 'Hvis knappen ikke virker, kan du kopiere dette link til din browser:',
  footer: 'Dette er en automatisk besked fra Countinghouse. Svar bliver ikke læst.',
  facts: {
    time: 'Tidspunkt',
    description: 'Beskrivelse',
    validUntil: 'Gyldigt til',
    merchant: 'Forretning',
    amount: 'Beløb',
    card: 'Kort',
    reference: 'Reference',
    expectedBy: 'Forventes senest',
    arn: 'Reference til din bank (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Betalingslink fra {merchant}',
      before: [
        '{merchant} har sendt dig et link. Indtast dine kortoplysninger på en sikker side for at gennemføre det.',
      ],
      button: 'Åbn betalingssiden',
      after: ['Hvis du ikke forventede denne e-mail, kan du se bort fra den. Der bliver ikke trukket noget.'],
    },
    smartLinkReminder: {
      subject: 'Påmindelse: betalingslink fra {merchant}',
      before: [
        'Linket fra {merchant} udløber snart og er endnu ikke betalt. Indtast dine kortoplysninger på en sikker side for at gennemføre det.',
      ],
      button: 'Åbn betalingssiden',
      after: ['Hvis du allerede har betalt på en anden måde, kan du se bort fra denne e-mail.'],
    },
    paymentReceipt: {
      subject: 'Din betaling til {merchant}',
      before: ['Tak. Din betaling er gennemført.'],
      after: [
        'Gem denne kvittering. Har du spørgsmål om betalingen, så kontakt forretningen og oplys referencen.',
      ],
    },
    reservationReceipt: {
      subject: 'Beløb reserveret af {merchant}',
      before: [
        'Beløbet herunder er reserveret på dit kort. Det bliver først trukket, når forretningen gennemfører betalingen.',
      ],
      after: ['Har du spørgsmål om betalingen, så kontakt forretningen og oplys referencen.'],
    },
    refundNotice: {
      subject: 'Tilbagebetaling fra {merchant}',
      before: ['En tilbagebetaling er på vej til dit kort.'],
      after: [
        'Der kan gå nogle bankdage, før din bank viser den.',
        'Har du spørgsmål om tilbagebetalingen, så kontakt forretningen og oplys referencen.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: du har betalt {amount}.',
    reservationReceipt: '{merchant}: {amount} er reserveret og ikke trukket endnu.',
    refundNotice: '{merchant}: en tilbagebetaling på {amount} er på vej.',
    smartLink: '{merchant}: betal {amount} her: {linkUrl}',
    openLink: '{merchant}: betal her: {linkUrl}',
    card: 'Kort, der slutter på {card}.',
    reference: 'Reference: {reference}',
  },
};
