import { LoginForm } from '#features/session/web/login-form.tsx';
import classes from '#features/session/web/public-frame.module.css';
import { useTranslation } from '#web/translate/use-translation.ts';

/** /login for a stranger: the form alone. The portal comes while the person types, and opens in its place. */
export function SignInPage(props: { openPortal: () => Promise<void> }) {
  const { t } = useTranslation();
  const { from } = (history.state ?? {}) as { from?: unknown };

  async function leaveFor(href: string, state: object, isReplacing = false): Promise<void> {
    await prefetch();
    // The router throws away the state of an entry that has no key of its kind.
    const key = performance.now().toString(36);
    const entry = { ...state, key, __TSR_key: key, __TSR_index: 0 };
    history[isReplacing ? 'replaceState' : 'pushState'](entry, '', href);
    await props.openPortal();
  }
  return (
    <LoginForm
      remembered={from}
      onTyping={() => void prefetch().catch(() => {})}
      onSignedIn={(target) => leaveFor(target, { isAfterSignIn: true }, true)}
      onMustChangePassword={(state) => leaveFor('/expiredPassword', state)}
      forgotLink={
        <a
          href="/forgotPassword"
          className={classes.link}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            void leaveFor('/forgotPassword', {});
          }}
        >
          {t('login.forgot_password')}
        </a>
      }
    />
  );
}

async function prefetch(): Promise<void> {
  const { prefetchScreen } = await import('#app/web/start/portal.tsx');
  void prefetchScreen('/home').catch(() => {});
}
