import type { PayerTexts } from '../payer-texts.ts';

export const cs: PayerTexts = {
  linkHelp: 'Pokud tlačítko nefunguje, zkopírujte tento odkaz do prohlížeče:',
  footer: 'Toto je automatická zpráva systému Countinghouse. Odpovědi nečteme.',
  facts: {
    time: 'Datum a čas',
    description: 'Popis',
    validUntil: 'Platí do',
    merchant: 'Obchodník',
    amount: 'Částka',
    card: 'Karta',
    reference: 'Reference',
    expectedBy: 'Očekáváno do',
    arn: 'Reference pro vaši banku (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Platební odkaz: {merchant}',
      before: ['{merchant} vám posílá odkaz. Pro dokončení zadejte údaje o kartě na zabezpečené stránce.'],
      button: 'Otevřít platební stránku',
      after: ['Pokud jste tento e-mail nečekali, ignorujte ho. Nic nebude strženo.'],
    },
    smartLinkReminder: {
      subject: 'Připomenutí platebního odkazu: {merchant}',
      before: [
        'Platnost odkazu od obchodníka {merchant} brzy vyprší a odkaz ještě nebyl zaplacen. Pro dokončení zadejte údaje o kartě na zabezpečené stránce.',
      ],
      button: 'Otevřít platební stránku',
      after: ['Pokud jste už zaplatili jinak, tento e-mail ignorujte.'],
    },
    paymentReceipt: {
      subject: 'Vaše platba: {merchant}',
      before: ['Děkujeme. Vaše platba proběhla úspěšně.'],
      after: ['Tento doklad si uschovejte. S dotazy k platbě se obraťte na obchodníka a uveďte referenci.'],
    },
    reservationReceipt: {
      subject: 'Rezervovaná částka: {merchant}',
      before: [
        'Níže uvedená částka je rezervovaná na vaší kartě. Stržena bude, až když obchodník platbu dokončí.',
      ],
      after: ['S dotazy k platbě se obraťte na obchodníka a uveďte referenci.'],
    },
    refundNotice: {
      subject: 'Vrácení peněz: {merchant}',
      before: ['Peníze se vracejí na vaši kartu.'],
      after: [
        'Může trvat několik pracovních dnů, než je banka zobrazí.',
        'S dotazy k vrácení peněz se obraťte na obchodníka a uveďte referenci.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: zaplatili jste {amount}.',
    reservationReceipt: '{merchant}: částka {amount} je rezervovaná, zatím nebyla stržena.',
    refundNotice: '{merchant}: vracíme vám {amount}, peníze jsou na cestě.',
    smartLink: '{merchant}: zaplaťte {amount} zde: {linkUrl}',
    openLink: '{merchant}: zaplaťte zde: {linkUrl}',
    card: 'Karta končící na {card}.',
    reference: 'Reference: {reference}',
  },
};
