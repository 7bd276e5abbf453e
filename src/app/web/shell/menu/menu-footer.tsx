import classes from './menu.module.css';
import { useTranslation } from '#web/translate/use-translation.ts';

const year = new Date().getFullYear();

/** The current year (docs/domain.md#menu). */
export function MenuFooter(props: { isSmall?: boolean }) {
  const { t } = useTranslation();
  return (
    <footer className={classes.footer}>
      {props.isSmall === true ? year : `© ${year} ${t('product.name')}`}
    </footer>
  );
}
