import { Button } from '@mantine/core';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useForm } from '#web/form/use-form.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { maxNote } from '../case-status.ts';
import { addCaseNote } from '../endpoints.ts';
import type { CaseProps } from './case-props.ts';
import classes from './cases.module.css';

/** The error of a note without text. */
const blank = 'blank';
interface Errors {
  note?: typeof blank;
}

/** The notes of a case, newest first, and a field for another one. */
export function CaseNotes({
  caseView,
  onChanged,
  onConflict,
  isEditable,
}: CaseProps & { isEditable: boolean }) {
  const { t } = useTranslation();
  const form = useForm<{ note: string }, Errors>({
    initial: { note: '' },
    validate: ({ note }) => (note.trim() === '' ? { note: blank } : {}),
    errorText: () => t('cases.note_missing'),
    send: async ({ note }) => {
      try {
        await call(addCaseNote, { path: { caseId: caseView.id }, body: { note } });
      } catch (cause) {
        if (cause instanceof CallFailure && cause.code === 'CASE_CLOSED') await onConflict();
        throw cause;
      }
      form.reset();
      await onChanged();
    },
  });
  const notes = caseView.events.filter(({ note }) => note !== null);
  return (
    <div className={classes.stack}>
      {isEditable && (
        <form
          className={classes.stack}
          aria-label={t('cases.note')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.submit();
          }}
        >
          <TextAreaField
            label={t('cases.note')}
            help={t('cases.note_help')}
            maxLength={maxNote}
            autosize
            maxRows={12}
            {...form.field('note')}
          />
          <FailureNotice failure={form.failure} />
          <div className="end-buttons">
            <Button type="submit" variant="default" loading={form.isBusy}>
              {t('cases.note_add')}
            </Button>
          </div>
          <UnsavedGuard isDirty={form.values.note.trim() !== ''} />
        </form>
      )}
      {notes.length === 0 ? (
        <p className="quiet-text">{t('cases.no_notes')}</p>
      ) : (
        <ul className={classes.list}>
          {notes.map(({ id, actor, at, note }) => (
            <li key={id} className={classes.line}>
              <div>
                <p className={classes.note}>{note}</p>
                <p className="quiet-text">
                  {actor} · <TimeText at={at} isShort />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
