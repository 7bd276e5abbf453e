import { formatMoney } from '#shared/text/format-money.ts';
import classes from './layout.module.css';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  /** Decimal text with a dot, exactly as it will be read: '1234.50'. Never a float. */
  amount: string;
  currencyCode?: string;
  isLarge?: boolean;
  /** Quiet: no money moved. */
  isMuted?: boolean;
}

/** An amount with figures of one width, grouped as the language does, its currency code after it. */
export function MoneyText(props: Props) {
  const { locale } = useUiTexts();
  return (
    <span
      className={`${classes.money} number`}
      data-large={props.isLarge || undefined}
      data-muted={props.isMuted || undefined}
    >
      {formatMoney(props.amount, null, locale)}
      {props.currencyCode !== undefined && <span className={classes.currency}> {props.currencyCode}</span>}
    </span>
  );
}
