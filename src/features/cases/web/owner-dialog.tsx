import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { assignCase, listCaseUsers } from '../endpoints.ts';
import type { CaseProps } from './case-props.ts';
import classes from './cases.module.css';

interface Props extends CaseProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Chooses who works on a case. */
export function OwnerDialog({ isOpen, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t('cases.owner.title')}>
      {isOpen && <OwnerForm {...props} />}
    </Dialog>
  );
}

/** The choice of no owner. */
const none = '';

function OwnerForm({ found, onChanged, onConflict, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation();
  const path = { caseId: found.id };
  const users = useCall(listCaseUsers, { path }, { isHandledHere: true });
  const form = useForm<{ ownerId: string }, Record<string, never>>({
    initial: { ownerId: found.ownerId ?? none },
    validate: () => ({}),
    send: async ({ ownerId }) => {
      try {
        const body = { version: found.version, ownerId: ownerId === none ? null : ownerId };
        await call(assignCase, { path, body });
      } catch (cause) {
        const isConflict =
          cause instanceof CallFailure && ['CASE_CHANGED', 'CASE_CLOSED'].includes(cause.code);
        if (!isConflict) throw cause;
        onClose();
        await onConflict();
        return;
      }
      onClose();
      await onChanged();
    },
  });
  if (users.error != null) {
    return (
      <ErrorState
        title={t('cases.owner.failed')}
        requestId={users.error.requestId}
        onRetry={() => void users.refetch()}
      >
        {errorText(users.error.message)}
      </ErrorState>
    );
  }
  if (users.data === undefined) return <SkeletonLines lines={3} />;
  const isChanged = form.values.ownerId !== (found.ownerId ?? none);
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void form.submit();
      }}
    >
      <SelectField
        label={t('cases.owner.label')}
        choices={[
          { value: none, label: t('cases.no_owner') },
          ...users.data.map(({ userId, name }) => ({ value: userId, label: name })),
        ]}
        value={form.values.ownerId}
        onChange={(ownerId) => form.change({ ownerId: ownerId ?? none })}
      />
      {form.failure !== undefined && <Notice kind="failed">{form.failure}</Notice>}
      <div className={classes.end}>
        <DialogButtons
          submit={t('cases.owner.button')}
          isBusy={form.isBusy}
          isDisabled={!isChanged}
          onCancel={onClose}
        />
      </div>
    </form>
  );
}
