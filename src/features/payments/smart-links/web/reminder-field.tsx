import { SelectField } from '#ui/form/select-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { reminderChoices } from '../link-rules.ts';

interface Props {
  /** Days before the end; empty: no reminder. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** When the customer is reminded of a link. A number that the API has set is kept. */
export function ReminderField({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const days = reminderChoices.map(String);
  const all = value === '' || days.includes(value) ? days : [...days, value];
  return (
    <SelectField
      label={t('smart_links.field.remind')}
      help={t('smart_links.help.remind')}
      error={error}
      choices={[
        { value: '', label: t('smart_links.no_reminder') },
        ...all.map((number) => ({
          value: number,
          label: t('smart_links.remind_before', { count: Number(number) }),
        })),
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
