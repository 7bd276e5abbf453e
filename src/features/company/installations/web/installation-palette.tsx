import { IconBuildingStore } from '@tabler/icons-react';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { callUntil } from '#web/call/call.ts';
import { isNameLike, maxNamed, type PaletteSource } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { listInstallations } from '../endpoints.ts';

/** The permissions to open an installation. */
const viewers = ['P_VIEW_INSTALLATION', 'P_MANAGE_INSTALLATION'] as const;

const isId = (typed: string): boolean => /^\d{4,9}$/.test(typed);

/** Installations by a part of their name or of the merchant's, or by their id. */
export const installationPalette: PaletteSource = {
  name: 'installations',
  canFind: (typed, { session }) =>
    (isNameLike(typed) || isId(typed)) && isAllowed(session, { to: listInstallations, anyOf: viewers }),
  find: async (typed, { session, t }, signal) => {
    const input = {
      path: { orgId: session.organisation.selectedParentOrgId },
      query: { text: typed, offset: 0, pageSize: maxNamed },
    };
    const { items } = await callUntil(listInstallations, input, signal);
    return items.map(({ installationId, name, merchantName, isActive }) => ({
      id: `installation ${installationId}`,
      icon: <IconBuildingStore size={18} aria-hidden />,
      label: name,
      detail: `${merchantName} · ${installationId}`,
      end: isActive ? undefined : <StatusBadge tone="neutral" label={t('installations.deactivated')} />,
      go: paths.installation(installationId),
    }));
  },
};
