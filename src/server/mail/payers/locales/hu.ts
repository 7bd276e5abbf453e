import type { PayerTexts } from '../payer-texts.ts';

export const hu: PayerTexts = {
  linkHelp: 'Ha a gomb nem működik, másolja ezt a hivatkozást a böngészőjébe:',
  footer: 'Ez a Countinghouse automatikus üzenete. A válaszokat nem olvassuk.',
  facts: {
    time: 'Időpont',
    description: 'Leírás',
    validUntil: 'Érvényes eddig',
    merchant: 'Kereskedő',
    amount: 'Összeg',
    card: 'Kártya',
    reference: 'Hivatkozás',
    expectedBy: 'Várható legkésőbb',
    arn: 'Hivatkozás a bankja számára (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Fizetési hivatkozás: {merchant}',
      before: [
        '{merchant} hivatkozást küldött Önnek. A befejezéshez adja meg kártyaadatait egy biztonságos oldalon.',
      ],
      button: 'A fizetési oldal megnyitása',
      after: ['Ha nem számított erre az e-mailre, hagyja figyelmen kívül. Semmit nem terhelünk.'],
    },
    smartLinkReminder: {
      subject: 'Emlékeztető – fizetési hivatkozás: {merchant}',
      before: [
        'A(z) {merchant} által küldött hivatkozás hamarosan lejár, és még nem fizették ki. A befejezéshez adja meg kártyaadatait egy biztonságos oldalon.',
      ],
      button: 'A fizetési oldal megnyitása',
      after: ['Ha már más módon fizetett, hagyja figyelmen kívül ezt az e-mailt.'],
    },
    paymentReceipt: {
      subject: 'Az Ön fizetése: {merchant}',
      before: ['Köszönjük. A fizetés sikeres volt.'],
      after: [
        'Őrizze meg ezt a bizonylatot. A fizetéssel kapcsolatos kérdéseivel forduljon a kereskedőhöz, és adja meg a hivatkozást.',
      ],
    },
    reservationReceipt: {
      subject: 'Zárolt összeg: {merchant}',
      before: [
        'Az alábbi összeget zároltuk a kártyáján. Csak akkor terheljük meg, amikor a kereskedő befejezi a fizetést.',
      ],
      after: ['A fizetéssel kapcsolatos kérdéseivel forduljon a kereskedőhöz, és adja meg a hivatkozást.'],
    },
    refundNotice: {
      subject: 'Visszatérítés: {merchant}',
      before: ['A visszatérítés úton van a kártyájára.'],
      after: [
        'Néhány munkanapba telhet, amíg a bankja megjeleníti.',
        'A visszatérítéssel kapcsolatos kérdéseivel forduljon a kereskedőhöz, és adja meg a hivatkozást.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: {amount} kifizetve.',
    reservationReceipt: '{merchant}: {amount} zárolva, még nem terheltük meg.',
    refundNotice: '{merchant}: {amount} visszatérítése úton van.',
    smartLink: '{merchant}: {amount} fizetése itt: {linkUrl}',
    openLink: '{merchant}: fizetés itt: {linkUrl}',
    card: 'Kártya vége: {card}.',
    reference: 'Hivatkozás: {reference}',
  },
};
