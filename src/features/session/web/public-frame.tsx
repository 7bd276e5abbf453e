import type { ReactNode } from 'react';
import classes from '#features/session/web/public-frame.module.css';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = { title: string; children: ReactNode; below?: ReactNode };

const year = new Date().getFullYear();

/** The frame of every screen before sign-in: the product's mark, a title and one card. */
export function PublicFrame(props: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <main className={classes.main}>
        <p className={classes.brand}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          {t('product.name')}
        </p>
        <div className={classes.card}>
          <h1>{props.title}</h1>
          {props.children}
        </div>
        {props.below}
      </main>
      <footer className={classes.footer}>
        © {year} {t('product.name')}
      </footer>
    </div>
  );
}
