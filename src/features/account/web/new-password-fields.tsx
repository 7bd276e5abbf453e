import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { passwordChecks } from '#features/session/password-policy.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import type { FormState } from '#web/form/use-form.ts';
import { startupConfig } from '#web/startup-config.ts';
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

const icons = { open: IconCircle, passed: IconCircleCheck, failed: IconCircleX };

/** The new password, its rules with their results, and the confirmation. */
export function NewPasswordFields({ form: { field, isTried }, check, username }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const config = startupConfig();
  const length = { min: config.passwordMinLength, max: config.passwordMaxLength };
  const states = passwordChecks.map((id) => ({ id, state: ruleState(check.form, id) }));
  const hasFailed = states.some(({ state }) => state === 'failed');
  return (
    <>
      {/* Lets password managers know the username. */}
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
      <ul className={classes.rules} aria-label={t('password.rules')}>
        {states.map(({ id, state }) => {
          const Icon = icons[state];
          return (
            <li key={id} data-state={state}>
              <Icon size={16} aria-hidden />
              <span>
                {t(`password.check.${id}`, length)}
                <span className={classes.hidden}>: {t(`password.state.${state}`)}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <PasswordField {...field('confirmation')} label={t('password.confirm')} autoComplete="new-password" />
      <p className={classes.hidden} role="status">
        {check.isValid ? t('password.all_good') : ''}
      </p>
    </>
  );
}
