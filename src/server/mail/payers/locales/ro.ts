import type { PayerTexts } from '../payer-texts.ts';

export const ro: PayerTexts = {
  linkHelp: 'Dacă butonul nu funcționează, copiați acest link în browser:',
  footer: 'Acesta este un mesaj automat de la Countinghouse. Răspunsurile nu sunt citite.',
  facts: {
    time: 'Data și ora',
    description: 'Descriere',
    validUntil: 'Valabil până la',
    merchant: 'Comerciant',
    amount: 'Sumă',
    card: 'Card',
    reference: 'Referință',
    expectedBy: 'Așteptată până la',
    arn: 'Referință pentru banca dvs. (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Link de plată de la {merchant}',
      before: [
        '{merchant} v-a trimis un link. Introduceți datele cardului pe o pagină securizată pentru a finaliza operațiunea.',
      ],
      button: 'Deschideți pagina de plată',
      after: ['Dacă nu așteptați acest e-mail, ignorați-l. Nu se va încasa nimic.'],
    },
    smartLinkReminder: {
      subject: 'Memento: link de plată de la {merchant}',
      before: [
        'Linkul trimis de {merchant} expiră în curând și nu a fost încă plătit. Introduceți datele cardului pe o pagină securizată pentru a finaliza operațiunea.',
      ],
      button: 'Deschideți pagina de plată',
      after: ['Dacă ați plătit deja în alt mod, ignorați acest e-mail.'],
    },
    paymentReceipt: {
      subject: 'Plata dvs. către {merchant}',
      before: ['Vă mulțumim. Plata dvs. a reușit.'],
      after: [
        'Păstrați această chitanță. Pentru întrebări despre plată, contactați comerciantul și menționați referința.',
      ],
    },
    reservationReceipt: {
      subject: 'Sumă rezervată de {merchant}',
      before: [
        'Suma de mai jos este rezervată pe cardul dvs. Va fi debitată doar când comerciantul finalizează plata.',
      ],
      after: ['Pentru întrebări despre plată, contactați comerciantul și menționați referința.'],
    },
    refundNotice: {
      subject: 'Rambursare de la {merchant}',
      before: ['O rambursare este pe drum către cardul dvs.'],
      after: [
        'Pot trece câteva zile lucrătoare până când banca dvs. o afișează.',
        'Pentru întrebări despre rambursare, contactați comerciantul și menționați referința.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: ați plătit {amount}.',
    reservationReceipt: '{merchant}: suma de {amount} este rezervată, nu a fost încă debitată.',
    refundNotice: '{merchant}: o rambursare de {amount} este pe drum.',
    smartLink: '{merchant}: plătiți {amount} aici: {linkUrl}',
    openLink: '{merchant}: plătiți aici: {linkUrl}',
    card: 'Card terminat în {card}.',
    reference: 'Referință: {reference}',
  },
};
