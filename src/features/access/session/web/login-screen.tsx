import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { LoginForm, type SignInNavigation } from './login-form.tsx';
import classes from '#features/access/sign-in/web/public-frame.module.css';

/** /login inside the portal, for example after signing out (docs/domain.md#sign-in). */
export function LoginScreen() {
  const { t } = useTranslation();
  const router = useRouter();
  const signInState = useRouterState({ select: (state) => state.location.state as SignInNavigation });
  return (
    <LoginForm
      navigation={signInState}
      onSignedIn={(target) => router.navigate({ href: target, replace: true })}
      onMustChangePassword={(state) => router.navigate({ ...paths.expiredPassword(), state })}
      forgotLink={
        <Link {...paths.forgotPassword()} className={classes.link}>
          {t('login.forgot_password')}
        </Link>
      }
    />
  );
}
