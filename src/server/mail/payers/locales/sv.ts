import type { PayerTexts } from '../payer-texts.ts';

export const sv: PayerTexts = {
  linkHelp: 'Om knappen inte fungerar kan du kopiera den här länken till webbläsaren:',
  footer: 'Detta är ett automatiskt meddelande från Countinghouse. Svar läses inte.',
  facts: {
    time: 'Tidpunkt',
    description: 'Beskrivning',
    validUntil: 'Giltig till',
    merchant: 'Handlare',
    amount: 'Belopp',
    card: 'Kort',
    reference: 'Referens',
    expectedBy: 'Väntas senast',
    arn: 'Referens till din bank (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Betalningslänk från {merchant}',
      before: [
        '{merchant} har skickat en länk till dig. Ange dina kortuppgifter på en säker sida för att slutföra.',
      ],
      button: 'Öppna betalningssidan',
      after: ['Om du inte väntade dig det här mejlet kan du bortse från det. Inget kommer att dras.'],
    },
    smartLinkReminder: {
      subject: 'Påminnelse: betalningslänk från {merchant}',
      before: [
        'Länken från {merchant} går snart ut och är inte betald än. Ange dina kortuppgifter på en säker sida för att slutföra.',
      ],
      button: 'Öppna betalningssidan',
      after: ['Om du redan har betalat på annat sätt kan du bortse från det här mejlet.'],
    },
    paymentReceipt: {
      subject: 'Din betalning till {merchant}',
      before: ['Tack. Din betalning är genomförd.'],
      after: [
        'Spara det här kvittot. Har du frågor om betalningen kan du kontakta handlaren och uppge referensen.',
      ],
    },
    reservationReceipt: {
      subject: 'Belopp reserverat av {merchant}',
      before: [
        'Beloppet nedan är reserverat på ditt kort. Det dras först när handlaren slutför betalningen.',
      ],
      after: ['Har du frågor om betalningen kan du kontakta handlaren och uppge referensen.'],
    },
    refundNotice: {
      subject: 'Återbetalning från {merchant}',
      before: ['En återbetalning är på väg till ditt kort.'],
      after: [
        'Det kan ta några bankdagar innan din bank visar den.',
        'Har du frågor om återbetalningen kan du kontakta handlaren och uppge referensen.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: du har betalat {amount}.',
    reservationReceipt: '{merchant}: {amount} är reserverat och har inte dragits än.',
    refundNotice: '{merchant}: en återbetalning på {amount} är på väg.',
    smartLink: '{merchant}: betala {amount} här: {linkUrl}',
    openLink: '{merchant}: betala här: {linkUrl}',
    card: 'Kort som slutar på {card}.',
    reference: 'Referens: {reference}',
  },
};
