import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { isPendingApproval } from '#web/call/approval.ts';
import { useSend } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeRule, changeTerritoryRule, deleteRule } from '../../endpoints.ts';
import type { AnyRuleView, ConfirmedImpact } from '../../schemas.ts';
import { ActivationGuard } from '../impact/activation-guard.tsx';
import { toConfirmed } from '../impact/use-save-guard.tsx';
import { bodyOfRule, bodyOfTerritoryRule, toDraftRule, toRuleContent } from '../rule-content.ts';

export type LifetimeAction = 'activate' | 'deactivate' | 'delete';

interface Asked {
  action: LifetimeAction;
  rule: AnyRuleView;
}

/** Queries that show rules; a change makes them load again. */
const ruleQueries = ['listRules', 'listTerritoryRules', 'getRule', 'getRuleVersions'];

export function useForgetRules(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const name of ruleQueries) void queries.invalidateQueries({ queryKey: [name] });
  };
}

/** Activates, deactivates and deletes rules, each after a question; a failure opens a dialog that names the rule. */
export function useLifetimeActions(onDone: (action: LifetimeAction) => void): {
  ask: (asked: Asked) => void;
  dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const forget = useForgetRules();
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setIsOpen] = useState(false);
  const [failed, setFailed] = useState<Asked>();
  const change = useSend(changeRule, { isHandledHere: true });
  const changeTerritory = useSend(changeTerritoryRule, { isHandledHere: true });
  const remove = useSend(deleteRule, { isHandledHere: true });

  async function send({ action, rule }: Asked, confirmed?: ConfirmedImpact): Promise<void> {
    const { ruleId, version } = rule;
    const path = { ruleId, orgId: organisation.selectedParentOrgId };
    const lifetimeAction = action.toUpperCase();
    if (action === 'delete') await remove.mutateAsync({ path });
    else if (rule.ruleType === 'rule')
      await change.mutateAsync({
        path: { ...path, lifetimeAction },
        body: { ...bodyOfRule(rule), version, ...(confirmed ? { confirmed } : {}) },
      });
    else
      await changeTerritory.mutateAsync({
        path: { ...path, action: lifetimeAction },
        body: { ...bodyOfTerritoryRule(rule), version, ...(confirmed ? { confirmed } : {}) },
      });
  }
  async function confirm(confirmed?: ConfirmedImpact): Promise<void> {
    if (asked === undefined) return;
    try {
      await send(asked, confirmed);
      onDone(asked.action);
    } catch (error) {
      if (!isPendingApproval(error)) setFailed(asked);
    }
    setIsOpen(false);
    forget();
  }
  /** Activates the rule as a test of its action, which changes no payment. */
  async function testFirst(rule: AnyRuleView): Promise<void> {
    const isTest = rule.action === 'Ignore';
    const action = 'Ignore' as const;
    const actionToTest = isTest ? rule.actionToTest : (rule.action.replace('Territory', '') as 'Block');
    const { ruleId, version } = rule;
    const orgId = organisation.selectedParentOrgId;
    const update = { lifetimeAction: 'UPDATE', action: 'UPDATE', ruleId, orgId };
    try {
      const test = { ...rule, action, actionToTest, deferFinalAction: undefined, deferWaitPeriod: undefined };
      if (test.ruleType === 'rule')
        await change.mutateAsync({ path: update, body: { ...bodyOfRule(test), version } });
      else
        await changeTerritory.mutateAsync({ path: update, body: { ...bodyOfTerritoryRule(test), version } });
      await send({ action: 'activate', rule: { ...test, version: version + 1 } });
      onDone('activate');
    } catch (error) {
      if (!isPendingApproval(error)) setFailed({ action: 'activate', rule });
    }
    setIsOpen(false);
    forget();
  }
  const name = asked?.rule.name ?? '';
  const dialogs = (
    <>
      {isOpen && asked?.action === 'activate' && (
        <ActivationGuard
          orgId={organisation.selectedParentOrgId}
          name={name}
          rule={toDraftRule(toRuleContent(asked.rule))}
          ruleId={asked.rule.ruleId}
          onConfirm={(measured) => confirm(measured && toConfirmed(measured))}
          onTestFirst={() => void testFirst(asked.rule)}
          onCancel={() => setIsOpen(false)}
        />
      )}
      <ConfirmDialog
        isOpen={isOpen && asked?.action !== 'activate'}
        title={t(`rules.ask.${asked?.action ?? 'activate'}.title`, { name })}
        confirmLabel={t(`rules.ask.${asked?.action ?? 'activate'}.confirm`)}
        isDangerous={asked?.action === 'delete'}
        onConfirm={() => confirm()}
        onCancel={() => setIsOpen(false)}
      >
        {t(`rules.ask.${asked?.action ?? 'activate'}.text`)}
      </ConfirmDialog>
      <Dialog
        isOpen={failed !== undefined}
        onClose={() => setFailed(undefined)}
        title={t('rules.change_failed.title')}
        actions={<Button onClick={() => setFailed(undefined)}>{t('rules.change_failed.close')}</Button>}
      >
        {t(`rules.change_failed.${failed?.action ?? 'activate'}`, { name: failed?.rule.name ?? '' })}
      </Dialog>
    </>
  );
  return {
    ask: (next) => {
      setAsked(next);
      setIsOpen(true);
    },
    dialogs,
  };
}
