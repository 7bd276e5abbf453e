import '#ui/style/mantine.css';
import '#ui/style/tokens.css';
import '#ui/style/kit.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from '#ui/theme.ts';
import { UiTextsContext, type UiTexts } from '#ui/ui-texts.ts';

// The same key as public/theme.js, which reads it before the first paint.
const schemeManager = localStorageColorSchemeManager({ key: 'theme' });

/** Everything a component of this folder needs around it: theme, style sheets and the words of the language in use. */
export function UiProvider(props: { texts: UiTexts; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      // The content security policy allows no style elements; style/tokens.css holds the variables.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <UiTextsContext value={props.texts}>{props.children}</UiTextsContext>
    </MantineProvider>
  );
}
