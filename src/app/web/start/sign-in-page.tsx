import { portalEntry } from './portal-entry.ts';
import { LoginForm, type SignInNavigation } from '#features/access/session/web/login-form.tsx';
import classes from '#features/access/sign-in/web/public-frame.module.css';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** /login for a stranger: the form alone. The portal comes while the person types, and opens in its place. */
export function SignInPage(props: { openPortal: () => Promise<void> }) {
  const { t } = useTranslation();

  async function leaveFor(href: string, state: object, isReplacing = false): Promise<void> {
    await prefetch();
    history[isReplacing ? 'replaceState' : 'pushState'](portalEntry(state), '', href);
    await props.openPortal();
  }
  return (
    <LoginForm
      navigation={(history.state ?? {}) as SignInNavigation}
      onTyping={() => void prefetch().catch(() => {})}
      onSignedIn={(target) => leaveFor(target, { isAfterSignIn: true }, true)}
      onMustChangePassword={(state) => leaveFor(paths.expiredPassword().to, state)}
      forgotLink={
        <a
          href={paths.forgotPassword().to}
          className={classes.link}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            void leaveFor(paths.forgotPassword().to, {});
          }}
        >
          {t('login.forgot_password')}
        </a>
      }
    />
  );
}

async function prefetch(): Promise<void> {
  const { prefetchScreen } = await import('./portal.tsx');
  void prefetchScreen(paths.home().to).catch(() => {});
}
