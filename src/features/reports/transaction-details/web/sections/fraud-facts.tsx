import { useState } from 'react';
import type { TransactionDetails } from '../../schemas.ts';
import { rulesOutcome } from '../../rules-outcome.ts';
import classes from '../details-screen.module.css';
import { type Fact, Facts } from './facts.tsx';
import { riskStopText } from '../risk-stop-text.ts';
import { useDetailsFormat } from '../use-details-format.ts';
import type { RulesServiceResult } from '../../detail-parts.ts';
import { useRuleTexts } from '#features/fraud/fraud-rules/web/use-sentence-labels.ts';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import type { GridColumn, GridSort } from '#ui/grid/grid-column.ts';
import { type Paging, PagingBar } from '#ui/grid/paging-bar.tsx';
import { Allowed } from '#web/session/allowed.tsx';
import { withAllTexts } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listRules } from '#features/fraud/fraud-rules/endpoints.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { useAddress } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { detailsSearch } from '../../details-search.ts';

interface Props {
  transaction: TransactionDetails;
}

/** FraudGuard counts and rule results, each with its permission. */
export function FraudFacts({ transaction }: Props) {
  return (
    <div className={classes.parts}>
      <Allowed anyOf={['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES']}>
        <RulesFacts transaction={transaction} />
      </Allowed>
      <Allowed anyOf={['P_VIEW_FRAUDGUARD']}>
        <FraudGuardFacts transaction={transaction} />
      </Allowed>
    </div>
  );
}

function RulesFacts({ transaction }: Props) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const { rulesServiceResult: result, decisionDetails, riskStop } = transaction;
  const { decision, action, deferral, isDefaultAction } = rulesOutcome(result);
  const [explained, setExplained] = useState<Explained>();
  const label = decision === 'decided' ? format.value(action) : t(`details.rules.${decision}`);
  const outcome = [label, deferral].filter((part) => part !== null).join(', ');
  return (
    <>
      <Facts
        facts={[
          ['outcome', isDefaultAction ? `${outcome} (${t('details.rules.default_action')})` : outcome],
          ['decision_reason', format.value(decisionDetails?.decisionReason)],
          ['risk_stop', riskStop && riskStopText(riskStop, t)],
        ]}
      />
      {result !== null && result.triggeredRules.length > 0 && (
        <TriggeredRules rules={result.triggeredRules} onOpen={setExplained} />
      )}
      <ExplainAnyRule
        transactionId={transaction.transactionId}
        openedRule={explained}
        onOpen={setExplained}
      />
    </>
  );
}

function FraudGuardFacts({ transaction }: Props) {
  const { t } = useTranslation();
  const guard = transaction.fraudGuardInformation;
  const morphing = (['address', 'email', 'card', 'ip'] as const).map((attribute): Fact => [
    `morphing_${attribute}`,
    guard?.identityMorphing[attribute],
    true,
  ]);
  return (
    <Facts
      facts={[
        ['fg_score', guard === null ? null : `${guard.fraudGuardScore} / 100`, true],
        ['fg_advice', guard === null ? null : t(`details.band.${guard.fraudGuardMessage}`)],
        ['via_ip', guard?.activityViaIpLast24Hours, true],
        ['on_card', guard?.activityOnCardLast24Hours, true],
        ...morphing,
        ['proxy_risk', guard?.openProxyRisk, true],
      ]}
    />
  );
}

type Rule = RulesServiceResult['triggeredRules'][number];

const pageSizes = [5, 25, 50, 100];

/**
 * The triggered rules, paged and sorted in the browser. Columns share spare room by width, so these keep 20,
 * 65 and 15 per cent (docs/domain.md#transaction-details), also in a scrolling grid.
 */
function TriggeredRules({ rules, onOpen }: { rules: Rule[]; onOpen: (rule: Rule) => void }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const texts = useRuleTexts(rules);
  const [paging, setPaging] = useState<Paging>({ offset: 0, pageSize: 5 });
  const [sort, setSort] = useState<GridSort>();
  const columns: GridColumn<Rule>[] = [
    {
      id: 'rule_name',
      header: t('details.field.rule_name'),
      text: (rule) => rule.ruleName,
      width: 160,
      isSortable: true,
      card: 'title',
    },
    {
      id: 'rule_text',
      header: t('details.field.rule_text'),
      text: ({ ruleId }) => texts.get(ruleId) ?? t('details.rules.no_description'),
      width: 520,
      maxWidth: 900,
      isSortable: true,
      card: 'subtitle',
    },
    {
      id: 'rule_action',
      header: t('details.field.rule_action'),
      text: (rule) => format.value(rule.action ?? rule.actionToTest) ?? '',
      width: 120,
      minWidth: 120,
      isSortable: true,
      card: 'status',
    },
  ];
  const by = columns.find(({ id }) => id === sort?.field);
  const order = sort?.direction === 'desc' ? -1 : 1;
  const sorted =
    by === undefined ? rules : rules.toSorted((a, b) => order * by.text(a).localeCompare(by.text(b)));
  return (
    <div className={classes.related}>
      <DataGrid
        label={t('details.rules.triggered')}
        columns={columns}
        rows={sorted.slice(paging.offset, paging.offset + paging.pageSize)}
        rowId={(rule) => rule.ruleId}
        visibleRows={5}
        onOpen={onOpen}
        sort={sort}
        onSort={setSort}
      />
      <PagingBar
        label={t('details.rules.triggered')}
        paging={paging}
        total={rules.length}
        onChange={setPaging}
        pageSizes={pageSizes}
      />
    </div>
  );
}

const ExplainPanel = lazyMount(async () => (await withAllTexts(import('./explain-panel.tsx'))).ExplainPanel);

type Explained = Pick<RulesServiceResult['triggeredRules'][number], 'ruleId' | 'ruleName'>;

/** One page of the rule manager. Typing narrows the choice by name. */
const maxRules = '100';

interface ExplainAnyRuleProps {
  transactionId: string;
  /** A rule that was opened elsewhere on the page. */
  openedRule: Explained | undefined;
  onOpen: (rule: Explained | undefined) => void;
}

/** Explains a triggered rule, the rule of the address, or any other: why it matched the transaction, or why it didn't. */
function ExplainAnyRule({ transactionId, openedRule, onOpen }: ExplainAnyRuleProps) {
  const { t } = useTranslation();
  const { explain } = useAddress(detailsSearch);
  const [isClosed, setIsClosed] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const [name, setName] = useState('');
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const query = { orgId, limit: maxRules, 'ruleSearch.name': name === '' ? undefined : name };
  const { data } = useCall(
    listRules,
    { query },
    { enabled: isChoosing, placeholderData: (previous) => previous },
  );
  const rules = data?.rules ?? [];
  const fromAddress = explain !== undefined && !isClosed ? { ruleId: explain, ruleName: '' } : undefined;
  const explained = openedRule ?? fromAddress;
  return (
    <>
      <SelectField
        label={t('explain.any')}
        placeholder={t('explain.choose')}
        choices={rules.map(({ ruleId, name: label }) => ({ value: String(ruleId), label }))}
        value={null}
        searchable
        searchValue={name}
        onSearchChange={setName}
        onDropdownOpen={() => setIsChoosing(true)}
        onChange={(ruleId) => {
          const chosen = rules.find((rule) => String(rule.ruleId) === ruleId);
          if (chosen) onOpen({ ruleId: String(chosen.ruleId), ruleName: chosen.name });
        }}
        nothingFoundMessage={data ? t('explain.no_rule') : undefined}
        maw={360}
      />
      <ExplainPanel
        transactionId={transactionId}
        rule={explained}
        isOpen={explained !== undefined}
        onClose={() => {
          onOpen(undefined);
          setIsClosed(true);
        }}
      />
    </>
  );
}
