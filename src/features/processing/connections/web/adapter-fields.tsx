import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { AdapterView } from '../schemas.ts';

interface Props {
  fields: AdapterView['settings'];
  values: Readonly<Record<string, string>>;
  /** The text of a field's error. */
  error: (name: string) => string | undefined;
  disabled?: boolean;
  onChange: (values: Record<string, string>) => void;
}

/** The fields that an adapter asks for. Their labels are those of the processor's own pages, in English. */
export function AdapterFields({ fields, values, error, disabled = false, onChange }: Props) {
  const change = (name: string, value: string): void => onChange({ ...values, [name]: value });
  return fields.map(({ name, label, kind, required, choices, maxLength }) =>
    kind === 'choice' ? (
      <SelectField
        key={name}
        label={label}
        isOptional={!required}
        value={values[name] ?? null}
        choices={choices.map((value) => ({ value, label: value }))}
        clearable={!required}
        disabled={disabled}
        error={error(name)}
        onChange={(value) => change(name, value ?? '')}
      />
    ) : (
      <TextField
        key={name}
        name={name}
        label={label}
        isOptional={!required}
        value={values[name] ?? ''}
        maxLength={maxLength}
        inputMode={kind === 'https-url' ? 'url' : undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        error={error(name)}
        onChange={(event) => change(name, event.currentTarget.value)}
      />
    ),
  );
}

/** The first required field without a value. */
export const missingField = (
  fields: AdapterView['settings'],
  values: Readonly<Record<string, string>>,
): string | undefined =>
  fields.find(({ name, required }) => required && (values[name] ?? '').trim() === '')?.name;
