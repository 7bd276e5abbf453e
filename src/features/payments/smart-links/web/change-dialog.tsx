import { companyNow } from '#web/session/shown-clock.ts';
import { useState } from 'react';
import { endOfDayIn, zonedDate } from '#shared/zoned-day.ts';
import { DateField } from '#ui/date/date-field.tsx';
import type { DateError } from '#ui/date/validate-day.ts';
import { AmountField } from '#ui/form/amount-field.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { currencyDigits } from '#shared/currencies.ts';
import { boundErrors } from '../link-form.ts';
import { changeSmartLink } from '../endpoints.ts';
import { isExpiry, isLinkText, lastExpiryDay, maxLinkTextLength, reminderTime } from '../link-rules.ts';
import type { ListedLink } from '../schemas.ts';
import { ReminderField } from './reminder-field.tsx';

interface Props {
  link: ListedLink;
  isOpen: boolean;
  onClose: () => void;
  onChanged: (link: ListedLink) => void;
}

/** Extends a link, and changes its description, its reminder, and the bounds of an amount that the customer chooses. */
export function ChangeDialog({ link, isOpen, onClose, onChanged }: Props) {
  const { t } = useTranslation();
  const { zone, today } = useTimes();
  const [firstDay] = useState(today);
  const [dayError, setDayError] = useState<DateError>();
  const form = useChangeForm(link, dayError, zone, onChanged);
  const { values } = form;
  const mayRemind = link.usage === 'SINGLE' && link.kind === 'payments';
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('smart_links.change_title')} isOnTop>
      <FormStack
        label={t('smart_links.change_title')}
        onSubmit={form.submit}
        actions={
          <DialogButtons submit={t('smart_links.change_save')} isBusy={form.isBusy} onCancel={onClose} />
        }
      >
        <FailureNotice failure={form.failure} />
        <DateField
          label={t('smart_links.field.expires')}
          help={t('smart_links.help.expires')}
          value={values.expires}
          onChange={(expires) => form.change({ expires })}
          min={firstDay}
          max={lastExpiryDay(firstDay)}
          onError={setDayError}
          error={form.error('expires')}
          errorTexts={{
            invalid: t('smart_links.wrong.day'),
            future: t('smart_links.wrong.far'),
            minimum: t('smart_links.wrong.past'),
          }}
        />
        <TextField
          {...form.field('description')}
          label={t('smart_links.field.description')}
          help={t('smart_links.help.description')}
          isOptional
          maxLength={maxLinkTextLength + 20}
          autoComplete="off"
        />
        {isAmountOpen(link) &&
          (['min', 'max'] as const).map((name) => (
            <AmountField
              key={name}
              {...form.field(name)}
              label={t(`smart_links.field.${name}`)}
              isOptional
              currencyCode={link.currency}
              digits={currencyDigits(link.currency) ?? 2}
              onChange={(amount) => form.change({ [name]: amount })}
            />
          ))}
        {mayRemind && (
          <ReminderField
            value={values.remind}
            error={form.error('remind')}
            onChange={(remind) => form.change({ remind })}
          />
        )}
      </FormStack>
    </Dialog>
  );
}

const isAmountOpen = ({ amount, kind }: ListedLink): boolean => amount === null && kind === 'payments';

function useChangeForm(
  link: ListedLink,
  dayError: DateError | undefined,
  zone: string,
  onChanged: (link: ListedLink) => void,
) {
  const { t } = useTranslation();
  const send = useSend(changeSmartLink, { handlesOwnErrors: true });
  const firstDay = zonedDate(new Date(link.expires), zone);
  const initial = {
    expires: firstDay,
    description: link.description ?? '',
    remind: link.reminder === null ? '' : String(link.reminder.daysBefore),
    min: link.minAmount ?? '',
    max: link.maxAmount ?? '',
  };
  const endOf = (day: string): Date => (day === firstDay ? new Date(link.expires) : endOfDayIn(day, zone));
  return useForm({
    initial,
    validate: ({ expires, description, remind, min, max }: typeof initial) => {
      const now = companyNow();
      const text = description.trim();
      const isEnd = dayError === undefined && isExpiry(endOf(expires), now);
      const isRemindChanged = remind !== initial.remind || expires !== firstDay;
      const isLate =
        remind !== '' && isRemindChanged && reminderTime(endOf(expires), Number(remind), now) === null;
      const errors: Partial<Record<keyof typeof initial, string>> = boundErrors({
        currency: link.currency,
        min,
        max,
      });
      if (!isEnd) errors.expires = 'past';
      if (text.length > maxLinkTextLength) errors.description = 'long';
      else if (!isLinkText(text)) errors.description = 'signs';
      if (isEnd && isLate) errors.remind = 'remind';
      return errors;
    },
    errorText: (error) => t(`smart_links.wrong.${error}`, { max: maxLinkTextLength }),
    async send({ expires, description, remind, min, max }) {
      const body = {
        ...(expires === firstDay ? {} : { expires: endOf(expires).toISOString() }),
        ...(description.trim() === initial.description ? {} : { description: description.trim() }),
        ...(min === initial.min ? {} : { minAmount: min === '' ? null : min }),
        ...(max === initial.max ? {} : { maxAmount: max === '' ? null : max }),
        ...(remind === initial.remind ? {} : { remindDaysBefore: remind === '' ? null : Number(remind) }),
      };
      onChanged(await send.mutateAsync({ path: { linkId: link.linkId }, body }));
    },
  });
}
