import { Button } from '@mantine/core';
import { hasCardNumber } from '#shared/card-number.ts';
import { hasVisibleText } from '#shared/label.ts';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { call } from '#web/call/call.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { useForm } from '#web/form/use-form.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { maxNote } from '../customer-limits.ts';
import { addCustomerNote } from '../endpoints.ts';
import type { CustomerView } from '../schemas.ts';
import classes from './customers.module.css';

const missing = 'missing';
const card = 'card';
interface Errors {
  note?: typeof missing | typeof card;
}

interface Props {
  customer: CustomerView;
  onChanged: () => Promise<void>;
}

/** What colleagues wrote about a customer, newest first, and a field for another note. */
export function CustomerNotes({ customer, onChanged }: Props) {
  const { t } = useTranslation();
  const form = useForm<{ note: string }, Errors>({
    initial: { note: '' },
    validate: ({ note }) => {
      if (!hasVisibleText(note)) return { note: missing };
      return hasCardNumber(note) ? { note: card } : {};
    },
    errorText: (error) => t(`customers.note_${error}`),
    send: async ({ note }) => {
      await call(addCustomerNote, { path: { customerId: customer.id }, body: { note } });
      form.reset();
      await onChanged();
    },
  });
  return (
    <div className={classes.stack}>
      <form
        className={classes.stack}
        aria-label={t('customers.note')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <TextAreaField
          label={t('customers.note')}
          help={t('customers.note_help')}
          maxLength={maxNote}
          autosize
          minRows={2}
          maxRows={12}
          {...form.field('note')}
        />
        <FailureNotice failure={form.failure} />
        <div className="end-buttons">
          <Button type="submit" variant="default" loading={form.isBusy}>
            {t('customers.note_add')}
          </Button>
        </div>
        <UnsavedGuard isDirty={form.values.note.trim() !== ''} />
      </form>
      {customer.notes.length > 0 && (
        <ul className={classes.list}>
          {customer.notes.map(({ id, by, at, note }) => (
            <li key={id} className={classes.line}>
              <div>
                <p className={classes.note}>{note}</p>
                <p className="quiet-text">
                  {by} · <TimeText at={at} isShort />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
