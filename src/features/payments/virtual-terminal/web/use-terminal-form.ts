import { companyNow } from '#web/session/shown-clock.ts';
import { useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { scheduleErrors } from '#features/payments/schedules/schedule-form.ts';
import { useForm } from '#web/form/use-form.ts';
import { currentZone } from '#web/format/current-zone.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useCall } from '#web/call/use-call.ts';
import { installationChoices } from '#web/format/installation-choices.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import {
  terminalErrors,
  type TerminalConfiguration,
  type TerminalForm,
  emptyTerminalForm,
  type LastChoice,
  adaptToConfiguration,
  nextForm,
  withInstallation,
} from '../terminal-form.ts';
import { getTerminalConfiguration, isQueueEnabled, listTerminalInstallations } from '../endpoints.ts';

export type TerminalFormState = ReturnType<typeof useTerminalForm>;

/** The form and the data that it depends on. Its values fit the configuration of the chosen installation. */
export function useTerminalForm(
  last: LastChoice | undefined,
  onSubmit: (form: TerminalForm, configuration: TerminalConfiguration) => Promise<void>,
) {
  const { t } = useTranslation();
  const [today] = useState(() => zonedDate(companyNow(), currentZone()));
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
  const data = useTerminalData(form.values.installation, last?.installation);
  function adapt(typed: TerminalForm): TerminalForm {
    const chosen = { ...typed, installation: data.installation };
    return data.configuration === undefined ? chosen : adaptToConfiguration(chosen, data.configuration, last);
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
    /** Keeps what the payments of a series share. */
    next(): void {
      form.reset();
      form.change(nextForm(values));
    },
  };
}

export type TerminalData = ReturnType<typeof useTerminalData>;

/** The terminal's data: installations, the configuration of the chosen one, and whether the queue is on. */
function useTerminalData(chosen: string | null, last: string | undefined) {
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const list = useCall(listTerminalInstallations, { path: { orgId } }, { handlesOwnErrors: true });
  const isThere = (id: string | undefined) =>
    list.data?.some((installation) => String(installation.id) === id) === true;
  // Preselects the installation of the last session, and an only one (docs/domain.md#virtual-terminal).
  const [first, ...others] = list.data ?? [];
  const only = first === undefined || others.length > 0 ? null : String(first.id);
  const installation = chosen ?? (last !== undefined && isThere(last) ? last : only);
  const configured = useCall(
    getTerminalConfiguration,
    { path: { installationId: installation ?? '' } },
    { enabled: installation !== null, handlesOwnErrors: true },
  );
  // A failed request means that the queue is off (docs/domain.md#virtual-terminal).
  const queue = useCall(isQueueEnabled, { path: { orgId } }, { handlesOwnErrors: true });
  const configuration: TerminalConfiguration | undefined =
    installation === null || configured.error !== null ? undefined : configured.data;
  return {
    installations: list.data,
    installation,
    isLastGone: last !== undefined && list.data !== undefined && !isThere(last),
    choices: installationChoices(list.data ?? []),
    configuration,
    isLoading: list.isPending,
    isConfigurationLoading: installation !== null && configured.isPending,
    isQueueEnabled: queue.data?.enabled ?? false,
    listFailure: list.isFetching ? null : list.error,
    configurationFailure: installation === null || configured.isFetching ? null : configured.error,
    retryList: () => void list.refetch(),
    retryConfiguration: () => void configured.refetch(),
  };
}
