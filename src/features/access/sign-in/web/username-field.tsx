import type { ComponentProps } from 'react';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = Pick<ComponentProps<typeof TextField>, 'value' | 'error' | 'onChange' | 'onBlur'> & {
  /** By default the username. */
  label?: string;
  /** On a page with nothing but this form. */
  isFocused?: boolean;
};

/** The username field: an email address, without automatic capitals, filled by password managers. */
export function UsernameField({ isFocused, label, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <TextField
      {...props}
      label={label ?? t('login.username')}
      name="username"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- people come here to type
      autoFocus={isFocused}
      // Reserves room for the error.
      help={'\u00a0'}
    />
  );
}
