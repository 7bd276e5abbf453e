import { type ComponentProps, useEffect, useRef } from 'react';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = Omit<ComponentProps<typeof TextField>, 'label'> & { isRecovery?: boolean; isFocused?: boolean };

/** A code of the authenticator app, or a recovery code. */
export function CodeField({ isRecovery = false, isFocused = false, ...props }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  return (
    <TextField
      ref={input}
      {...props}
      label={isRecovery ? t('factor.recovery_code') : t('factor.code')}
      help={isRecovery ? t('factor.recovery_code_help') : t('factor.code_help')}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      spellCheck={false}
      maxLength={40}
    />
  );
}
