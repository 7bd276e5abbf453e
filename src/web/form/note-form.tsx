import { Button } from '@mantine/core';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { FailureNotice } from '../call/failure-notice.tsx';
import { TimeText } from '../format/time-text.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useForm } from './use-form.ts';

interface NoteFormProps {
  label: string;
  help: string;
  submitLabel: string;
  maxLength: number;
  /** The text key of what is wrong with the note; undefined when it can be stored. */
  check: (note: string) => string | undefined;
  send: (note: string) => Promise<void>;
  onStored: () => Promise<void>;
}

/** A field for a note, empty again once it is stored. */
export function NoteForm({ label, help, submitLabel, maxLength, check, send, onStored }: NoteFormProps) {
  const form = useForm<{ note: string }, { note?: string }>({
    initial: { note: '' },
    validate: ({ note }) => {
      const error = check(note);
      return error === undefined ? {} : { note: error };
    },
    send: async ({ note }) => {
      await send(note);
      form.reset();
      await onStored();
    },
  });
  return (
    <form
      className="stack"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <TextAreaField
        label={label}
        help={help}
        maxLength={maxLength}
        autosize
        minRows={2}
        maxRows={12}
        {...form.field('note')}
      />
      <FailureNotice failure={form.failure} />
      <div className="end-buttons">
        <Button type="submit" variant="default" loading={form.isBusy}>
          {submitLabel}
        </Button>
      </div>
      <UnsavedGuard isDirty={form.values.note.trim() !== ''} />
    </form>
  );
}

interface Note {
  id: string;
  by: string;
  at: string;
  note: string | null;
}

/** Notes with their authors and times, in the order given. */
export const NoteList = ({ notes }: { notes: readonly Note[] }) => (
  <ul className="lined-list">
    {notes.map(({ id, by, at, note }) => (
      <li key={id}>
        <div>
          <p className="note-text">{note}</p>
          <p className="quiet-text">
            {by} · <TimeText at={at} isShort />
          </p>
        </div>
      </li>
    ))}
  </ul>
);
