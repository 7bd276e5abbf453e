import type { FieldsProps } from '#features/smart-links/web/create/use-link-field.ts';
import classes from '#features/smart-links/web/smart-links.module.css';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Who is to pay; both may stay empty. */
export function CustomerFields({ field, form, change }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.fields}>
      <TextField
        {...field('emailAddress')}
        help={t('smart_links.help.emailAddress')}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        value={form.emailAddress}
        maxLength={255}
        onChange={(event) => change({ emailAddress: event.currentTarget.value })}
      />
      <TextField
        {...field('telephone')}
        help={t('smart_links.help.telephone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={form.telephone}
        maxLength={60}
        onChange={(event) => change({ telephone: event.currentTarget.value })}
      />
    </div>
  );
}
