import { useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';
import { getApiKeyChoices } from '../endpoints.ts';
import { type KeyFaults, type KeyForm, keyFaults, newKeyForm, toKeyContent, toKeyForm } from '../key-form.ts';
import type { ApiKey, KeyChoice, KeyContent } from '../schemas.ts';
import classes from './api-keys.module.css';
import { KeyFields } from './key-fields.tsx';

interface Props {
  orgId: number;
  title: string;
  submitLabel: string;
  /** The key to change; undefined for a new one. */
  apiKey?: ApiKey;
  onSubmit: (content: KeyContent) => Promise<void>;
  onClose: () => void;
}

/** The form of a new key or of a change. */
export function KeyDialog(props: Props) {
  const { t } = useTranslation();
  const choices = useCall(
    getApiKeyChoices,
    { path: { orgId: props.orgId } },
    { isHandledHere: true, staleTime: 0 },
  );
  const isReady = choices.isFetchedAfterMount && choices.data != null && choices.data.length > 0;
  return (
    <Dialog isOpen isStatic={isReady} onClose={props.onClose} title={props.title} size="medium">
      {choices.error != null ? (
        <ErrorState
          title={t('api_keys.choices_failed')}
          requestId={choices.error.requestId}
          onRetry={() => void choices.refetch()}
        >
          {errorText(choices.error.message)}
        </ErrorState>
      ) : isReady ? (
        <KeyEditor {...props} choices={choices.data ?? []} />
      ) : choices.data == null ? (
        <SkeletonLines lines={8} />
      ) : (
        <p className={classes.quiet}>{t('api_keys.no_installations')}</p>
      )}
    </Dialog>
  );
}

function KeyEditor({ choices, apiKey, onSubmit, onClose, submitLabel }: Props & { choices: KeyChoice[] }) {
  const { t } = useTranslation();
  const times = useTimes();
  const [isDayWrong, setIsDayWrong] = useState(false);
  const [initial] = useState<KeyForm>(() =>
    apiKey === undefined ? newKeyForm(choices, times.today()) : toKeyForm(apiKey, times.zone, times.today()),
  );
  const form = useForm<KeyForm, KeyFaults>({
    initial,
    validate: (values) => keyFaults(values, choices, isDayWrong),
    errorText: (fault, field) => t(`api_keys.fault.${fault === 'required' ? field : fault}`),
    send: (values) => onSubmit(toKeyContent(values, times.zone)),
  });
  return (
    <FormStack
      onSubmit={form.submit}
      actions={<DialogButtons submit={submitLabel} isBusy={form.isBusy} onCancel={onClose} />}
    >
      <UnsavedGuard isDirty={JSON.stringify(form.values) !== JSON.stringify(initial)} />
      {form.failure !== undefined && <Notice kind="failed">{form.failure}</Notice>}
      <KeyFields form={form} choices={choices} onDayFault={setIsDayWrong} />
    </FormStack>
  );
}
