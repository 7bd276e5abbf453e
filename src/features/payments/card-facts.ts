import creditCardType from 'credit-card-type';
import { maskPan } from '#shared/card-number.ts';

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

/** Facts derived from a card number, never the number itself (docs/domain.md#cards). */
export interface CardFacts {
  type: CardType;
  scheme: CardScheme;
  usage: CardUsage;
  issuer: string;
  /** Alpha-3. */
  issuerCountry: string;
  /** First eight digits: an operator's BIN table may need more than the six that are shown. */
  bin: string;
  lastFour: string;
  /** First six, stars, last four. */
  masked: string;
}

/** The sandbox's test BINs, which credit-card-type does not know (docs/domain.md#sandbox). The longest prefix wins. */
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

/** Facts of a card number of 13 to 19 digits; undefined when its brand is unknown (V305). */
export function cardFacts(pan: string): CardFacts | undefined {
  const listed = binTable
    .filter(([prefix]) => pan.startsWith(prefix))
    .sort(([a], [b]) => b.length - a.length)[0];
  const type = listed ? listed[1] : typeByBrand[creditCardType(pan)[0]?.type ?? ''];
  if (!type) return undefined;
  return {
    type,
    scheme: schemeForType(type),
    usage: type.endsWith('DEBIT') || type === 'MAESTRO' || type === 'ELECTRON' ? 'DEBIT' : 'CREDIT',
    issuer: listed?.[2] ?? 'UNKNOWN ISSUER',
    issuerCountry: listed?.[3] ?? 'GBR',
    bin: pan.slice(0, 8),
    lastFour: pan.slice(-4),
    masked: maskPan(pan),
  };
}

function schemeForType(type: CardType): CardScheme {
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
