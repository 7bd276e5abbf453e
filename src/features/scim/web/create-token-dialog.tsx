import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { ExpiryField } from '#web/secrets/expiry-field.tsx';
import { SecretDialog } from '#web/secrets/secret-dialog.tsx';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';
import { createScimToken } from '../endpoints.ts';
import { type TokenFaults, type TokenForm, newTokenForm, toTokenBody, tokenFaults } from '../token-form.ts';
import classes from './provisioning.module.css';

interface Props {
  orgId: number;
  onCreated: () => void;
  onClose: () => void;
}

/** Creates a token, then shows it once. */
export function CreateTokenDialog({ orgId, onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const send = useSend(createScimToken, { isHandledHere: true });
  const [initial] = useState(() => newTokenForm(times.today()));
  const [requestKey] = useState(() => crypto.randomUUID());
  const [isDayWrong, setIsDayWrong] = useState(false);
  const [created, setCreated] = useState<{ token: string | null }>();
  const form = useForm<TokenForm, TokenFaults>({
    initial,
    validate: (values) => tokenFaults(values, isDayWrong),
    errorText: (fault) => t(`provisioning.fault.${fault}`),
    async send(values) {
      const body = toTokenBody(values, times.zone);
      const headers = { 'idempotency-key': `${requestKey} ${body.name} ${body.expiresAt}`.slice(0, 200) };
      setCreated(await send.mutateAsync({ path: { orgId }, body, headers }));
      onCreated();
    },
  });
  if (created !== undefined) {
    return (
      <SecretDialog
        title={t('provisioning.token_title')}
        text={t('provisioning.token_text')}
        secret={created.token}
        gone={{ title: t('provisioning.token_gone'), text: t('provisioning.token_gone_text') }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog isOpen isStatic={form.isBusy} onClose={onClose} title={t('provisioning.create_token')}>
      <FormStack
        onSubmit={form.submit}
        actions={
          <DialogButtons submit={t('provisioning.create_token')} isBusy={form.isBusy} onCancel={onClose} />
        }
      >
        <UnsavedGuard isDirty={form.values.name !== ''} />
        {form.failure !== undefined && <Notice kind="failed">{form.failure}</Notice>}
        <p className={classes.quiet}>{t('provisioning.create_text')}</p>
        <TextField
          {...form.field('name')}
          label={t('provisioning.name')}
          help={t('provisioning.name_help')}
          maxLength={60}
          autoComplete="off"
          data-autofocus
        />
        <ExpiryField
          value={form.values}
          error={form.error('expiryDay')}
          onChange={form.change}
          onDayFault={setIsDayWrong}
        />
      </FormStack>
    </Dialog>
  );
}
