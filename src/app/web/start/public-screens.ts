import type { Screen } from '../screen.ts';
import { readSignOnSearch } from '#features/access/single-sign-on/sign-on-search.ts';
import { flatText } from '#web/search-codec.ts';

/** The screens that open without a session. The sign-in reads this table too: it must stay light. */
export const publicScreens: readonly Screen[] = [
  {
    name: 'login',
    path: '/login',
    place: 'public',
    hasFirstTexts: true,
    load: async () => (await import('#features/access/session/web/login-screen.tsx')).LoginScreen,
  },
  {
    name: 'forgotPassword',
    path: '/forgotPassword',
    place: 'public',
    load: async () =>
      (await import('#features/access/account/web/forgot-password-screen.tsx')).ForgotPasswordScreen,
  },
  {
    name: 'expiredPassword',
    path: '/expiredPassword',
    place: 'public',
    load: async () =>
      (await import('#features/access/account/web/expired-password-screen.tsx')).ExpiredPasswordScreen,
  },
  {
    name: 'resetEmailSent',
    path: '/resetEmailSent',
    place: 'public',
    load: async () =>
      (await import('#features/access/account/web/forgot-password-screen.tsx')).ResetEmailSentScreen,
  },
  {
    name: 'newPassword',
    path: '/password/$token',
    place: 'public',
    load: async () =>
      (await import('#features/access/account/web/new-password-screen.tsx')).NewPasswordScreen,
  },
  {
    name: 'passwordUpdated',
    path: '/passwordUpdated',
    place: 'public',
    load: async () =>
      (await import('#features/access/account/web/new-password-screen.tsx')).PasswordUpdatedScreen,
  },
  {
    name: 'setup',
    path: '/setup/$token',
    place: 'public',
    load: async () => (await import('#features/setup/setup/web/setup-screen.tsx')).SetupScreen,
  },
  {
    name: 'singleSignOn',
    path: '/singleSignOn',
    place: 'public',
    search: (raw) => ({ ...readSignOnSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/access/single-sign-on/web/single-sign-on-screen.tsx')).SingleSignOnScreen,
  },
  {
    name: 'unrecoverable',
    path: '/unrecoverable',
    place: 'public',
    load: async () => (await import('../pages/unrecoverable-screen.tsx')).UnrecoverableScreen,
  },
];
