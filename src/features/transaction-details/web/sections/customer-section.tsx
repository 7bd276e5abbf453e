import { Section } from '#ui/layout/section.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { TransactionDetails } from '../../schemas.ts';
import { useDetailsWords } from '../use-details-words.ts';
import { Answer, Facts, copied } from './facts.tsx';

/** The customer, closed at first: the title has the name. */
export function CustomerSection({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const { customerName, customerEmailAddress, customerMerchantReference } = transaction;
  const customer = customerName ?? customerEmailAddress ?? customerMerchantReference;
  return (
    <Section
      title={t('details.customer')}
      isOpenAtFirst={false}
      aside={<Answer text={customer ?? t('details.none')} />}
    >
      <Facts
        facts={[
          ['customer_name', customerName],
          ['customer_ref', copied(customerMerchantReference)],
          ['customer_email', copied(customerEmailAddress)],
          ['customer_phone', transaction.customerPhoneNumber, true],
          ['billing_address', addressText(transaction.billingAddress)],
          ['customer_country', words.country(transaction.customerAddressCountry)],
          ['surname', transaction.surname],
          ['birth_date', words.plainDay(transaction.dateOfBirth), true],
          ['account_number', transaction.accountNumber, true],
          ['post_code', transaction.postCode],
        ]}
      />
    </Section>
  );
}

function addressText(address: TransactionDetails['billingAddress']): string | null {
  if (address == null) return null;
  const lines = ['line1', 'line2', 'line3', 'line4', 'city', 'region', 'postcode'];
  const known = lines.map((line) => address[line]).filter((value) => value != null && value !== '');
  return known.join(', ');
}
