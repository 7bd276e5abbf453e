import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { type PasswordCheck, type RuleState, passwordChecks } from '../password-policy.ts';
import classes from './password-rules.module.css';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const icons = { open: IconCircle, passed: IconCircleCheck, failed: IconCircleX };

/** The rules for a new password, each with its result. */
export function PasswordRules({ stateOf }: { stateOf: (id: PasswordCheck) => RuleState }) {
  const { t } = useTranslation();
  const { passwordMinLength: min, passwordMaxLength: max } = startupConfig();
  return (
    <ul className={classes.rules} aria-label={t('password.rules')}>
      {passwordChecks.map((id) => {
        const state = stateOf(id);
        const Icon = icons[state];
        return (
          <li key={id} data-state={state}>
            <Icon size={16} aria-hidden />
            <span>
              {t(`password.check.${id}`, { min, max })}
              <span className="visually-hidden">: {t(`password.state.${state}`)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
