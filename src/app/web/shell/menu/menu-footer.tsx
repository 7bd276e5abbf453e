import { useTranslation } from 'react-i18next';
import classes from '#app/web/shell/menu/menu.module.css';

const year = new Date().getFullYear();

/** The current year (spec 1 §2). */
export function MenuFooter() {
  const { t } = useTranslation();
  return (
    <footer className={classes.footer}>
      © {year} {t('product.name')}
    </footer>
  );
}
