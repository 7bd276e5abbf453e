import { Navigate, useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useAddress, usePathPart } from '#web/address.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useFreshCall } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getRule } from '../../endpoints.ts';
import { blankForm, copyForm, toRuleForm } from '../../rule-form.ts';
import { readRuleSearch } from '../../rules-search.ts';
import type { AnyRuleView } from '../../schemas.ts';
import { toRuleContent } from '../rule-content.ts';
import { useRuleData } from '../use-rule-data.ts';
import { BackToRules, RuleEditor } from './rule-editor.tsx';

type Kind = 'rule' | 'territoryRule';
const noLists: AnyRuleView['lists'] = [];

export const NewRuleScreen = () => <NewScreen kind="rule" />;
export const NewTerritoryScreen = () => <NewScreen kind="territoryRule" />;
export const RuleScreen = () => <StoredScreen kind="rule" isCopy={false} />;
export const TerritoryScreen = () => <StoredScreen kind="territoryRule" isCopy={false} />;
export const CopyRuleScreen = () => <StoredScreen kind="rule" isCopy />;
export const CopyTerritoryScreen = () => <StoredScreen kind="territoryRule" isCopy />;

const titles = {
  rule: { create: 'screen.newRule', copy: 'screen.copyRule', edit: 'screen.rule' },
  territoryRule: {
    create: 'screen.newTerritoryRule',
    copy: 'screen.copyTerritoryRule',
    edit: 'screen.territoryRule',
  },
} as const;

/** /rules/new, /territories/new. */
function NewScreen({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const { data, isReady, failure, retry } = useRuleData(kind);
  const title = t(titles[kind].create);
  if (failure !== null || !isReady)
    return <Waiting title={title} kind={kind} queries={[{ error: failure, refetch: retry }]} />;
  return <RuleEditor title={title} initial={blankForm(kind)} data={data} lists={noLists} />;
}

/** /rules/rule/{id}, /rules/copyRule/{id}, and the same for territories. `version` shows an earlier one. */
function StoredScreen({ kind, isCopy }: { kind: Kind; isCopy: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = usePathPart('id');
  const { version } = useAddress(readRuleSearch);
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const ruleId = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
  const loaded = useFreshCall(
    getRule,
    { path: { ruleId, orgId }, query: version === undefined ? {} : { version } },
    { enabled: ruleId > 0, retry: false },
  );
  const rule = loaded.data;
  const { data, isReady, failure, retry } = useRuleData(kind);
  const title = t(titles[kind][isCopy ? 'copy' : 'edit']);
  const isUnknown = loaded.error?.status === 404 || (rule !== undefined && rule.ruleType !== kind);
  if (ruleId === 0 || isUnknown) return <Navigate {...paths.error(404)} replace />;
  if (loaded.error?.status === 403) return <Navigate {...paths.error(403)} replace />;
  if (rule === undefined || failure !== null || !isReady) {
    return <Waiting title={title} kind={kind} queries={[loaded, { error: failure, refetch: retry }]} />;
  }
  const form = toRuleForm(toRuleContent(rule), rule.active);
  return isCopy ? (
    <RuleEditor
      key={`copy ${rule.ruleId}`}
      title={title}
      initial={copyForm(form, t('rules.copy_of'))}
      data={data}
      lists={rule.lists}
    />
  ) : (
    <RuleEditor
      key={`${rule.ruleId} ${rule.version} ${rule.active}`}
      title={rule.name}
      initial={form}
      stored={rule}
      data={data}
      lists={rule.lists}
      onReload={() => {
        if (version !== undefined)
          void navigate(kind === 'rule' ? paths.rule(ruleId) : paths.territory(ruleId));
        void loaded.refetch();
      }}
    />
  );
}

interface WaitingProps {
  title: string;
  kind: Kind;
  queries: ComponentProps<typeof LoadingPage>['queries'];
}

function Waiting({ title, kind, queries }: WaitingProps) {
  const { t } = useTranslation();
  const back = <BackToRules kind={kind} />;
  return <LoadingPage title={title} back={back} queries={queries} failed={t('rules.load_failed')} isWide />;
}
