import type { PayerTexts } from '../payer-texts.ts';

export const sk: PayerTexts = {
  linkHelp: 'Ak tlačidlo nefunguje, skopírujte tento odkaz do prehliadača:',
  footer: 'Toto je automatická správa systému Countinghouse. Odpovede nečítame.',
  facts: {
    time: 'Dátum a čas',
    description: 'Popis',
    validUntil: 'Platí do',
    merchant: 'Obchodník',
    amount: 'Suma',
    card: 'Karta',
    reference: 'Referencia',
    expectedBy: 'Očakáva sa do',
    arn: 'Referencia pre vašu banku (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Platobný odkaz: {merchant}',
      before: ['{merchant} vám posiela odkaz. Na dokončenie zadajte údaje o karte na zabezpečenej stránke.'],
      button: 'Otvoriť platobnú stránku',
      after: ['Ak ste tento e-mail nečakali, ignorujte ho. Nič nebude strhnuté.'],
    },
    smartLinkReminder: {
      subject: 'Pripomienka platobného odkazu: {merchant}',
      before: [
        'Platnosť odkazu od obchodníka {merchant} čoskoro vyprší a odkaz ešte nebol zaplatený. Na dokončenie zadajte údaje o karte na zabezpečenej stránke.',
      ],
      button: 'Otvoriť platobnú stránku',
      after: ['Ak ste už zaplatili inak, tento e-mail ignorujte.'],
    },
    paymentReceipt: {
      subject: 'Vaša platba: {merchant}',
      before: ['Ďakujeme. Vaša platba prebehla úspešne.'],
      after: [
        'Tento doklad si uschovajte. S otázkami k platbe sa obráťte na obchodníka a uveďte referenciu.',
      ],
    },
    reservationReceipt: {
      subject: 'Rezervovaná suma: {merchant}',
      before: [
        'Nižšie uvedená suma je rezervovaná na vašej karte. Strhnutá bude, až keď obchodník platbu dokončí.',
      ],
      after: ['S otázkami k platbe sa obráťte na obchodníka a uveďte referenciu.'],
    },
    refundNotice: {
      subject: 'Vrátenie peňazí: {merchant}',
      before: ['Peniaze sa vracajú na vašu kartu.'],
      after: [
        'Môže trvať niekoľko pracovných dní, kým ich banka zobrazí.',
        'S otázkami k vráteniu peňazí sa obráťte na obchodníka a uveďte referenciu.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: zaplatili ste {amount}.',
    reservationReceipt: '{merchant}: suma {amount} je rezervovaná, zatiaľ nebola strhnutá.',
    refundNotice: '{merchant}: vraciame vám {amount}, peniaze sú na ceste.',
    smartLink: '{merchant}: zaplaťte {amount} tu: {linkUrl}',
    openLink: '{merchant}: zaplaťte tu: {linkUrl}',
    card: 'Karta s koncovkou {card}.',
    reference: 'Referencia: {reference}',
  },
};
