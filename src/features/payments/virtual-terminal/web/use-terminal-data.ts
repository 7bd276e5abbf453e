import { getTerminalConfiguration, isQueueEnabled, listTerminalInstallations } from '../endpoints.ts';
import type { TerminalConfiguration } from '../terminal-form.ts';
import { useCall } from '#web/call/use-call.ts';
import { installationChoices } from '#web/format/installation-choices.ts';
import { useSignedIn } from '#web/session/session-store.ts';

export type TerminalData = ReturnType<typeof useTerminalData>;

/** The terminal's data: installations, the configuration of the chosen one, and whether the queue is on. */
export function useTerminalData(chosen: string | null, last: string | undefined) {
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const list = useCall(listTerminalInstallations, { path: { orgId } }, { handlesOwnErrors: true });
  const isThere = (id: string | undefined) =>
    list.data?.some((installation) => String(installation.id) === id) === true;
  // Preselects the installation of the last session (docs/domain.md#virtual-terminal).
  const installation = chosen ?? (last !== undefined && isThere(last) ? last : null);
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
