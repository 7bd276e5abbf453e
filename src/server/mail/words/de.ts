import type { MailWords } from '../mail-words.ts';

export const de: MailWords = {
  greeting: 'Guten Tag {name},',
  linkHelp: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie bitte diese Adresse in Ihren Browser:',
  footer: 'Countinghouse verschickt diese E-Mail automatisch; Antworten darauf werden nicht gelesen.',
  facts: {
    time: 'Zeitpunkt',
    ip: 'IP-Adresse',
    device: 'Gerät',
    oldUsername: 'Bisheriger Benutzername',
    newUsername: 'Neuer Benutzername',
    from: 'Von',
    organisation: 'Organisation',
    description: 'Beschreibung',
    validUntil: 'Gültig bis',
    feedbackType: 'Art',
    merchant: 'Händler',
    amount: 'Betrag',
    card: 'Karte',
    reference: 'Referenz',
  },
  templates: {
    invitation: {
      subject: 'Ihr Zugang zu Countinghouse',
      before: [
        'Für Sie wurde ein Benutzerkonto bei {organisation} eingerichtet.',
        'Bitte wählen Sie ein Passwort, um sich zum ersten Mal anzumelden.',
      ],
      button: 'Passwort wählen',
      after: [
        'Der Link gilt einmal und 7 Tage lang. Danach kann Ihnen Ihre Administration einen neuen schicken.',
      ],
    },
    passwordReset: {
      subject: 'Neues Passwort wählen',
      before: ['Jemand, vermutlich Sie selbst, hat für Ihr Konto ein neues Passwort angefordert.'],
      button: 'Neues Passwort wählen',
      after: [
        'Der Link gilt einmal und 24 Stunden lang.',
        'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
      ],
    },
    usernameChange: {
      subject: 'Ihr Benutzername wurde geändert',
      before: ['Ab sofort melden Sie sich mit einem neuen Benutzernamen an. Ihr Passwort bleibt gleich.'],
      after: ['Wenn Sie damit nicht gerechnet haben, fragen Sie bitte Ihre Administration.'],
    },
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      before: ['Das Passwort Ihres Kontos wurde geändert. Alle anderen Sitzungen wurden abgemeldet.'],
      after: [
        'Wenn Sie das nicht waren, wählen Sie bitte sofort auf der Anmeldeseite „Passwort vergessen?“ und benachrichtigen Sie Ihre Administration.',
      ],
    },
    newDevice: {
      subject: 'Anmeldung von einem neuen Gerät',
      before: ['Ihr Konto wurde von einem Gerät aus benutzt, das wir noch nicht kannten.'],
      after: [
        'Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, ändern Sie bitte sofort Ihr Passwort und benachrichtigen Sie Ihre Administration.',
      ],
    },
    smartLink: {
      subject: 'Zahlungslink von {merchant}',
      before: [
        '{merchant} hat Ihnen einen Link gesendet. Geben Sie Ihre Karte auf einer sicheren Seite ein, um den Vorgang abzuschließen.',
      ],
      button: 'Zahlungsseite öffnen',
      after: [
        'Wenn Sie diese Nachricht nicht erwartet haben, brauchen Sie nichts zu tun: Ohne Sie wird nichts bezahlt.',
      ],
    },
    feedback: {
      subject: 'Rückmeldung aus Countinghouse',
      before: ['{name} hat eine Rückmeldung geschickt.'],
      after: [],
    },
    settlementStuck: {
      subject: 'Eine Transaktion braucht Ihre Aufmerksamkeit',
      before: [
        'Transaktion {transactionId}: {kind} ist {attempts} Mal fehlgeschlagen. Countinghouse versucht es weiter.',
        'Letzter Fehler: {error}',
      ],
      after: [],
    },
    processorOutage: {
      subject: 'Ein Zahlungsabwickler ist nicht erreichbar',
      before: [
        '{processor} ist seit {since} nicht erreichbar. In der letzten Stunde wurden {episodes} geplante Zahlungen verschoben.',
        'Countinghouse versucht sie nach 1 Stunde, 4 Stunden und dann 3 Tage lang alle 12 Stunden erneut. Kein Zahlungsplan wird ausgesetzt.',
      ],
      after: [],
    },
    paymentReceipt: {
      subject: 'Ihre Zahlung an {merchant}',
      before: ['Vielen Dank. Ihre Zahlung ist eingegangen.'],
      after: [
        'Bitte bewahren Sie diesen Beleg auf. Fragen zur Zahlung beantwortet Ihnen der Händler; nennen Sie ihm bitte die Referenz.',
      ],
    },
    reservationReceipt: {
      subject: 'Betrag reserviert für {merchant}',
      before: [
        'Der folgende Betrag ist auf Ihrer Karte reserviert. Er wird erst belastet, wenn der Händler die Zahlung abschließt.',
      ],
      after: ['Fragen zur Zahlung beantwortet Ihnen der Händler; nennen Sie ihm bitte die Referenz.'],
    },
  },
};
