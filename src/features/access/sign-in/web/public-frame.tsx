import type { ReactNode } from 'react';
import { CookieBanner } from '#web/cookie-banner.tsx';
import { changeLanguage, chosenLanguage, languages } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './public-frame.module.css';

interface Props {
  title: string;
  children: ReactNode;
  below?: ReactNode;
}

const year = new Date().getFullYear();

/** The frame of every screen before sign-in: product mark, title and one card. */
export function PublicFrame(props: Props) {
  const { t, language } = useTranslation();
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
        <span>
          © {year} {t('product.name')}
        </span>
        <select
          className={classes.language}
          aria-label={t('shell.language')}
          value={chosenLanguage(language)}
          // If the texts of a language fail to load, the page keeps its language.
          onChange={(event) => void changeLanguage(chosenLanguage(event.currentTarget.value)).catch(() => {})}
        >
          {languages.map((choice) => (
            <option key={choice} value={choice} lang={choice}>
              {t(`language.${choice}`)}
            </option>
          ))}
        </select>
      </footer>
      <CookieBanner />
    </div>
  );
}
