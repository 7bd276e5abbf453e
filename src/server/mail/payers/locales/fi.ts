import type { PayerTexts } from '../payer-texts.ts';

export const fi: PayerTexts = {
  linkHelp: 'Jos painike ei toimi, kopioi tämä linkki selaimeesi:',
  footer: 'Tämä on automaattinen viesti Countinghouse-palvelusta. Vastauksia ei lueta.',
  facts: {
    time: 'Aika',
    description: 'Kuvaus',
    validUntil: 'Voimassaolo päättyy',
    merchant: 'Kauppias',
    amount: 'Summa',
    card: 'Kortti',
    reference: 'Viite',
    expectedBy: 'Odotetaan viimeistään',
    arn: 'Viite pankillesi (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Maksulinkki: {merchant}',
      before: [
        '{merchant} lähetti sinulle linkin. Viimeistele antamalla korttisi tiedot suojatulla sivulla.',
      ],
      button: 'Avaa maksusivu',
      after: ['Jos et odottanut tätä sähköpostia, voit jättää sen huomiotta. Mitään ei veloiteta.'],
    },
    smartLinkReminder: {
      subject: 'Muistutus maksulinkistä: {merchant}',
      before: [
        'Linkki, jonka {merchant} lähetti sinulle, vanhenee pian eikä sitä ole vielä maksettu. Viimeistele antamalla korttisi tiedot suojatulla sivulla.',
      ],
      button: 'Avaa maksusivu',
      after: ['Jos olet jo maksanut muulla tavalla, voit jättää tämän sähköpostin huomiotta.'],
    },
    paymentReceipt: {
      subject: 'Maksusi: {merchant}',
      before: ['Kiitos. Maksusi onnistui.'],
      after: [
        'Säilytä tämä kuitti. Jos sinulla on kysyttävää maksusta, ota yhteyttä kauppiaaseen ja ilmoita viite.',
      ],
    },
    reservationReceipt: {
      subject: 'Varattu summa: {merchant}',
      before: [
        'Alla oleva summa on varattu kortiltasi. Se veloitetaan vasta, kun kauppias viimeistelee maksun.',
      ],
      after: ['Jos sinulla on kysyttävää maksusta, ota yhteyttä kauppiaaseen ja ilmoita viite.'],
    },
    refundNotice: {
      subject: 'Hyvitys: {merchant}',
      before: ['Hyvitys on matkalla kortillesi.'],
      after: [
        'Voi kestää muutaman arkipäivän, ennen kuin se näkyy pankissasi.',
        'Jos sinulla on kysyttävää hyvityksestä, ota yhteyttä kauppiaaseen ja ilmoita viite.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: maksoit {amount}.',
    reservationReceipt: '{merchant}: {amount} on varattu, ei vielä veloitettu.',
    refundNotice: '{merchant}: hyvitys {amount} on matkalla.',
    smartLink: '{merchant}: maksa {amount} täällä: {linkUrl}',
    openLink: '{merchant}: maksa täällä: {linkUrl}',
    card: 'Kortin viimeiset numerot {card}.',
    reference: 'Viite: {reference}',
  },
};
