import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { SignInErrors } from '../sign-in.ts';

interface Props {
  value: string;
  onChange: (username: string) => void;
  onBlur?: (() => void) | undefined;
  error: SignInErrors['username'];
  /** On a page with nothing but this form. */
  isFocused?: boolean;
}

/** The username field: an email address, without automatic capitals, filled by password managers. */
export function UsernameField({ value, onChange, onBlur, error, isFocused }: Props) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('login.username')}
      name="username"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- people come here to type
      autoFocus={isFocused}
      // Reserves room for the error.
      help={'\u00a0'}
      error={error == null ? undefined : t(`validation.${error}`)}
    />
  );
}
