import { numberFormat } from '#shared/text/intl-formats.ts';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { revokeApiKey } from '../endpoints.ts';
import { lastUseOf } from '../key-form.ts';
import type { ApiKey } from '../schemas.ts';

interface Props {
  orgId: number;
  apiKey: ApiKey;
  onRevoked: () => void;
  onClose: () => void;
}

/** Ends a key for good, after the user has typed its name. */
export function RevokeKeyDialog({ orgId, apiKey, onRevoked, onClose }: Props) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const send = useSend(revokeApiKey, { handlesOwnErrors: true });
  const form = useForm<{ name: string }, { name?: 'other_name' }>({
    initial: { name: '' },
    validate: ({ name }) => (name.trim() === apiKey.name ? {} : { name: 'other_name' }),
    errorText: (code) => t(`api_keys.error.${code}`),
    send: async () => {
      await send.mutateAsync({ path: { orgId, apiId: apiKey.apiId }, body: {} });
      onRevoked();
    },
  });
  const lastUse = lastUseOf(apiKey);
  const { requestsInLastHour: requests } = apiKey;
  const numbers = numberFormat(browserLocale(language));
  return (
    <Dialog
      isOpen
      isStatic={form.isBusy}
      onClose={onClose}
      title={t('api_keys.revoke_title', { name: apiKey.name })}
    >
      <FormStack
        onSubmit={form.submit}
        actions={
          <DialogButtons submit={t('api_keys.revoke')} isBusy={form.isBusy} onCancel={onClose} isDangerous />
        }
      >
        <FailureNotice failure={form.failure} />
        <p className="quiet">
          {t('api_keys.revoke_text')}{' '}
          {lastUse === undefined
            ? t('api_keys.revoke_unused')
            : t('api_keys.revoke_used', { at: times.relative(lastUse) })}{' '}
          {requests > 0 && t('api_keys.revoke_hour', { count: requests, number: numbers.format(requests) })}
        </p>
        <TextField
          {...form.field('name')}
          label={t('api_keys.type_name', { name: apiKey.name })}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </FormStack>
    </Dialog>
  );
}
