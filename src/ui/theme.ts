import { createTheme } from '@mantine/core';

/** How the kit behaves. Colours and sizes are in tokens.css: the kit may write no style element of its own. */
export const theme = createTheme({
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
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
});
