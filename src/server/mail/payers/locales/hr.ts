import type { PayerTexts } from '../payer-texts.ts';

export const hr: PayerTexts = {
  linkHelp: 'Ako gumb ne radi, kopirajte ovu poveznicu u preglednik:',
  footer: 'Ovo je automatska poruka sustava Countinghouse. Odgovori se ne čitaju.',
  facts: {
    time: 'Datum i vrijeme',
    description: 'Opis',
    validUntil: 'Vrijedi do',
    merchant: 'Trgovac',
    amount: 'Iznos',
    card: 'Kartica',
    reference: 'Referenca',
    expectedBy: 'Očekuje se do',
    arn: 'Referenca za vašu banku (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Poveznica za plaćanje: {merchant}',
      before: [
        '{merchant} vam šalje poveznicu. Za dovršetak unesite podatke o kartici na sigurnoj stranici.',
      ],
      button: 'Otvori stranicu za plaćanje',
      after: ['Ako niste očekivali ovu poruku, zanemarite je. Ništa neće biti naplaćeno.'],
    },
    smartLinkReminder: {
      subject: 'Podsjetnik na poveznicu za plaćanje: {merchant}',
      before: [
        'Poveznica koju vam je poslao trgovac {merchant} uskoro istječe i još nije plaćena. Za dovršetak unesite podatke o kartici na sigurnoj stranici.',
      ],
      button: 'Otvori stranicu za plaćanje',
      after: ['Ako ste već platili na drugi način, zanemarite ovu poruku.'],
    },
    paymentReceipt: {
      subject: 'Vaše plaćanje: {merchant}',
      before: ['Hvala. Vaše je plaćanje uspjelo.'],
      after: ['Sačuvajte ovu potvrdu. Za pitanja o plaćanju obratite se trgovcu i navedite referencu.'],
    },
    reservationReceipt: {
      subject: 'Rezerviran iznos: {merchant}',
      before: [
        'Iznos u nastavku rezerviran je na vašoj kartici. Naplatit će se tek kada trgovac dovrši plaćanje.',
      ],
      after: ['Za pitanja o plaćanju obratite se trgovcu i navedite referencu.'],
    },
    refundNotice: {
      subject: 'Povrat: {merchant}',
      before: ['Povrat je na putu na vašu karticu.'],
      after: [
        'Može proći nekoliko radnih dana dok ga banka ne prikaže.',
        'Za pitanja o povratu obratite se trgovcu i navedite referencu.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: platili ste {amount}.',
    reservationReceipt: '{merchant}: iznos {amount} je rezerviran i još nije naplaćen.',
    refundNotice: '{merchant}: povrat u iznosu {amount} je na putu.',
    smartLink: '{merchant}: platite {amount} ovdje: {linkUrl}',
    openLink: '{merchant}: platite ovdje: {linkUrl}',
    card: 'Kartica koja završava na {card}.',
    reference: 'Referenca: {reference}',
  },
};
