import './style/mantine.css';
import './style/tokens.css';
import './style/layout.css';
import './style/kit.css';
import './style/forced-colors.css';
import { localStorageColorSchemeManager, MantineProvider, createTheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { UiTextsContext, type UiTexts } from './ui-texts.ts';

// The same key as public/theme.js, which reads it before the first paint.
const schemeManager = localStorageColorSchemeManager({ key: 'theme' });

/** Theme, style sheets and texts of the current language for the components of this folder. */
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

/** The settings of the kit. Colours and sizes are in tokens.css: the kit must not write a style element. */
const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 5 },
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  components: {
    Modal: { defaultProps: { lockScroll: false, transitionProps: { duration: 150, transition: 'fade-up' } } },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 180 } } },
    Popover: { defaultProps: { shadow: 'none', radius: 'md', transitionProps: { duration: 120 } } },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        transitionProps: { duration: 120 },
        events: { hover: true, focus: true, touch: false },
      },
    },
    InputWrapper: {
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
        // Optional fields are marked instead. A required one keeps its attribute.
        withAsterisk: false,
      },
    },
  },
});
