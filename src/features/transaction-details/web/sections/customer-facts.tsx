import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import { Facts, copied } from '#features/transaction-details/web/sections/facts.tsx';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';

type Props = { transaction: TransactionDetails };

/** Who paid. */
export function CustomerFacts({ transaction }: Props) {
  const words = useDetailsWords();
  return (
    <Facts
      facts={[
        ['customer_name', transaction.customerName],
        ['customer_ref', copied(transaction.customerMerchantReference)],
        ['customer_email', copied(transaction.customerEmailAddress)],
        ['customer_phone', transaction.customerPhoneNumber, true],
        ['billing_address', addressText(transaction.billingAddress)],
        ['customer_country', words.country(transaction.customerAddressCountry)],
        ['surname', transaction.surname],
        ['birth_date', words.plainDay(transaction.dateOfBirth), true],
        ['account_number', transaction.accountNumber, true],
        ['post_code', transaction.postCode],
      ]}
    />
  );
}

/** Where the card, the customer and the computer are. */
export function GeolocationFacts({ transaction }: Props) {
  const words = useDetailsWords();
  const guard = transaction.fraudGuardInformation;
  return (
    <Facts
      facts={[
        ['issuer_country', words.country(transaction.issuerCountry)],
        ['customer_country', words.country(transaction.customerAddressCountry)],
        ['district', transaction.customerAddressDistrict],
        ['state', transaction.customerAddressState],
        ['ip_address', copied(transaction.ipAddress)],
        ['ip_country', words.country(transaction.ipCountry)],
        ['ip_city', guard?.ipCity],
        ['isp', guard?.ispName],
        ['ip_organisation', guard?.ipOrganisation],
        ['distance', guard?.distanceFromIpToBilling, true],
      ]}
    />
  );
}

function addressText(address: TransactionDetails['billingAddress']): string | null {
  if (address == null) return null;
  const lines = ['line1', 'line2', 'line3', 'line4', 'city', 'region', 'postcode'];
  const known = lines.map((line) => address[line]).filter((value) => value != null && value !== '');
  return known.join(', ');
}
