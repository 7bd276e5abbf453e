import { specialCards, testAmounts, testCards } from '#shared/payments/test-cards.ts';
import classes from './mode-banner.module.css';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** The sandbox's cards and amounts, to copy. */
export function TestCardsPanel({ isOpen, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title={t('mode.cards')}>
      <div className={classes.cards}>
        <p>
          {t('mode.test_text')} {t('mode.cards_text')}
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('mode.card')}</th>
              <th scope="col">{t('mode.result')}</th>
            </tr>
          </thead>
          <tbody>
            {testCards.map(({ pan, brand, result }) => (
              <tr key={pan}>
                <td>
                  <CopyText text={pan} />
                </td>
                <td>
                  {brand}: {t(`mode.card_${result}`, { password: `Test_${pan.slice(-4)}` })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('mode.amount')}</th>
              <th scope="col">{t('mode.result')}</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(testAmounts).map(([effect, amount]) => (
              <tr key={effect}>
                <td>
                  <CopyText text={amount} />
                </td>
                <td>{t(`mode.amount_${effect}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('mode.special_card')}</th>
              <th scope="col">{t('mode.result')}</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(specialCards).map(([effect, pan]) => (
              <tr key={pan}>
                <td>
                  <CopyText text={pan} />
                </td>
                <td>{t(`mode.special.${effect}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SidePanel>
  );
}
