import { addDays, dayOfText } from '#shared/calendar-day.ts';
import { endOfDayIn } from '#shared/zoned-day.ts';
import { TypedDayField } from '#ui/date/typed-day-field.tsx';
import { NativeSelectField } from '#ui/form/native-select-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useSend } from '#web/call/use-call.ts';
import { DialogForm } from '#web/form/dialog-form.tsx';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { holdCase, holdCustomer, holdOrganisation, holdTransaction } from '../endpoints.ts';
import { type HoldKind, holdKinds } from '../hold-kinds.ts';

interface Values {
  kind: HoldKind;
  objectId: string;
  reason: string;
  /** dd/MM/yyyy, or empty. */
  until: string;
}
interface Errors {
  objectId?: 'object';
  reason?: 'required';
  until?: 'until';
}

interface Props {
  orgId: number;
  onDone: () => void;
  onClose: () => void;
}

/** A new hold: on the selected organisation, or on an object by its number. */
export function HoldDialog({ orgId, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { zone, today } = useTimes();
  const sendHold = useHold(orgId);
  const form = useForm<Values, Errors>({
    initial: { kind: 'TRANSACTION', objectId: '', reason: '', until: '' },
    validate: ({ kind, objectId, reason, until }) => {
      const day = dayOfText(until);
      const isDay = until === '' || (day !== undefined && day >= today());
      return {
        ...(kind !== 'ORGANISATION' && !/^[1-9]\d{0,14}$/.test(objectId.trim())
          ? { objectId: 'object' }
          : {}),
        ...(reason.trim() === '' ? { reason: 'required' } : {}),
        ...(isDay ? {} : { until: 'until' }),
      } as Errors;
    },
    errorText: (code) => t(`legal_holds.error.${code}`),
    send: async ({ kind, objectId, reason, until }) => {
      const day = dayOfText(until);
      const endsAt = day === undefined ? null : endOfDayIn(day, zone).toISOString();
      await sendHold(kind, objectId.trim(), { reason, endsAt });
      onDone();
    },
  });
  const { values, change } = form;
  return (
    <Dialog isOpen isStatic onClose={onClose} title={t('legal_holds.new')}>
      <DialogForm form={form} submitLabel={t('legal_holds.create')} onCancel={onClose}>
        <NativeSelectField
          label={t('legal_holds.on_label')}
          value={values.kind}
          choices={holdKinds.map((value) => ({ value, label: t(`legal_holds.choice.${value}`) }))}
          onChange={(kind) => change({ kind: kind as HoldKind })}
        />
        {values.kind !== 'ORGANISATION' && (
          <TextField
            {...form.field('objectId')}
            label={t(`legal_holds.object.${values.kind}`)}
            maxLength={15}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <TextAreaField {...form.field('reason')} label={t('legal_holds.reason')} maxLength={500} />
        <TypedDayField
          label={t('legal_holds.until_label')}
          help={t('legal_holds.until_help')}
          value={values.until}
          min={today()}
          max={addDays(today(), 365 * 20)}
          {...(form.error('until') === undefined ? {} : { error: form.error('until') ?? '' })}
          onChange={(until) => change({ until })}
        />
      </DialogForm>
    </Dialog>
  );
}

function useHold(orgId: number) {
  const options = { handlesOwnErrors: true };
  const organisation = useSend(holdOrganisation, options);
  const customer = useSend(holdCustomer, options);
  const transaction = useSend(holdTransaction, options);
  const fraudCase = useSend(holdCase, options);
  return (kind: HoldKind, id: string, body: { reason: string; endsAt: string | null }): Promise<unknown> => {
    switch (kind) {
      case 'ORGANISATION':
        return organisation.mutateAsync({ path: { orgId }, body });
      case 'CUSTOMER':
        return customer.mutateAsync({ path: { customerId: Number(id) }, body });
      case 'TRANSACTION':
        return transaction.mutateAsync({ path: { transactionId: id }, body });
      case 'CASE':
        return fraudCase.mutateAsync({ path: { caseId: Number(id) }, body });
    }
  };
}
