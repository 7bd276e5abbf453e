import type { PayerTexts } from '../payer-texts.ts';

export const de: PayerTexts = {
  linkHelp: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diesen Link in Ihren Browser:',
  footer: 'Dies ist eine automatische Nachricht von Countinghouse. Antworten werden nicht gelesen.',
  facts: {
    time: 'Zeitpunkt',
    description: 'Beschreibung',
    validUntil: 'Gültig bis',
    merchant: 'Händler',
    amount: 'Betrag',
    card: 'Karte',
    reference: 'Referenz',
    expectedBy: 'Erwartet bis',
    arn: 'Referenz für Ihre Bank (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Zahlungslink von {merchant}',
      before: [
        '{merchant} hat Ihnen einen Link gesendet. Geben Sie Ihre Kartendaten auf einer sicheren Seite ein, um den Vorgang abzuschließen.',
      ],
      button: 'Zahlungsseite öffnen',
      after: [
        'Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren. Es wird nichts abgebucht.',
      ],
    },
    smartLinkReminder: {
      subject: 'Erinnerung: Zahlungslink von {merchant}',
      before: [
        'Der Link von {merchant} läuft bald ab und wurde noch nicht bezahlt. Geben Sie Ihre Kartendaten auf einer sicheren Seite ein, um den Vorgang abzuschließen.',
      ],
      button: 'Zahlungsseite öffnen',
      after: ['Wenn Sie bereits auf anderem Weg bezahlt haben, können Sie diese E-Mail ignorieren.'],
    },
    paymentReceipt: {
      subject: 'Ihre Zahlung an {merchant}',
      before: ['Vielen Dank. Ihre Zahlung war erfolgreich.'],
      after: [
        'Bewahren Sie diesen Beleg auf. Bei Fragen zur Zahlung wenden Sie sich mit der Referenz an den Händler.',
      ],
    },
    reservationReceipt: {
      subject: 'Betrag reserviert für {merchant}',
      before: [
        'Der folgende Betrag ist auf Ihrer Karte reserviert. Er wird erst abgebucht, wenn der Händler die Zahlung abschließt.',
      ],
      after: ['Bei Fragen zur Zahlung wenden Sie sich mit der Referenz an den Händler.'],
    },
    refundNotice: {
      subject: 'Erstattung von {merchant}',
      before: ['Eine Erstattung ist auf dem Weg zu Ihrer Karte.'],
      after: [
        'Es kann einige Werktage dauern, bis Ihre Bank sie anzeigt.',
        'Bei Fragen zur Erstattung wenden Sie sich mit der Referenz an den Händler.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: Sie haben {amount} bezahlt.',
    reservationReceipt: '{merchant}: {amount} sind reserviert und noch nicht abgebucht.',
    refundNotice: '{merchant}: Eine Erstattung von {amount} ist unterwegs.',
    smartLink: '{merchant}: Hier {amount} bezahlen: {linkUrl}',
    openLink: '{merchant}: Hier bezahlen: {linkUrl}',
    card: 'Karte mit Endziffern {card}.',
    reference: 'Referenz: {reference}',
  },
};
