import type { MailWords } from '../mail-words.ts';

export const pl: MailWords = {
  greeting: 'Dzień dobry, {name}!',
  linkHelp: 'Jeśli przycisk nie działa, proszę skopiować ten adres do przeglądarki:',
  footer: 'Countinghouse wysyła tę wiadomość automatycznie; nikt nie czyta odpowiedzi na nią.',
  facts: {
    time: 'Czas',
    ip: 'Adres IP',
    device: 'Urządzenie',
    oldUsername: 'Dotychczasowa nazwa użytkownika',
    newUsername: 'Nowa nazwa użytkownika',
    from: 'Od',
    organisation: 'Organizacja',
    description: 'Opis',
    validUntil: 'Ważny do',
    feedbackType: 'Rodzaj',
    merchant: 'Sprzedawca',
    amount: 'Kwota',
    card: 'Karta',
    reference: 'Numer referencyjny',
  },
  templates: {
    invitation: {
      subject: 'Dostęp do Countinghouse',
      before: [
        'W organizacji {organisation} utworzono dla Państwa konto.',
        'Aby zalogować się po raz pierwszy, proszę wybrać hasło.',
      ],
      button: 'Wybierz hasło',
      after: ['Link działa jeden raz i przez 7 dni. Później administrator może wysłać nowy.'],
    },
    passwordReset: {
      subject: 'Wybór nowego hasła',
      before: ['Ktoś, prawdopodobnie właściciel konta, poprosił o nowe hasło do tego konta.'],
      button: 'Wybierz nowe hasło',
      after: [
        'Link działa jeden raz i przez 24 godziny.',
        'Jeśli to nie Państwa prośba, nic nie trzeba robić: hasło pozostaje bez zmian.',
      ],
    },
    usernameChange: {
      subject: 'Zmieniono nazwę użytkownika',
      before: ['Od teraz należy logować się nową nazwą użytkownika. Hasło pozostaje bez zmian.'],
      after: ['Jeśli ta zmiana jest niespodziewana, proszę zapytać administratora.'],
    },
    passwordChanged: {
      subject: 'Zmieniono hasło',
      before: ['Hasło do konta zostało zmienione. Wszystkie inne sesje zostały wylogowane.'],
      after: [
        'Jeśli to nie Państwa zmiana, proszę natychmiast wybrać „Nie pamiętam hasła” na stronie logowania i powiadomić administratora.',
      ],
    },
    newDevice: {
      subject: 'Logowanie z nowego urządzenia',
      before: ['Konta użyto na urządzeniu, którego jeszcze nie znaliśmy.'],
      after: [
        'Jeśli to Państwo, nic nie trzeba robić. Jeśli nie, proszę natychmiast zmienić hasło i powiadomić administratora.',
      ],
    },
    smartLink: {
      subject: 'Link do płatności od {merchant}',
      before: [
        '{merchant} przesyła Państwu link. Aby dokończyć operację, proszę podać kartę na bezpiecznej stronie.',
      ],
      button: 'Otwórz stronę płatności',
      after: [
        'Jeśli nie spodziewali się Państwo tej wiadomości, nie trzeba nic robić: bez Państwa nic nie zostanie zapłacone.',
      ],
    },
    feedback: {
      subject: 'Opinia z Countinghouse',
      before: ['Opinię przesyła {name}.'],
      after: [],
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
      subject: 'Operator płatności jest niedostępny',
      before: [
        '{processor} jest niedostępny od {since}. W ciągu ostatniej godziny odroczono zaplanowane płatności: {episodes}.',
        'Countinghouse ponawia je po 1 godzinie, 4 godzinach, a potem co 12 godzin przez 3 dni. Żaden harmonogram nie zostaje zawieszony.',
      ],
      after: [],
    },
    paymentReceipt: {
      subject: 'Państwa płatność dla: {merchant}',
      before: ['Dziękujemy. Płatność została przyjęta.'],
      after: [
        'Prosimy zachować to potwierdzenie. Z pytaniami o płatność prosimy zwracać się do sprzedawcy, podając numer referencyjny.',
      ],
    },
    reservationReceipt: {
      subject: 'Kwota zarezerwowana przez: {merchant}',
      before: [
        'Poniższa kwota została zarezerwowana na Państwa karcie. Zostanie pobrana dopiero, gdy sprzedawca zakończy płatność.',
      ],
      after: ['Z pytaniami o płatność prosimy zwracać się do sprzedawcy, podając numer referencyjny.'],
    },
  },
};
