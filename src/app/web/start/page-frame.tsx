import { StrictMode, useMemo, type ReactNode } from 'react';
import { UiProvider } from '#ui/ui-provider.tsx';
import { browserLocale } from '#web/translate/locale-of.ts';
import { translatedUiTexts } from '#web/translate/translated-ui-texts.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The frame of everything that the page shows: theme, and the kit's words. */
export function PageFrame(props: { children: ReactNode }) {
  return (
    <StrictMode>
      <WordedUi>{props.children}</WordedUi>
    </StrictMode>
  );
}

function WordedUi(props: { children: ReactNode }) {
  const { t, language } = useTranslation();
  const texts = useMemo(() => translatedUiTexts(t, browserLocale(language)), [t, language]);
  return <UiProvider texts={texts}>{props.children}</UiProvider>;
}
