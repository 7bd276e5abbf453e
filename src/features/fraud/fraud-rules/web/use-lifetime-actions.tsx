import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { isPendingApproval } from '#web/call/approval.ts';
import { useSend } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeRule, changeTerritoryRule, deleteRule } from '../endpoints.ts';
import type { AnyRuleView, ConfirmedImpact } from '../schemas.ts';
import { ActivationGuard } from './impact/guard-dialog.tsx';
import { toConfirmed } from './impact/use-save-guard.tsx';
import { bodyOfRule, bodyOfTerritoryRule, toDraftRule, toRuleContent } from './rule-content.ts';

export type LifetimeAction = 'activate' | 'deactivate' | 'delete';

interface PendingAction {
  action: LifetimeAction;
  rule: AnyRuleView;
}
interface Failed extends PendingAction {
  failure: CallFailure;
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
  requestAction: (pending: PendingAction) => void;
  dialogs: ReactNode;
} {
  const { selectedParentOrgId: orgId } = useSignedIn().organisation;
  const forget = useForgetRules();
  const calls = useLifetimeCalls(orgId);
  const [pending, setPending] = useState<PendingAction>();
  const [isOpen, setIsOpen] = useState(false);
  const [failed, setFailed] = useState<Failed>();
  const close = (): void => setIsOpen(false);

  async function attempt(next: PendingAction, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
      onDone(next.action);
    } catch (error) {
      if (!isPendingApproval(error)) setFailed({ ...next, failure: toFailure(error) });
    }
    close();
    forget();
  }
  const confirm = (next: PendingAction, confirmed?: ConfirmedImpact): Promise<void> =>
    attempt(next, () => calls.send(next, confirmed));
  const dialogs = (
    <>
      {isOpen && pending?.action === 'activate' && (
        <ActivationGuard
          orgId={orgId}
          name={pending.rule.name}
          rule={toDraftRule(toRuleContent(pending.rule))}
          ruleId={pending.rule.ruleId}
          onConfirm={(measured) => confirm(pending, measured && toConfirmed(measured))}
          onTestFirst={() => void attempt(pending, () => calls.activateAsTest(pending.rule))}
          onCancel={close}
        />
      )}
      <ConfirmationDialog
        isOpen={isOpen && pending?.action !== 'activate'}
        pending={pending}
        onConfirm={async () => pending && confirm(pending)}
        onCancel={close}
      />
      <FailureDialog failed={failed} onClose={() => setFailed(undefined)} />
    </>
  );
  return {
    requestAction: (next) => {
      setPending(next);
      setIsOpen(true);
    },
    dialogs,
  };
}

/** The calls behind the actions. Each kind of rule has its own. */
function useLifetimeCalls(orgId: number) {
  const change = useSend(changeRule, { handlesOwnErrors: true });
  const changeTerritory = useSend(changeTerritoryRule, { handlesOwnErrors: true });
  const remove = useSend(deleteRule, { handlesOwnErrors: true });

  function update(rule: AnyRuleView, action: string, confirmed?: ConfirmedImpact): Promise<unknown> {
    const { ruleId, version } = rule;
    const more = { version, confirmed };
    return rule.ruleType === 'rule'
      ? change.mutateAsync({
          path: { ruleId, orgId, lifetimeAction: action },
          body: { ...bodyOfRule(rule), ...more },
        })
      : changeTerritory.mutateAsync({
          path: { ruleId, orgId, action },
          body: { ...bodyOfTerritoryRule(rule), ...more },
        });
  }
  function send({ action, rule }: PendingAction, confirmed?: ConfirmedImpact): Promise<unknown> {
    return action === 'delete'
      ? remove.mutateAsync({ path: { ruleId: rule.ruleId, orgId } })
      : update(rule, action.toUpperCase(), confirmed);
  }
  /** Activates the rule as a test of its action, which changes no payment. */
  async function activateAsTest(rule: AnyRuleView): Promise<void> {
    const test = asTestedRule(rule);
    await update(test, 'UPDATE');
    await send({ action: 'activate', rule: { ...test, version: rule.version + 1 } });
  }
  return { send, activateAsTest };
}

function asTestedRule(rule: AnyRuleView): AnyRuleView {
  const isTest = rule.action === 'Ignore';
  const actionToTest = isTest ? rule.actionToTest : (rule.action.replace('Territory', '') as 'Block');
  return { ...rule, action: 'Ignore', actionToTest, deferFinalAction: undefined, deferWaitPeriod: undefined };
}

interface ConfirmationProps {
  isOpen: boolean;
  /** Stays while the dialog closes. */
  pending: PendingAction | undefined;
  onConfirm: () => Promise<void>;
  onCancel: () => void;
}

function ConfirmationDialog({ isOpen, pending, onConfirm, onCancel }: ConfirmationProps) {
  const { t } = useTranslation();
  const { action = 'activate', rule } = pending ?? {};
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(`rules.ask.${action}.title`, { name: rule?.name ?? '' })}
      confirmLabel={t(`rules.ask.${action}.confirm`)}
      isDangerous={action === 'delete'}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {t(`rules.ask.${action}.text`)}
    </ConfirmDialog>
  );
}

interface FailureProps {
  failed: Failed | undefined;
  onClose: () => void;
}

function FailureDialog({ failed, onClose }: FailureProps) {
  const { t } = useTranslation();
  return (
    <ResultDialog
      isOpen={failed !== undefined}
      kind="error"
      title={t('rules.change_failed.title')}
      requestId={failed?.failure.requestId}
      onClose={onClose}
    >
      <p>{t(`rules.change_failed.${failed?.action ?? 'activate'}`, { name: failed?.rule.name ?? '' })}</p>
      <p>{errorText(failed?.failure.message ?? '')}</p>
    </ResultDialog>
  );
}
