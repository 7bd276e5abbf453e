import { hasCardNumber } from '#shared/card-number.ts';
import { hasVisibleText } from '#shared/label.ts';
import { call } from '#web/call/call.ts';
import { NoteForm, NoteList } from '#web/form/note-form.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { maxNote } from '../customer-limits.ts';
import { addCustomerNote } from '../endpoints.ts';
import type { CustomerView } from '../schemas.ts';

interface Props {
  customer: CustomerView;
  onChanged: () => Promise<void>;
}

/** What colleagues wrote about a customer, newest first, and a field for another note. */
export function CustomerNotes({ customer, onChanged }: Props) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <NoteForm
        label={t('customers.note')}
        help={t('customers.note_help')}
        submitLabel={t('customers.note_add')}
        maxLength={maxNote}
        check={(note) => {
          if (!hasVisibleText(note)) return 'customers.note_missing';
          return hasCardNumber(note) ? 'customers.note_card' : undefined;
        }}
        send={async (note) => {
          await call(addCustomerNote, { path: { customerId: customer.id }, body: { note } });
        }}
        onStored={onChanged}
      />
      {customer.notes.length > 0 && <NoteList notes={customer.notes} />}
    </div>
  );
}
