import type { MailTexts } from '../mail-texts.ts';

export const de: MailTexts = {
  greeting: 'Guten Tag {name},',
  facts: {
    ip: 'IP-Adresse',
    device: 'Gerät',
    oldUsername: 'Bisheriger Benutzername',
    newUsername: 'Neuer Benutzername',
    from: 'Von',
    organisation: 'Organisation',
    feedbackType: 'Art',
  },
  approvals: {
    refund: 'Erstattung',
    payout: 'Auszahlung',
    activateRule: 'Aktivierung einer Regel',
    grantRole: 'Rollenvergabe',
    changeProcessors: 'Prozessoren und Routen',
    answerDispute: 'Antworten auf Streitfälle',
    erasePerson: 'Löschen der Daten von Personen',
    changePolicy: 'Gelockerte Freigaberichtlinie',
    exemptKey: 'API-Schlüssel ohne Freigaben',
  },
  templates: {
    invitation: {
      subject: 'Ihre Einladung zu Countinghouse',
      before: [
        'Sie haben ein neues Konto bei {organisation}.',
        'Wählen Sie ein Passwort, um sich zum ersten Mal anzumelden.',
      ],
      button: 'Passwort wählen',
      after: [
        'Dieser Link gilt einmal und läuft nach 7 Tagen ab. Ihre Administration kann Ihnen einen neuen schicken.',
      ],
    },
    passwordReset: {
      subject: 'Neues Passwort wählen',
      before: ['Für Ihr Konto wurde ein neues Passwort angefordert.'],
      button: 'Neues Passwort wählen',
      after: [
        'Dieser Link gilt einmal und läuft nach 24 Stunden ab.',
        'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt gleich.',
      ],
    },
    usernameChange: {
      subject: 'Ihr Benutzername wurde geändert',
      before: ['Melden Sie sich ab sofort mit Ihrem neuen Benutzernamen an. Ihr Passwort bleibt gleich.'],
      after: ['Wenn Sie das nicht erwartet haben, benachrichtigen Sie Ihre Administration.'],
    },
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      before: ['Das Passwort Ihres Kontos wurde geändert. Alle anderen Sitzungen wurden abgemeldet.'],
      after: [
        'Wenn Sie das nicht waren, wählen Sie sofort auf der Anmeldeseite „Passwort vergessen?“ und benachrichtigen Sie Ihre Administration.',
      ],
    },
    authenticatorAdded: {
      subject: 'Authenticator-App hinzugefügt',
      before: [
        'Ihrem Konto wurde eine Authenticator-App hinzugefügt. Die Anmeldung fragt ab jetzt nach deren Code.',
      ],
      after: [
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und benachrichtigen Sie Ihre Administration.',
      ],
    },
    authenticatorRemoved: {
      subject: 'Authenticator-App entfernt',
      before: [
        'Die Authenticator-App wurde aus Ihrem Konto entfernt. Alle anderen Sitzungen wurden abgemeldet.',
      ],
      after: [
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und benachrichtigen Sie Ihre Administration.',
      ],
    },
    passkeyAdded: {
      subject: 'Passkey hinzugefügt',
      before: ['Der Passkey „{object}“ wurde Ihrem Konto hinzugefügt. Sie können sich damit anmelden.'],
      after: [
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und benachrichtigen Sie Ihre Administration.',
      ],
    },
    passkeyRemoved: {
      subject: 'Passkey entfernt',
      before: [
        'Der Passkey „{object}“ wurde aus Ihrem Konto entfernt. Alle anderen Sitzungen wurden abgemeldet.',
      ],
      after: [
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und benachrichtigen Sie Ihre Administration.',
      ],
    },
    recoveryCodesRenewed: {
      subject: 'Neue Wiederherstellungscodes',
      before: [
        'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
      ],
      after: [
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und benachrichtigen Sie Ihre Administration.',
      ],
    },
    recoveryCodeUsed: {
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      before: ['Ein Wiederherstellungscode Ihres Kontos wurde benutzt. Verbleibende Codes: {object}.'],
      after: [
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und benachrichtigen Sie Ihre Administration.',
      ],
    },
    breakGlass: {
      subject: 'Notfallzugang für {username}',
      before: [
        '{operator} betreibt das System und hat {username} vorübergehend Zugang nur mit dem Passwort gegeben.',
      ],
      after: ['Wenn Sie den Grund nicht kennen, fragen Sie den Betreiber.'],
    },
    secondFactorReset: {
      subject: 'Ihr zweiter Schritt wurde zurückgesetzt',
      before: [
        '{by} hat die Passkeys, die Authenticator-App und die Wiederherstellungscodes Ihres Kontos entfernt. Alle Sitzungen wurden abgemeldet.',
        'Melden Sie sich mit Ihrem Passwort an und richten Sie dann einen neuen zweiten Schritt ein.',
      ],
      after: [
        'Wenn Sie das nicht erwartet haben, ändern Sie sofort Ihr Passwort und benachrichtigen Sie Ihre Administration.',
      ],
    },
    apiKeyCreated: {
      subject: 'Neuer API-Schlüssel: {key}',
      before: ['{by} hat den API-Schlüssel „{key}“ erstellt.'],
      after: [
        'Wenn Sie das nicht erwartet haben, widerrufen Sie den Schlüssel unter Einstellungen, API-Schlüssel.',
      ],
    },
    apiKeyWidened: {
      subject: 'API-Schlüssel erweitert: {key}',
      before: ['{by} hat Rechte, Installationen oder Gültigkeit des API-Schlüssels „{key}“ erweitert.'],
      after: [
        'Wenn Sie das nicht erwartet haben, widerrufen Sie den Schlüssel unter Einstellungen, API-Schlüssel.',
      ],
    },
    apiKeyRotated: {
      subject: 'Neues Geheimnis für den API-Schlüssel: {key}',
      before: [
        '{by} hat ein neues Geheimnis für den API-Schlüssel „{key}“ erstellt. Ihre Einstellungen zeigen, wann das vorherige endet.',
      ],
      after: [
        'Wenn Sie das nicht erwartet haben, widerrufen Sie den Schlüssel unter Einstellungen, API-Schlüssel.',
      ],
    },
    apiKeyRevoked: {
      subject: 'API-Schlüssel widerrufen: {key}',
      before: ['{by} hat den API-Schlüssel „{key}“ widerrufen. Anfragen damit werden abgelehnt.'],
      after: ['Wenn Sie das nicht erwartet haben, sehen Sie im Protokoll nach.'],
    },
    signOnChanged: {
      subject: 'Single Sign-on geändert',
      before: [
        '{by} hat das Single Sign-on von {organisation} geändert. Wer sich anmelden kann und mit welchen Rollen, kann jetzt anders sein.',
      ],
      after: ['Wenn Sie das nicht erwartet haben, prüfen Sie Einstellungen, Single Sign-on.'],
    },
    organisationMoved: {
      subject: 'Organisation verschoben: {moved}',
      before: [
        '{by} hat {moved} zu {parent} verschoben. Benutzer mit Zugriff auf {parent} haben jetzt vielleicht Zugriff auf {moved}.',
      ],
      after: ['Wenn Sie das nicht erwartet haben, sehen Sie im Protokoll nach.'],
    },
    newDevice: {
      subject: 'Anmeldung von einem neuen Gerät',
      before: ['Ihr Konto wurde von einem neuen Gerät aus benutzt.'],
      after: [
        'Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, benachrichtigen Sie sofort Ihre Administration und ändern Sie Ihr Passwort, falls Sie eines haben.',
      ],
    },
    feedback: {
      subject: 'Rückmeldung aus Countinghouse',
      before: ['{name} hat eine Rückmeldung geschickt.'],
      after: [],
    },
    processorReport: {
      subject: 'Ein Zahlungsabwickler hat ein Ergebnis geändert',
      before: ['Transaktion {transactionId}: {report}'],
      after: [],
    },
    reportRefused: {
      subject: 'Abrechnungsbericht abgelehnt: {report}',
      before: [
        'Der Abrechnungsbericht {report} der Verbindung {connection} wurde abgelehnt. Keine seiner Zeilen wurde importiert.',
        '{reason}',
      ],
      after: [
        'Bitten Sie den Zahlungsabwickler um den richtigen Bericht. Öffnen Sie ihn dann unter Abrechnung, Berichte und wählen Sie „Erneut importieren“.',
      ],
    },
    reportUnread: {
      subject: 'Abrechnungsbericht nicht gelesen: {report}',
      before: [
        'Der Zahlungsabwickler hat den Abrechnungsbericht {report} der Verbindung {connection} um {since} angekündigt. Er wurde nicht importiert.',
        '{reason}',
      ],
      after: [
        'Prüfen Sie die Verbindung und ihre Geheimnisse unter Einstellungen, Prozessoren. Wird der Bericht auch dann nicht importiert, öffnen Sie ihn unter Abrechnung, Berichte und wählen Sie „Erneut importieren“.',
      ],
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
    webhookFailing: {
      subject: 'Ein Webhook schlägt fehl',
      before: [
        '{url} hat seit {since} kein Ereignis angenommen.',
        'Wir versuchen es weiter. Nach 5 Tagen ohne Erfolg pausieren wir den Webhook.',
      ],
      after: ['Prüfen Sie Ihren Server oder ändern Sie die Adresse unter Einstellungen, Webhooks.'],
    },
    webhookPaused: {
      subject: 'Ein Webhook wurde pausiert',
      before: [
        '{url} hat seit {since} kein Ereignis angenommen. Deshalb haben wir den Webhook pausiert.',
        'Neue Ereignisse bleiben 30 Tage gespeichert.',
      ],
      after: [
        'Sobald Ihr Server wieder funktioniert, setzen Sie den Webhook unter Einstellungen, Webhooks fort und senden die verpassten Ereignisse.',
      ],
    },
    disputeDue: {
      subject: 'Antworten Sie bis {day} auf einen Streitfall',
      before: [
        'Ein Karteninhaber bestreitet eine Zahlung von {amount} bei {organisation}. Ohne Antwort ist der Streitfall verloren.',
        'Antworten Sie bis {day}.',
      ],
      button: 'Streitfall öffnen',
      after: [],
    },
    scheduledFile: {
      subject: '„{view}“ ist bereit',
      before: [
        'Die Datei der Ansicht „{view}“ für {organisation} ist bereit: {rows} Transaktionen.',
        'Melden Sie sich an, um sie mit ihrem Manifest herunterzuladen. Sie wird 30 Tage aufbewahrt.',
      ],
      button: 'Geplante Dateien öffnen',
      after: ['Um diese E-Mails zu beenden, löschen Sie dort den Zeitplan.'],
    },
    rejectFailed: {
      subject: 'Ablehnung gescheitert: Transaktion {transactionId}',
      before: [
        'Die Ablehnung der Transaktion {transactionId} ist beim Prozessor gescheitert ({code}). Countinghouse wiederholt die Stornierung und zieht kein Geld ein.',
      ],
      after: ['Die Aufgabe bleibt in der Warteschlange, bis die Stornierung gelingt.'],
    },
    approvalAsked: {
      subject: 'Freigabe nötig: {action}',
      before: [
        '{asker} bittet um Ihre Freigabe: {action}.',
        'Bis zu einer Freigabe unter „Freigaben“ geschieht nichts.',
      ],
      after: [],
    },
    approvalApproved: {
      subject: 'Freigegeben: {action}',
      before: ['{decider} hat Ihre Anfrage freigegeben: {action}.', 'Das Ergebnis steht unter „Freigaben“.'],
      after: [],
    },
    approvalRejected: {
      subject: 'Abgelehnt: {action}',
      before: ['{decider} hat Ihre Anfrage abgelehnt: {action}. Es wurde nichts geändert.'],
      after: [],
    },
    approvalExpired: {
      subject: 'Abgelaufen: {action}',
      before: ['Über Ihre Anfrage wurde nicht rechtzeitig entschieden: {action}. Es wurde nichts geändert.'],
      after: ['Sie können erneut anfragen.'],
    },
  },
};
