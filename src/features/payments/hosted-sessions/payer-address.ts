/** The billing address that payment pages ask for: country and postcode, or all of it (docs/domain.md#payment-pages). */
export const payerAddresses = ['POSTCODE', 'FULL'] as const;
export type PayerAddress = (typeof payerAddresses)[number];
