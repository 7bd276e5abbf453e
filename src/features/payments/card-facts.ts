import creditCardType from 'credit-card-type';

export type CardType =
  | 'ELECTRON'
  | 'MAESTRO'
  | 'MC_DEBIT'
  | 'MC_CREDIT'
  | 'VISA_DEBIT'
  | 'VISA_CREDIT'
  | 'AMEX'
  | 'JCB'
  | 'DISCOVER'
  | 'DINERS';
export type CardScheme = 'VISA' | 'MASTERCARD' | 'AMEX' | 'JCB' | 'DISCOVER' | 'DINERS';
export type CardUsage = 'DEBIT' | 'CREDIT';

/** What is known of a card from its number; nothing here tells the number itself (domain §1.10). */
export interface CardFacts {
  type: CardType;
  scheme: CardScheme;
  usage: CardUsage;
  issuer: string;
  /** Alpha-3. */
  issuerCountry: string;
  /** First eight digits, as an operator's BIN table may need more than the six that are shown. */
  bin: string;
  lastFour: string;
  /** First six, stars, last four. */
  masked: string;
}

/** Our own test BINs; credit-card-type does not know them (domain §4). Longest prefix wins. */
const binTable: readonly (readonly [prefix: string, CardType, issuer: string, country: string])[] = [
  ['9900', 'MC_DEBIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['9901', 'MC_CREDIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['9902', 'VISA_DEBIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['9903', 'VISA_CREDIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['9905', 'AMEX', 'EXAMPLE TEST BANK', 'GBR'],
  ['990001', 'MC_DEBIT', 'EXEMPLE BANQUE', 'FRA'],
  ['990101', 'MC_CREDIT', 'BEISPIEL BANK', 'DEU'],
  ['990201', 'VISA_DEBIT', 'BANCO EJEMPLO', 'ESP'],
  ['990301', 'VISA_CREDIT', 'SAMPLE NATIONAL BANK', 'USA'],
  ['990302', 'VISA_CREDIT', 'EXAMPLE ISLANDS BANK', 'NGA'],
  ['446203', 'VISA_DEBIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['446200', 'VISA_DEBIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['557348', 'MC_DEBIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['512499', 'MC_DEBIT', 'SAMPLE NATIONAL BANK', 'USA'],
];

const typeByBrand: Readonly<Record<string, CardType>> = {
  visa: 'VISA_CREDIT',
  mastercard: 'MC_CREDIT',
  'american-express': 'AMEX',
  maestro: 'MAESTRO',
  jcb: 'JCB',
  discover: 'DISCOVER',
  'diners-club': 'DINERS',
};

/** Facts of a card number of 13 to 19 digits, or undefined when its brand is not known (V305). */
export function cardFacts(pan: string): CardFacts | undefined {
  const listed = binTable
    .filter(([prefix]) => pan.startsWith(prefix))
    .sort(([a], [b]) => b.length - a.length)[0];
  const type = listed ? listed[1] : typeByBrand[creditCardType(pan)[0]?.type ?? ''];
  if (!type) return undefined;
  return {
    type,
    scheme: schemeOf(type),
    usage: type.endsWith('DEBIT') || type === 'MAESTRO' || type === 'ELECTRON' ? 'DEBIT' : 'CREDIT',
    issuer: listed?.[2] ?? 'UNKNOWN ISSUER',
    issuerCountry: listed?.[3] ?? 'GBR',
    bin: pan.slice(0, 8),
    lastFour: pan.slice(-4),
    masked: maskPan(pan),
  };
}

function schemeOf(type: CardType): CardScheme {
  switch (type) {
    case 'VISA_DEBIT':
    case 'VISA_CREDIT':
    case 'ELECTRON':
      return 'VISA';
    case 'MC_DEBIT':
    case 'MC_CREDIT':
    case 'MAESTRO':
      return 'MASTERCARD';
    default:
      return type;
  }
}

/** 9900000000005159 → 990000******5159 (domain §1.15); first six and last four are the most that may be shown. */
export function maskPan(pan: string): string {
  return pan.slice(0, 6) + '*'.repeat(pan.length - 10) + pan.slice(-4);
}

/** The check digit of a card number, ISO/IEC 7812. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** How many digits a card number has (V303). */
export const panLength = { min: 13, max: 19 };

/**
 * Text with every card number in it masked, so that free text never stores one (security #51).
 * A card number is 13 to 19 digits that pass Luhn, written together or in groups parted by one space, dot or hyphen.
 */
export function maskCardNumbers(text: string): string {
  return text.replace(/[0-9]+(?:[ .-][0-9]+)*/g, (run) => maskRun(run));
}

/** Tries whole groups from every group on, longest first: "12 4444 3333 2222 1111" hides a number too. */
function maskRun(run: string): string {
  const parts = run.split(/([ .-])/);
  for (let from = 0; from < parts.length; from += 2) {
    for (let to = lastWithin(parts, from); to >= from; to -= 2) {
      const candidate = parts.slice(from, to + 1).join('');
      const digits = candidate.replace(/[^0-9]/g, '');
      if (digits.length >= panLength.min && digits.length <= panLength.max && passesLuhn(digits)) {
        const before = parts.slice(0, from).join('');
        return before + maskPan(digits) + maskRun(parts.slice(to + 1).join(''));
      }
    }
  }
  return run;
}

function lastWithin(parts: readonly string[], from: number): number {
  let last = from;
  let digits = parts[from]?.length ?? 0;
  while (last + 2 < parts.length && digits < panLength.max) {
    last += 2;
    digits += parts[last]?.length ?? 0;
  }
  return last;
}
