import { passesLuhn } from '#shared/card-number.ts';
import { type Random, seededRandom } from './bulk/random.ts';

export interface DemoCustomer {
  reference: string;
  name: string;
  email: string;
  telephone: string;
  ip: string;
  address: { line1: string; city: string; postcode: string; countryCode: string };
  card: { pan: string; expiryDate: string; cardHolderName: string };
}

const givenNames = [
  'Ada',
  'Grace',
  'Mohammed',
  'Elena',
  'Kofi',
  'Mei',
  'Jonas',
  'Priya',
  'Luca',
  'Zofia',
  'Owen',
  'Carys',
  'Hugo',
  'Inès',
  'Marta',
  'Daniel',
  'Aoife',
  'Tariq',
  'Ingrid',
  'Rhys',
];
const familyNames = [
  'Lovell',
  'Hopkins',
  'Rahimi',
  'Petrova',
  'Mensah',
  'Chen',
  'Weber',
  'Nair',
  'Rossi',
  'Kowalska',
  'Bevan',
  'Pritchard',
  'Martin',
  'Dubois',
  'García',
  'Novak',
  'Byrne',
  'Aziz',
  'Lindqvist',
  'Morgan',
];
const places = [
  ['Bath', 'BA1 2BB', 'GBR'],
  ['Leeds', 'LS1 4DY', 'GBR'],
  ['Cardiff', 'CF10 1EP', 'GBR'],
  ['Berlin', '10115', 'DEU'],
  ['Lyon', '69002', 'FRA'],
  ['Kraków', '31-042', 'POL'],
  ['Madrid', '28013', 'ESP'],
  ['Boston', '02108', 'USA'],
] as const;
const networks = ['192.0.2', '198.51.100', '203.0.113'];

/** Test BINs with their brands' weights. The numbers are fictitious and Luhn-valid. */
const prefixes = ['990200', '990200', '990200', '990000', '990000', '990300', '990100', '990500'];
/** Enrolled in 3-D Secure, from the table of test cards. */
const enrolled = ['9902000000005132', '9900000000005159', '9903000000005131', '9901000000005133'];
const declining = ['9902000000000166', '9900000000000168', '9903000000000165'];
/** Cards of one in six customers. Cards of other customers are not shared by thousands. */
export const sharedCards = [...enrolled, ...declining];

/** Customer `number` of a merchant: always the same person with the same card. */
export function demoCustomer(merchant: number, number: number): DemoCustomer {
  const random = seededRandom(merchant * 7919 + number);
  const name = `${random.pick(givenNames)} ${random.pick(familyNames)}`;
  const [city, postcode, countryCode] = random.pick(places);
  const mailbox = name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .replace(' ', '.');
  return {
    reference: `mer_cust_${merchant % 100}${String(number).padStart(6, '0')}`,
    name,
    email: `${mailbox}${number}@example.${random.pick(['org', 'com', 'net'])}`,
    telephone: `+44 20 7946 0${String(random.between(100, 999))}`,
    ip: `${random.pick(networks)}.${random.between(1, 254)}`,
    address: {
      line1: random.chance(0.7) ? 'matched' : `${random.between(1, 180)} Quay Street`,
      city,
      postcode: random.chance(0.5) ? 'AVS111' : postcode,
      countryCode,
    },
    card: { pan: generatePan(random), expiryDate: generateExpiry(random), cardHolderName: name },
  };
}

function generatePan(random: Random): string {
  if (random.chance(0.12)) return random.pick(enrolled);
  if (random.chance(0.04)) return random.pick(declining);
  return approvedPan(random);
}

/** A card that is approved and not enrolled in 3-D Secure. */
export function approvedPan(random: Random): string {
  const length = 16;
  const prefix = random.pick(prefixes);
  let digits = prefix;
  while (digits.length < length - 1) digits += random.between(0, 9);
  for (let check = 0; check < 10; check += 1) if (passesLuhn(`${digits}${check}`)) return `${digits}${check}`;
  throw new Error('no check digit fits');
}

/** Beyond the end of the plan, so that no card expires during it. */
function generateExpiry(random: Random): string {
  return `${String(random.between(1, 12)).padStart(2, '0')}${random.between(28, 31)}`;
}
