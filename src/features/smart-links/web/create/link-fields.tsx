import { useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { type PageLanguage, htmlLanguage, pageLanguages } from '#features/hosted-sessions/page-languages.ts';
import { lastExpiryDay } from '#features/smart-links/link-rules.ts';
import type { FieldsProps } from '#features/smart-links/web/create/use-link-field.ts';
import classes from '#features/smart-links/web/smart-links.module.css';
import { DateField } from '#ui/date/date-field.tsx';
import type { DateError } from '#ui/date/validate-day.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = FieldsProps & { most: number; onDayError: (error: DateError | undefined) => void };

/** How long, in which language and how many. */
export function LinkFields({ field, form, change, most: max, onDayError }: Props) {
  const { t, language } = useTranslation();
  const { zone } = useTimes();
  const [now] = useState(() => new Date());
  const today = zonedDate(now, zone);
  return (
    <div className={classes.fields}>
      <DateField
        label={t('smart_links.field.expires')}
        help={t('smart_links.help.expires')}
        value={form.expires}
        onChange={(expires) => change({ expires })}
        min={today}
        max={lastExpiryDay(today)}
        onError={onDayError}
        error={form.expires < today ? t('smart_links.wrong.past') : undefined}
        errorTexts={{
          invalid: t('smart_links.wrong.day'),
          future: t('smart_links.wrong.far'),
          minimum: t('smart_links.wrong.past'),
        }}
      />
      <SelectField
        {...field('language')}
        help={t('smart_links.help.language')}
        choices={languagesIn(language)}
        value={form.language}
        onChange={(value) => change({ language: value as PageLanguage })}
      />
      <TextField
        {...field('batchSize')}
        help={t('smart_links.help.batchSize', { most: new Intl.NumberFormat(language).format(max) })}
        className="number"
        inputMode="numeric"
        autoComplete="off"
        required
        value={form.batchSize}
        maxLength={9}
        onChange={(event) => change({ batchSize: event.currentTarget.value.trim() })}
      />
    </div>
  );
}

/** In the reader's words, sorted as the reader's language sorts. */
function languagesIn(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return pageLanguages
    .map((value) => ({ value, label: names.of(htmlLanguage(value)) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
}
