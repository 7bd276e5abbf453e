import { findFraudField, valueSets } from '#features/record/fraud-fields/field-catalogue.ts';

const samples: Readonly<Record<string, readonly string[]>> = {
  customerEmail: ['first@example.com', 'second@example.com'],
  customerIpAddress: ['203.0.113.7', '2001:db8::7'],
  customerTelephone: ['+44 20 7946 0000', '+49 30 123456'],
  billingPostcode: ['SW1A 1AA', '10115'],
  cardBin: ['411111', '555555'],
  normalisedAddress: ['1 High Street, London, SW1A 1AA, GBR', 'Hauptstr. 2, Berlin, 10115, DEU'],
};

/** Values of a field for a sample file. */
export function sampleValues(dataField: string): readonly string[] {
  const set = findFraudField(dataField)?.values;
  if (set === 'country') return ['GBR', 'DEU'];
  if (set === 'currency') return ['GBP', 'EUR'];
  if (set !== undefined && set !== 'acquirer') return valueSets[set].slice(0, 2);
  return samples[dataField] ?? ['first', 'second'];
}
