import { useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { scheduleErrors } from '#features/payments/schedules/form/schedule-form.ts';
import { useForm } from '#web/form/use-form.ts';
import { currentZone } from '#web/format/current-zone.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  terminalErrors,
  type TerminalConfiguration,
  type TerminalForm,
  emptyTerminalForm,
  adaptToConfiguration,
  withInstallation,
} from '../terminal-form.ts';
import { useTerminalData } from './use-terminal-data.ts';

export type TerminalFormState = ReturnType<typeof useTerminalForm>;

/** The form and the data that it depends on. Its values fit the configuration of the chosen installation. */
export function useTerminalForm(
  last: string | undefined,
  onSubmit: (form: TerminalForm, configuration: TerminalConfiguration) => Promise<void>,
) {
  const { t } = useTranslation();
  const [today] = useState(() => zonedDate(new Date(), currentZone()));
  const form = useForm({
    initial: emptyTerminalForm,
    validate: (typed) => ({
      ...terminalErrors(adapt(typed), data.configuration),
      ...scheduleErrors(adapt(typed).schedule, today),
    }),
    errorText: (error, field) =>
      error === 'required'
        ? t(`terminal.error.required.${field.replace('fsd.', '')}`)
        : t(`terminal.error.${error}`),
    async send(typed) {
      if (data.configuration !== undefined) await onSubmit(adapt(typed), data.configuration);
    },
  });
  const data = useTerminalData(form.values.installation, last);
  function adapt(typed: TerminalForm): TerminalForm {
    const chosen = { ...typed, installation: data.installation };
    return data.configuration === undefined ? chosen : adaptToConfiguration(chosen, data.configuration);
  }
  const values = adapt(form.values);
  return {
    ...form,
    data,
    values,
    /** The values as they were typed. */
    typed: form.values,
    change: (part: Partial<TerminalForm>): void => form.change({ ...values, ...part }),
    choose(installation: string | null): void {
      form.hideErrors();
      form.change(withInstallation(values, installation));
    },
  };
}
