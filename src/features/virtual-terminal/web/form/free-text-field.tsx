import { useTranslation } from '#web/translate/use-translation.ts';
import type { FreeTextField } from '#features/virtual-terminal/terminal-form.ts';
import type { FieldsProps } from '#features/virtual-terminal/web/form/fields-props.ts';
import { TextField } from '#ui/form/text-field.tsx';

type Props = FieldsProps & { field: FreeTextField; help?: string; className?: string };

/** One of the form's lines of free text. */
export function FreeText({ form, change, errorOf, onLeave, field, help, className }: Props) {
  const { t } = useTranslation();
  return (
    <TextField
      className={className}
      label={t(`terminal.field.${field}`)}
      help={help}
      autoComplete="off"
      value={form[field]}
      error={errorOf(field)}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      onBlur={() => onLeave(field)}
    />
  );
}
