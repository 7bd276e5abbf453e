import { validateName, maxLength, type NameField, type UserForm } from '#features/users/user-form.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import classes from '#features/users/web/form/user-form.module.css';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  form: UserForm;
  onChange: (part: Partial<UserForm>) => void;
  /** Fields that were left once, or all of them after a try to save. */
  shown: ReadonlySet<NameField>;
  onLeave: (field: NameField) => void;
  isNameTaken: boolean;
};

/** Names, username and status of a user. */
export function UserFields({ form, onChange, shown, onLeave, isNameTaken }: Props) {
  const { t } = useTranslation();
  function field(name: NameField) {
    const complaint = shown.has(name) ? validateName(form, name) : undefined;
    const taken = name === 'userName' && isNameTaken ? t('users.form.taken') : undefined;
    return {
      name,
      label: t(`users.column.${name}`),
      help: t(`users.form.help.${name}`),
      value: form[name],
      required: true,
      withAsterisk: false,
      maxLength: maxLength[name] + 20,
      spellCheck: false,
      error:
        complaint == null ? taken : t(`users.form.wrong.${name}.${complaint}`, { longest: maxLength[name] }),
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ [name]: event.currentTarget.value }),
      onBlur: () => onLeave(name),
    };
  }
  return (
    <div className={classes.fields}>
      <TextField {...field('firstName')} autoComplete="off" />
      <TextField {...field('lastName')} autoComplete="off" />
      <div className={classes.wide}>
        <TextField {...field('userName')} type="email" inputMode="email" autoComplete="off" />
      </div>
      <div className={classes.wide}>
        <CheckField
          label={t('users.form.active')}
          description={t('users.form.active_help')}
          isChecked={form.active}
          onChange={(active) => onChange({ active })}
        />
      </div>
    </div>
  );
}
