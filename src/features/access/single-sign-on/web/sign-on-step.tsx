import { Button } from '@mantine/core';
import classes from '#features/access/sign-in/web/public-frame.module.css';
import { UsernameField } from '#features/access/sign-in/web/username-field.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { addressOf } from '#web/call/call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { domainOfEmail } from '../domain-name.ts';
import { startSingleSignOn } from '../endpoints.ts';
import { leaveFor } from './leave-for.ts';

interface Props {
  /** The email typed before. */
  email: string;
  /** The password was refused because the company requires single sign-on. */
  isRequired: boolean;
  /** The address in the portal that the user requested. */
  to: string | undefined;
  onBack: () => void;
}

/** A step of the sign-in: the email's domain leads to the provider of its company. */
export function SignOnStep({ email, isRequired, to, onBack }: Props) {
  const { t } = useTranslation();
  const form = useForm<{ email: string }, { email?: 'sign_on.email_wrong' }>({
    initial: { email },
    validate: (values) =>
      domainOfEmail(values.email.trim()) === undefined ? { email: 'sign_on.email_wrong' } : {},
    send(values) {
      const query = { email: values.email.trim(), ...(to === undefined ? {} : { to }) };
      return leaveFor(addressOf(startSingleSignOn, query));
    },
  });
  return (
    <FormStack
      label={t('sign_on.title')}
      onSubmit={form.submit}
      actions={
        <div className={classes.ways}>
          <Button type="submit" fullWidth loading={form.isBusy}>
            {t('sign_on.continue')}
          </Button>
          <Button variant="default" fullWidth onClick={onBack} disabled={form.isBusy}>
            {t('sign_on.back')}
          </Button>
        </div>
      }
    >
      {isRequired && <Notice>{t('error.single_sign_on_required')}</Notice>}
      <p>{t('sign_on.help')}</p>
      <UsernameField {...form.field('email')} label={t('sign_on.email')} isFocused />
    </FormStack>
  );
}
