import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { overlapChoices, rotateApiKey } from '../endpoints.ts';
import type { ApiKey } from '../schemas.ts';
import classes from './api-keys.module.css';
import { type NewSecret, SecretDialog } from './secret-dialog.tsx';
import { useRequestKey } from './use-request-key.ts';

interface Props {
  orgId: number;
  apiKey: ApiKey;
  onRotated: () => void;
  onClose: () => void;
}

/** Creates a new secret; the current one stops now or later. */
export function RotateKeyDialog({ orgId, apiKey, onRotated, onClose }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const send = useSend(rotateApiKey, { isHandledHere: true });
  const requestKey = useRequestKey();
  const [created, setCreated] = useState<NewSecret>();
  const form = useForm({
    initial: { overlap: '86400' },
    validate: () => ({}),
    send: async ({ overlap }) => {
      const body = { overlapSeconds: Number(overlap) };
      const path = { orgId, apiId: apiKey.apiId };
      setCreated(await send.mutateAsync({ path, body, headers: requestKey(body) }));
      onRotated();
    },
  });
  if (created !== undefined) return <SecretDialog created={created} onClose={onClose} />;
  const hasPrevious = apiKey.secrets.length > 1;
  return (
    <Dialog
      isOpen
      isStatic={form.isBusy}
      onClose={onClose}
      title={t('api_keys.rotate_title', { name: apiKey.name })}
    >
      <FormStack
        onSubmit={form.submit}
        actions={
          <>
            <Button variant="default" onClick={onClose} disabled={form.isBusy}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={form.isBusy}>
              {t('api_keys.rotate')}
            </Button>
          </>
        }
      >
        {form.failure !== undefined && <Notice kind="failed">{form.failure}</Notice>}
        <p className={classes.quiet}>{t('api_keys.rotate_text')}</p>
        <SelectField
          label={t('api_keys.current_stops')}
          choices={overlapChoices.map((seconds) => ({
            value: String(seconds),
            label: t(`api_keys.overlap.${seconds}`),
          }))}
          value={form.values.overlap}
          onChange={(overlap) => form.change({ overlap: overlap ?? '86400' })}
        />
        {hasPrevious && <Notice kind="pending">{t('api_keys.older_stops')}</Notice>}
      </FormStack>
    </Dialog>
  );
}
