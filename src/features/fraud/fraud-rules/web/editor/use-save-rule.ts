import { useState } from 'react';
import { isVersionConflict } from '#web/call/call-failure.ts';
import { callUntil } from '#web/call/call.ts';
import { useSend } from '#web/call/use-call.ts';
import {
  changeRule,
  changeTerritoryRule,
  createRule,
  createTerritoryRule,
  getRule,
} from '../../endpoints.ts';
import type { RuleContent } from '../../rule.ts';
import type { AnyRuleView, ConfirmedImpact } from '../../schemas.ts';
import { normaliseRule } from '../../validate-rule.ts';
import { useForgetRules } from '../use-lifetime-actions.tsx';

interface Target {
  orgId: number;
  stored: AnyRuleView | undefined;
}

interface Saved {
  active: boolean;
  /** The version that the change replaces; undefined: the stored one. */
  version: number | undefined;
  confirmed: ConfirmedImpact | undefined;
}

/** Creates or updates a rule. A conflict loads the version of the other user. */
export function useSaveRule({ orgId, stored }: Target) {
  const forget = useForgetRules();
  const options = { handlesOwnErrors: true };
  const create = useSend(createRule, options);
  const createTerritory = useSend(createTerritoryRule, options);
  const update = useSend(changeRule, options);
  const updateTerritory = useSend(changeTerritoryRule, options);
  const [conflict, setConflict] = useState<AnyRuleView>();

  async function send(content: RuleContent, { active, version, confirmed }: Saved): Promise<unknown> {
    const rule = normaliseRule(content);
    const confirmation = confirmed ? { confirmed } : {};
    if (stored === undefined) {
      const path = { orgId };
      return rule.ruleType === 'rule'
        ? create.mutateAsync({ path, body: { ...rule, active, ...confirmation } })
        : createTerritory.mutateAsync({ path, body: { ...rule, active, ...confirmation } });
    }
    const path = { ruleId: stored.ruleId, orgId };
    const changed = { version: version ?? stored.version, ...confirmation };
    return rule.ruleType === 'rule'
      ? update.mutateAsync({ path: { ...path, lifetimeAction: 'UPDATE' }, body: { ...rule, ...changed } })
      : updateTerritory.mutateAsync({ path: { ...path, action: 'UPDATE' }, body: { ...rule, ...changed } });
  }
  /** Whether the rule was saved, not in conflict with another user's change. Throws any other failure. */
  async function save(content: RuleContent, saved: Saved): Promise<boolean> {
    setConflict(undefined);
    try {
      await send(content, saved);
    } catch (error) {
      if (!isVersionConflict(error) || stored === undefined) throw error;
      const path = { ruleId: stored.ruleId, orgId };
      setConflict(await callUntil(getRule, { path, query: {} }, undefined));
      return false;
    }
    forget();
    return true;
  }
  return { save, conflict };
}
