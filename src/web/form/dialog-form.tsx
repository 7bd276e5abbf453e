import type { ReactNode } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { MultiSelectField } from '#ui/form/multi-select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '../call/failure-notice.tsx';
import type { FreshResponse } from '../call/use-call.ts';
import { errorText } from '../translate/translate.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import type { FormState } from './use-form.ts';

interface DialogProps<C> {
  title: string;
  onClose: () => void;
  /** The choices of the fields, read when the dialog opens. */
  choices: FreshResponse<C[]>;
  texts: { failed: string; none: string };
  children: (choices: C[]) => ReactNode;
}

/** A dialog whose form needs choices from the server. With a form in it, only its buttons close it. */
export function ChoicesDialog<C>({ title, onClose, choices, texts, children }: DialogProps<C>) {
  const { data, error } = choices;
  const isReady = data !== undefined && data.length > 0;
  return (
    <Dialog isOpen isStatic={isReady} onClose={onClose} title={title} size="medium">
      {error !== null ? (
        <ErrorState title={texts.failed} requestId={error.requestId} onRetry={() => void choices.refetch()}>
          {errorText(error.message)}
        </ErrorState>
      ) : isReady ? (
        children(data)
      ) : data === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <p className="quiet">{texts.none}</p>
      )}
    </Dialog>
  );
}

interface FormProps<V extends object, R extends object> {
  form: FormState<V, R>;
  submitLabel: string;
  onCancel: () => void;
  children: ReactNode;
}

/** The form in a dialog that only its buttons close. */
export function DialogForm<V extends object, R extends object>(props: FormProps<V, R>) {
  const { form, submitLabel, onCancel, children } = props;
  return (
    <FormStack
      onSubmit={form.submit}
      actions={<DialogButtons submit={submitLabel} isBusy={form.isBusy} onCancel={onCancel} />}
    >
      <UnsavedGuard isDirty={form.isDirty} />
      <FailureNotice failure={form.failure} />
      {children}
    </FormStack>
  );
}

interface InstallationsProps {
  label: string;
  choices: readonly { installationId: number; name: string; merchantName: string }[];
  /** Ids as text. */
  value: string[];
  error: string | undefined;
  onChange: (installationIds: string[]) => void;
}

/** Installations with the names of their merchants and their numbers, by which developers know them. */
export function InstallationsField({ choices, ...field }: InstallationsProps) {
  return (
    <MultiSelectField
      {...field}
      choices={choices.map(({ installationId, name, merchantName }) => ({
        value: String(installationId),
        label: `${name} · ${merchantName} · ${installationId}`,
      }))}
    />
  );
}
