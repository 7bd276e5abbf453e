import type { PayerTexts } from '../payer-texts.ts';

export const no: PayerTexts = {
  linkHelp: 'Hvis knappen ikke virker, kan du kopiere denne lenken til nettleseren:',
  footer: 'Dette er en automatisk melding fra Countinghouse. Svar blir ikke lest.',
  facts: {
    time: 'Tidspunkt',
    description: 'Beskrivelse',
    validUntil: 'Gyldig til',
    merchant: 'Forhandler',
    amount: 'Beløp',
    card: 'Kort',
    reference: 'Referanse',
    expectedBy: 'Forventes senest',
    arn: 'Referanse til banken din (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Betalingslenke fra {merchant}',
      before: [
        '{merchant} har sendt deg en lenke. Skriv inn kortopplysningene dine på en sikker side for å fullføre.',
      ],
      button: 'Åpne betalingssiden',
      after: ['Hvis du ikke ventet denne e-posten, kan du se bort fra den. Ingenting blir trukket.'],
    },
    smartLinkReminder: {
      subject: 'Påminnelse: betalingslenke fra {merchant}',
      before: [
        'Lenken fra {merchant} utløper snart og er ikke betalt ennå. Skriv inn kortopplysningene dine på en sikker side for å fullføre.',
      ],
      button: 'Åpne betalingssiden',
      after: ['Hvis du allerede har betalt på en annen måte, kan du se bort fra denne e-posten.'],
    },
    paymentReceipt: {
      subject: 'Betalingen din til {merchant}',
      before: ['Takk. Betalingen er gjennomført.'],
      after: [
        'Ta vare på denne kvitteringen. Har du spørsmål om betalingen, kan du kontakte forhandleren og oppgi referansen.',
      ],
    },
    reservationReceipt: {
      subject: 'Beløp reservert av {merchant}',
      before: [
        'Beløpet nedenfor er reservert på kortet ditt. Det blir først trukket når forhandleren fullfører betalingen.',
      ],
      after: ['Har du spørsmål om betalingen, kan du kontakte forhandleren og oppgi referansen.'],
    },
    refundNotice: {
      subject: 'Refusjon fra {merchant}',
      before: ['En refusjon er på vei til kortet ditt.'],
      after: [
        'Det kan ta noen virkedager før banken din viser den.',
        'Har du spørsmål om refusjonen, kan du kontakte forhandleren og oppgi referansen.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: du har betalt {amount}.',
    reservationReceipt: '{merchant}: {amount} er reservert og ikke trukket ennå.',
    refundNotice: '{merchant}: en refusjon på {amount} er på vei.',
    smartLink: '{merchant}: betal {amount} her: {linkUrl}',
    openLink: '{merchant}: betal her: {linkUrl}',
    card: 'Kort som slutter på {card}.',
    reference: 'Referanse: {reference}',
  },
};
