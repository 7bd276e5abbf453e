import { IconShieldCheck, IconWorld } from '@tabler/icons-react';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { callUntil } from '#web/call/call.ts';
import {
  isNameLike,
  maxNamed,
  type PaletteContext,
  type PaletteEntry,
  type PaletteSource,
} from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { isAtOwnDomain } from '#web/session/session.ts';
import { listRules, listTerritoryRules } from '../endpoints.ts';
import type { AnyRuleView } from '../schemas.ts';

const query = (name: string) => ({ limit: String(maxNamed), startFrom: '1', 'ruleSearch.name': name });

/** Fraud rules by a part of their name. */
export const rulePalette: PaletteSource = {
  name: 'rules',
  canFind: (typed, { session }) =>
    isNameLike(typed) && !isAtOwnDomain(session) && isAllowed(session, { to: listRules, feature: 'ERE' }),
  find: async (typed, context, signal) => {
    const orgId = context.session.organisation.selectedParentOrgId;
    const input = { query: { orgId, rulesetIdentifier: 'default', ...query(typed) } };
    const { rules } = await callUntil(listRules, input, signal);
    return rules.map((rule) => toEntry(rule, context));
  },
};

/** Territory rules by a part of their name. */
export const territoryPalette: PaletteSource = {
  name: 'territories',
  canFind: (typed, { session }) =>
    isNameLike(typed) && !isAtOwnDomain(session) && isAllowed(session, { to: listTerritoryRules }),
  find: async (typed, context, signal) => {
    const { selectedParentOrgId: orgId } = context.session.organisation;
    const { rules } = await callUntil(listTerritoryRules, { path: { orgId }, query: query(typed) }, signal);
    return rules.map((rule) => toEntry(rule, context));
  },
};

function toEntry({ ruleId, ruleType, name, active }: AnyRuleView, { t }: PaletteContext): PaletteEntry {
  const isRule = ruleType === 'rule';
  const Icon = isRule ? IconShieldCheck : IconWorld;
  return {
    id: `rule ${ruleId}`,
    icon: <Icon size={18} aria-hidden />,
    label: name,
    detail: t(isRule ? 'screen.rule' : 'screen.territoryRule'),
    end: (
      <StatusBadge
        tone={active ? 'success' : 'neutral'}
        label={t(active ? 'rules.active' : 'rules.inactive')}
      />
    ),
    go: isRule ? paths.rule(ruleId) : paths.territory(ruleId),
  };
}
