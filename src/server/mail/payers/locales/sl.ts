import type { PayerTexts } from '../payer-texts.ts';

export const sl: PayerTexts = {
  linkHelp: 'Če gumb ne deluje, kopirajte to povezavo v brskalnik:',
  footer: 'To je samodejno sporočilo sistema Countinghouse. Odgovorov ne beremo.',
  facts: {
    time: 'Datum in čas',
    description: 'Opis',
    validUntil: 'Velja do',
    merchant: 'Trgovec',
    amount: 'Znesek',
    card: 'Kartica',
    reference: 'Sklic',
    expectedBy: 'Pričakovano do',
    arn: 'Sklic za vašo banko (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Plačilna povezava: {merchant}',
      before: ['{merchant} vam pošilja povezavo. Za dokončanje vnesite podatke o kartici na varni strani.'],
      button: 'Odpri plačilno stran',
      after: ['Če tega e-sporočila niste pričakovali, ga prezrite. Nič ne bo zaračunano.'],
    },
    smartLinkReminder: {
      subject: 'Opomnik za plačilno povezavo: {merchant}',
      before: [
        'Povezava, ki vam jo je poslal trgovec {merchant}, bo kmalu potekla in še ni plačana. Za dokončanje vnesite podatke o kartici na varni strani.',
      ],
      button: 'Odpri plačilno stran',
      after: ['Če ste že plačali na drug način, prezrite to e-sporočilo.'],
    },
    paymentReceipt: {
      subject: 'Vaše plačilo: {merchant}',
      before: ['Hvala. Vaše plačilo je uspelo.'],
      after: ['Shranite to potrdilo. Za vprašanja o plačilu se obrnite na trgovca in navedite sklic.'],
    },
    reservationReceipt: {
      subject: 'Rezerviran znesek: {merchant}',
      before: [
        'Spodnji znesek je rezerviran na vaši kartici. Zaračunan bo šele, ko bo trgovec dokončal plačilo.',
      ],
      after: ['Za vprašanja o plačilu se obrnite na trgovca in navedite sklic.'],
    },
    refundNotice: {
      subject: 'Vračilo: {merchant}',
      before: ['Vračilo je na poti na vašo kartico.'],
      after: [
        'Lahko traja nekaj delovnih dni, da ga vaša banka prikaže.',
        'Za vprašanja o vračilu se obrnite na trgovca in navedite sklic.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: plačali ste {amount}.',
    reservationReceipt: '{merchant}: znesek {amount} je rezerviran in še ni zaračunan.',
    refundNotice: '{merchant}: vračilo {amount} je na poti.',
    smartLink: '{merchant}: plačajte {amount} tukaj: {linkUrl}',
    openLink: '{merchant}: plačajte tukaj: {linkUrl}',
    card: 'Kartica s končnico {card}.',
    reference: 'Sklic: {reference}',
  },
};
