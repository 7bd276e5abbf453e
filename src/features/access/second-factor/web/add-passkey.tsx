import { Notice } from '#ui/feedback/notice.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { call } from '#web/call/call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { addPasskey, startPasskey } from '../endpoints.ts';
import { createPasskey, hasPasskeys } from './browser-passkey.ts';

interface Props {
  onAdded: (codes: readonly string[] | null) => void;
  onCancel: () => void;
}

/** Adds a passkey: a name, then the browser's own dialog. */
export function AddPasskey({ onAdded, onCancel }: Props) {
  const { t } = useTranslation();
  const form = useForm<{ name: string }, { name?: 'factor.name_required' }>({
    initial: { name: '' },
    validate: ({ name }) => (name.trim() === '' ? { name: 'factor.name_required' } : {}),
    async send({ name }) {
      const passkey = await createPasskey(await call(startPasskey, { body: {} }));
      const { recoveryCodes } = await call(addPasskey, { body: { name: name.trim(), passkey } });
      onAdded(recoveryCodes);
    },
  });
  return (
    <FormStack
      label={t('factor.add_passkey')}
      onSubmit={form.submit}
      actions={
        <DialogButtons
          submit={t('factor.add_passkey')}
          isBusy={form.isBusy}
          isDisabled={!hasPasskeys()}
          onCancel={onCancel}
        />
      }
    >
      <p className="quiet-text">{t('factor.passkey_text')}</p>
      {!hasPasskeys() && <Notice kind="pending">{t('factor.no_passkeys')}</Notice>}
      <TextField
        {...form.field('name')}
        label={t('factor.passkey_name')}
        help={t('factor.passkey_name_help')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
      />
      <FailureNotice failure={form.failure} />
    </FormStack>
  );
}
