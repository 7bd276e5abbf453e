import { Link } from '@tanstack/react-router';
import { Facts } from '#ui/layout/facts.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { EvidenceFormView } from '../schemas.ts';

/** What is stored about the payment and speaks for the merchant. */
export function KnownFacts({ known }: { known: EvidenceFormView['known'] }) {
  const { t } = useTranslation();
  const money = useMoney();
  const check = (value: string | null) =>
    value !== null && value !== 'NOT_CHECKED' && t(`disputes.check.${value}`, { defaultValue: value });
  const { ip, ipCountry, threeDSecure, earlier } = known;
  return (
    <>
      <p className="quiet-text">{t('disputes.response.known')}</p>
      <Facts
        facts={[
          { label: t('disputes.known.auth_code'), value: known.authCode },
          {
            label: t('disputes.known.three_d_secure'),
            value:
              threeDSecure !== null &&
              t(`disputes.three_d_secure.${threeDSecure}`, { defaultValue: threeDSecure }),
          },
          { label: t('disputes.known.cv2'), value: check(known.cv2Check) },
          { label: t('disputes.known.address'), value: check(known.addressCheck) },
          { label: t('disputes.known.postcode'), value: check(known.postcodeCheck) },
          { label: t('disputes.known.billing'), value: known.billingAddress },
          {
            label: t('disputes.known.ip'),
            value: [ip, ipCountry].filter((part) => part !== null).join(' · '),
            isNumeric: true,
          },
        ]}
      />
      {earlier.length > 0 && (
        <div>
          <p>{t('disputes.known.earlier', { count: earlier.length })}</p>
          <ul className="lined-list">
            {earlier.map(({ transactionId, at, amount, currency, sameIp }) => (
              <li key={transactionId}>
                <div>
                  <Link {...paths.transaction(transactionId)}>{transactionId}</Link>{' '}
                  {sameIp && <span className="quiet-text">{t('disputes.known.same_ip')}</span>}
                </div>
                <div>
                  <TimeText at={at} isShort /> <span className="number">{money(amount, currency)}</span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
