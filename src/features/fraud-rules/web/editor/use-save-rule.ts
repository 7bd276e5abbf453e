import { useState } from 'react';
import { isPendingApproval } from '#web/call/approval.ts';
import { CallFailure, toFailure } from '#web/call/call-failure.ts';
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
import { useForgetRules } from '../manager/use-lifetime-actions.tsx';

interface Target {
  orgId: number;
  stored: AnyRuleView | undefined;
}

interface Saved {
  active: boolean;
  version: number | undefined;
  confirmed: ConfirmedImpact | undefined;
}

type Body = never;

/** Creates or updates a rule. A conflict loads what the other user saved. */
export function useSaveRule({ orgId, stored }: Target) {
  const forget = useForgetRules();
  const options = { handlesOwnErrors: true };
  const create = useSend(createRule, options);
  const createTerritory = useSend(createTerritoryRule, options);
  const update = useSend(changeRule, options);
  const updateTerritory = useSend(changeTerritoryRule, options);
  const [failure, setFailure] = useState<CallFailure>();
  const [hasDeferError, setHasDeferError] = useState(false);
  const [conflict, setConflict] = useState<AnyRuleView>();

  function forgetFailure(): void {
    setFailure(undefined);
    setHasDeferError(false);
  }
  async function send(content: RuleContent, { active, version, confirmed }: Saved): Promise<unknown> {
    const { ruleType, ...body } = normaliseRule(content);
    const isRule = ruleType === 'rule';
    const shown = confirmed ? { confirmed } : {};
    if (stored === undefined) {
      const input = { path: { orgId }, body: { ...body, active, ...shown } as Body };
      return isRule ? create.mutateAsync(input) : createTerritory.mutateAsync(input);
    }
    const path = { ruleId: stored.ruleId, orgId };
    const changed = { ...body, version, ...shown } as Body;
    return isRule
      ? update.mutateAsync({ path: { ...path, lifetimeAction: 'UPDATE' }, body: changed })
      : updateTerritory.mutateAsync({ path: { ...path, action: 'UPDATE' }, body: changed });
  }
  /** Whether the rule was saved. */
  async function save(content: RuleContent, saved: Saved): Promise<boolean> {
    forgetFailure();
    setConflict(undefined);
    try {
      await send(content, saved);
      forget();
      return true;
    } catch (error) {
      if (isPendingApproval(error)) return false;
      const code = error instanceof CallFailure ? error.code : '';
      if (code === 'validation_defer_error') setHasDeferError(true);
      else if (code === 'RULE_CHANGED' && stored !== undefined) await loadConflict(stored.ruleId);
      else setFailure(toFailure(error));
      return false;
    }
  }
  async function loadConflict(ruleId: number): Promise<void> {
    try {
      setConflict(await callUntil(getRule, { path: { ruleId, orgId }, query: {} }, undefined));
    } catch (error) {
      setFailure(toFailure(error));
    }
  }
  const isSaving =
    create.isPending || createTerritory.isPending || update.isPending || updateTerritory.isPending;
  return { save, isSaving, failure, hasDeferError, conflict, forgetFailure };
}
