import { useState } from 'react';
import { listRules } from '#features/fraud-rules/endpoints.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { latePart } from '#ui/overlay/late-part.tsx';
import { useAddress } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { detailsSearch } from '../../details-search.ts';
import type { RulesServiceResult } from '../../detail-parts.ts';

const ExplainPanel = latePart(async () => (await import('./explain-panel.tsx')).ExplainPanel);

export type Explained = Pick<RulesServiceResult['triggeredRules'][number], 'ruleId' | 'ruleName'>;

/** One page of the rule manager. Typing narrows the choice by name. */
const shownRules = '100';

interface Props {
  transactionId: string;
  /** A rule that was opened elsewhere on the page. */
  opened: Explained | undefined;
  onOpen: (rule: Explained | undefined) => void;
}

/** Explains a triggered rule, the rule of the address, or any other: why it matched the transaction, or why it didn't. */
export function ExplainAnyRule({ transactionId, opened, onOpen }: Props) {
  const { t } = useTranslation();
  const { explain } = useAddress(detailsSearch);
  const [isClosed, setIsClosed] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const [name, setName] = useState('');
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const query = { orgId, limit: shownRules, ...(name === '' ? {} : { 'ruleSearch.name': name }) };
  const { data } = useCall(listRules, { query }, { enabled: isChoosing, placeholderData: (known) => known });
  const rules = data?.rules ?? [];
  const ofAddress = explain !== undefined && !isClosed ? { ruleId: explain, ruleName: '' } : undefined;
  const shown = opened ?? ofAddress;
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
        rule={shown}
        isOpen={shown !== undefined}
        onClose={() => {
          onOpen(undefined);
          setIsClosed(true);
        }}
      />
    </>
  );
}
