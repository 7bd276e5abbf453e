import { Button } from '@mantine/core';
import { passwordChecks } from '#features/access/session/password-policy.ts';
import { PasswordRules } from '#features/access/session/web/password-rules.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import type { FormState } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { ruleState } from '../new-password-form.ts';
import type { PasswordCheck } from './use-password-check.ts';
import classes from './account.module.css';

type Field = 'candidate' | 'confirmation';
interface Props {
  form: Pick<FormState<Record<Field, string>, object>, 'field' | 'isTried'>;
  check: PasswordCheck;
  username: string;
}

/** The new password, its rules with their results, and the confirmation. */
export function NewPasswordFields({ form: { field, isTried }, check, username }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const hasFailed = passwordChecks.some((id) => ruleState(check.form, id) === 'failed');
  return (
    <>
      {/* For password managers, which save the username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        {...field('candidate')}
        label={t('password.new')}
        name="newPassword"
        autoComplete="new-password"
        error={field('candidate').error ?? (isTried && hasFailed ? t('password.keep_rules') : undefined)}
      />
      {check.isCheckFailed && (
        <Notice
          kind="failed"
          action={
            <Button variant="default" size="compact-sm" onClick={check.checkAgain}>
              {texts.retry}
            </Button>
          }
        >
          {t('password.check_failed')}
        </Notice>
      )}
      <PasswordRules stateOf={(id) => ruleState(check.form, id)} />
      <PasswordField {...field('confirmation')} label={t('password.confirm')} autoComplete="new-password" />
      <p className={classes.hidden} role="status">
        {check.isValid ? t('password.all_good') : ''}
      </p>
    </>
  );
}
