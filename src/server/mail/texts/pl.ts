import type { MailTexts } from '../mail-texts.ts';

export const pl: MailTexts = {
  greeting: 'Dzień dobry, {name},',
  facts: {
    ip: 'Adres IP',
    device: 'Urządzenie',
    oldUsername: 'Dotychczasowa nazwa użytkownika',
    newUsername: 'Nowa nazwa użytkownika',
    from: 'Od',
    organisation: 'Organizacja',
    feedbackType: 'Rodzaj',
  },
  approvals: {
    refund: 'Zwrot',
    payout: 'Wypłata',
    activateRule: 'Aktywacja reguły',
    grantRole: 'Nadanie roli',
    changeProcessors: 'Procesory i trasy',
    answerDispute: 'Odpowiedzi na spory',
    erasePerson: 'Usuwanie danych osób',
    changePolicy: 'Złagodzenie zasad zatwierdzania',
    exemptKey: 'Klucz API bez zatwierdzania',
  },
  templates: {
    invitation: {
      subject: 'Zaproszenie do Countinghouse',
      before: [
        'Masz nowe konto w organizacji {organisation}.',
        'Wybierz hasło, aby zalogować się po raz pierwszy.',
      ],
      button: 'Wybierz hasło',
      after: ['Link działa jeden raz i przez 7 dni. Później administrator może wysłać nowy.'],
    },
    passwordReset: {
      subject: 'Wybór nowego hasła',
      before: ['Otrzymaliśmy prośbę o nowe hasło do tego konta.'],
      button: 'Wybierz nowe hasło',
      after: [
        'Link działa jeden raz i przez 24 godziny.',
        'Jeśli to nie Twoja prośba, zignoruj ten e-mail. Hasło pozostaje bez zmian.',
      ],
    },
    usernameChange: {
      subject: 'Zmieniono nazwę użytkownika',
      before: ['Od teraz loguj się nową nazwą użytkownika. Hasło pozostaje bez zmian.'],
      after: ['Jeśli to nieoczekiwana zmiana, skontaktuj się z administratorem.'],
    },
    passwordChanged: {
      subject: 'Zmieniono hasło',
      before: ['Hasło do konta zostało zmienione. Wszystkie inne sesje zostały zakończone.'],
      after: [
        'Jeśli to nie Twoja zmiana, natychmiast wybierz „Zapomniane hasło?” na stronie logowania i powiadom administratora.',
      ],
    },
    authenticatorAdded: {
      subject: 'Dodano aplikację uwierzytelniającą',
      before: ['Do Twojego konta dodano aplikację uwierzytelniającą. Logowanie będzie wymagać jej kodu.'],
      after: ['Jeśli to nie Ty, natychmiast zmień hasło i powiadom administratora.'],
    },
    authenticatorRemoved: {
      subject: 'Usunięto aplikację uwierzytelniającą',
      before: [
        'Z Twojego konta usunięto aplikację uwierzytelniającą. Wszystkie inne sesje zostały zakończone.',
      ],
      after: ['Jeśli to nie Ty, natychmiast zmień hasło i powiadom administratora.'],
    },
    passkeyAdded: {
      subject: 'Dodano klucz dostępu',
      before: ['Do Twojego konta dodano klucz dostępu „{object}”. Możesz się nim logować.'],
      after: ['Jeśli to nie Ty, natychmiast zmień hasło i powiadom administratora.'],
    },
    passkeyRemoved: {
      subject: 'Usunięto klucz dostępu',
      before: ['Z Twojego konta usunięto klucz dostępu „{object}”. Wszystkie inne sesje zostały zakończone.'],
      after: ['Jeśli to nie Ty, natychmiast zmień hasło i powiadom administratora.'],
    },
    recoveryCodesRenewed: {
      subject: 'Nowe kody odzyskiwania',
      before: ['Dla Twojego konta utworzono nowe kody odzyskiwania. Poprzednie już nie działają.'],
      after: ['Jeśli to nie Ty, natychmiast zmień hasło i powiadom administratora.'],
    },
    recoveryCodeUsed: {
      subject: 'Użyto kodu odzyskiwania',
      before: ['Użyto kodu odzyskiwania Twojego konta. Pozostałe kody: {object}.'],
      after: ['Jeśli to nie Ty, natychmiast zmień hasło i powiadom administratora.'],
    },
    breakGlass: {
      subject: 'Dostęp awaryjny dla {username}',
      before: [
        '{operator}, operator systemu, przyznaje użytkownikowi {username} tymczasowy dostęp za pomocą samego hasła.',
      ],
      after: ['Jeśli nie znasz powodu, skontaktuj się z operatorem.'],
    },
    secondFactorReset: {
      subject: 'Twój drugi krok został zresetowany',
      before: [
        'Z Twojego konta usunięto klucze dostępu, aplikację uwierzytelniającą i kody odzyskiwania. Autor zmiany: {by}. Wszystkie sesje zostały zakończone.',
        'Zaloguj się hasłem, a potem dodaj nowy drugi krok.',
      ],
      after: ['Jeśli to nieoczekiwane, natychmiast zmień hasło i powiadom administratora.'],
    },
    apiKeyCreated: {
      subject: 'Nowy klucz API: {key}',
      before: ['Utworzono klucz API „{key}”. Autor zmiany: {by}.'],
      after: ['Jeśli to nieoczekiwane, unieważnij klucz w sekcji Ustawienia, Klucze API.'],
    },
    apiKeyWidened: {
      subject: 'Rozszerzono klucz API: {key}',
      before: [
        'Rozszerzono uprawnienia, instalacje lub okres ważności klucza API „{key}”. Autor zmiany: {by}.',
      ],
      after: ['Jeśli to nieoczekiwane, unieważnij klucz w sekcji Ustawienia, Klucze API.'],
    },
    apiKeyRotated: {
      subject: 'Nowy sekret klucza API: {key}',
      before: [
        'Utworzono nowy sekret klucza API „{key}”. Autor zmiany: {by}. W ustawieniach widać, kiedy poprzedni przestanie działać.',
      ],
      after: ['Jeśli to nieoczekiwane, unieważnij klucz w sekcji Ustawienia, Klucze API.'],
    },
    apiKeyRevoked: {
      subject: 'Unieważniono klucz API: {key}',
      before: ['Unieważniono klucz API „{key}”. Autor zmiany: {by}. Żądania z tym kluczem są odrzucane.'],
      after: ['Jeśli to nieoczekiwane, sprawdź dziennik audytu.'],
    },
    signOnChanged: {
      subject: 'Zmieniono logowanie jednokrotne',
      before: [
        'Zmieniono logowanie jednokrotne organizacji {organisation}. Autor zmiany: {by}. Inne osoby mogą się teraz logować lub mieć inne role.',
      ],
      after: ['Jeśli to nieoczekiwane, sprawdź Ustawienia, Logowanie jednokrotne.'],
    },
    organisationMoved: {
      subject: 'Przeniesiono organizację: {moved}',
      before: [
        'Przeniesiono {moved} do {parent}. Autor zmiany: {by}. Użytkownicy z dostępem do {parent} mogą mieć teraz dostęp do {moved}.',
      ],
      after: ['Jeśli to nieoczekiwane, sprawdź dziennik audytu.'],
    },
    newDevice: {
      subject: 'Logowanie z nowego urządzenia',
      before: ['Konta użyto na nowym urządzeniu.'],
      after: [
        'Jeśli to Ty, nic nie musisz robić. Jeśli nie, natychmiast powiadom administratora i zmień hasło, jeśli je masz.',
      ],
    },
    feedback: {
      subject: 'Opinia z Countinghouse',
      before: ['Opinię przesyła {name}.'],
      after: [],
    },
    processorReport: {
      subject: 'Procesor płatności zmienił wynik',
      before: ['Transakcja {transactionId}: {report}'],
      after: [],
    },
    reportRefused: {
      subject: 'Odrzucono raport rozliczeniowy: {report}',
      before: [
        'Raport rozliczeniowy {report} połączenia {connection} został odrzucony. Nie zaimportowano żadnego wiersza.',
        '{reason}',
      ],
      after: [
        'Proszę poprosić procesora o poprawny raport, a następnie otworzyć go w sekcji Rozliczenia, Raporty i wybrać „Importuj ponownie”.',
      ],
    },
    reportUnread: {
      subject: 'Nieodczytany raport rozliczeniowy: {report}',
      before: [
        'Procesor zapowiedział raport rozliczeniowy {report} połączenia {connection} {since}. Raport nie został zaimportowany.',
        '{reason}',
      ],
      after: [
        'Proszę sprawdzić połączenie i jego dane dostępowe w sekcji Ustawienia, Procesory. Jeśli raport nadal nie zostanie zaimportowany, proszę otworzyć go w sekcji Rozliczenia, Raporty i wybrać „Importuj ponownie”.',
      ],
    },
    settlementStuck: {
      subject: 'Transakcja wymaga uwagi',
      before: [
        'Transakcja {transactionId}: {kind} – liczba nieudanych prób: {attempts}. Countinghouse ponawia próby.',
        'Ostatni błąd: {error}',
      ],
      after: [],
    },
    processorOutage: {
      subject: 'Procesor płatności jest niedostępny',
      before: [
        '{processor} jest niedostępny od {since}. W ciągu ostatniej godziny przełożono zaplanowane płatności: {episodes}.',
        'Countinghouse ponawia je po 1 godzinie, 4 godzinach, a potem co 12 godzin przez 3 dni. Żaden harmonogram nie zostaje wstrzymany.',
      ],
      after: [],
    },
    webhookFailing: {
      subject: 'Webhook nie działa',
      before: [
        '{url} nie przyjął żadnego zdarzenia od {since}.',
        'Ponawiamy próby. Jeśli błędy potrwają 5 dni, wstrzymamy webhook.',
      ],
      after: ['Sprawdź serwer lub zmień adres w sekcji Ustawienia, Webhooki.'],
    },
    webhookPaused: {
      subject: 'Webhook został wstrzymany',
      before: [
        '{url} nie przyjął żadnego zdarzenia od {since}, dlatego wstrzymaliśmy webhook.',
        'Nowe zdarzenia przechowujemy przez 30 dni.',
      ],
      after: [
        'Gdy serwer znów zadziała, wznów webhook w sekcji Ustawienia, Webhooki i wyślij pominięte zdarzenia.',
      ],
    },
    disputeDue: {
      subject: 'Odpowiedz na spór do {day}',
      before: [
        'Posiadacz karty zakwestionował płatność {amount} w {organisation}. Bez odpowiedzi spór jest przegrany.',
        'Odpowiedz do {day}.',
      ],
      button: 'Otwórz spór',
      after: [],
    },
    scheduledFile: {
      subject: 'Plik „{view}” jest gotowy',
      before: [
        'Plik widoku „{view}” dla {organisation} jest gotowy. Liczba transakcji: {rows}.',
        'Zaloguj się, aby pobrać go wraz z manifestem. Przechowujemy go przez 30 dni.',
      ],
      button: 'Otwórz zaplanowane pliki',
      after: ['Aby nie otrzymywać tych wiadomości, usuń tam harmonogram.'],
    },
    rejectFailed: {
      subject: 'Odrzucenie nie powiodło się: transakcja {transactionId}',
      before: [
        'Odrzucenie transakcji {transactionId} nie powiodło się u procesora ({code}). Countinghouse ponawia zwolnienie i nie pobiera pieniędzy.',
      ],
      after: ['Zadanie pozostaje w kolejce do skutecznego zwolnienia.'],
    },
    approvalAsked: {
      subject: 'Potrzebne zatwierdzenie: {action}',
      before: [
        '{asker} prosi o zatwierdzenie: {action}.',
        'Nic się nie stanie, dopóki ktoś tego nie zatwierdzi w sekcji „Zatwierdzenia”.',
      ],
      after: [],
    },
    approvalApproved: {
      subject: 'Zatwierdzono: {action}',
      before: [
        '{decider} zatwierdza Twoją prośbę: {action}.',
        'Wynik znajduje się w sekcji „Zatwierdzenia”.',
      ],
      after: [],
    },
    approvalRejected: {
      subject: 'Odrzucono: {action}',
      before: ['{decider} odrzuca Twoją prośbę: {action}. Nic się nie zmieniło.'],
      after: [],
    },
    approvalExpired: {
      subject: 'Wygasło: {action}',
      before: ['Twoja prośba nie została rozpatrzona na czas: {action}. Nic się nie zmieniło.'],
      after: ['Możesz poprosić ponownie.'],
    },
  },
};
