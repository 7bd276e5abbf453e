import { useState } from 'react';
import { SelectField } from '#ui/form/select-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCall } from '#web/call/use-call.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getListDataFields } from '../../endpoints.ts';
import type { ListsSearch } from '../../lists-address.ts';
import { DayFilter } from '../day-filter.tsx';
import classes from '../fraud-lists.module.css';
import { type ListLabels, useListLabels } from '../use-list-labels.ts';

interface Props {
  search: ListsSearch;
  onSearch: (part: Partial<ListsSearch>) => void;
}

/** Name, field, day of the last change and hot lists. The name searches on Enter and when it is left. */
export function ListsFilter({ search, onSearch }: Props) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const { organisation } = useSignedIn();
  const path = { orgId: organisation.selectedParentOrgId };
  const fields = useCall(getListDataFields, { path }, { handlesOwnErrors: true }).data ?? [];
  const [name, setName] = useState(search.name ?? '');
  // The form has no button: a browser submits it by Enter only while it has a single field.
  function submit(): void {
    if (name.trim() !== (search.name ?? '')) onSearch({ name: name.trim() || undefined });
  }
  const choices = fields
    .map(({ dataField, displayName }) => ({ value: dataField, label: labels.field(dataField, displayName) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, labels.locale));
  return (
    <form className={classes.filter} onSubmit={(event) => event.preventDefault()} noValidate role="search">
      <TextField
        data-search
        label={t('fraud_lists.column.name')}
        value={name}
        maxLength={255}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={submit}
        onKeyDown={(event) => event.key === 'Enter' && submit()}
      />
      <SelectField
        label={t('fraud_lists.column.field')}
        choices={[{ value: '', label: t('fraud_lists.every_field') }, ...choices]}
        value={search.fieldType ?? ''}
        onChange={(field) => onSearch({ fieldType: field || undefined })}
      />
      <DayFilter
        label={t('fraud_lists.updated_on')}
        value={search.lastUpdatedTime}
        onChange={(lastUpdatedTime) => onSearch({ lastUpdatedTime })}
      />
      <SwitchField
        label={t('fraud_lists.hot_only')}
        isOn={search.hotList === 'true'}
        onChange={(isOn) => onSearch({ hotList: isOn ? 'true' : undefined })}
      />
    </form>
  );
}

export function listChips(
  { name, fieldType, lastUpdatedTime, hotList }: ListsSearch,
  t: Translate,
  labels: ListLabels,
  change: (part: Partial<ListsSearch>) => void,
): FilterChip[] {
  const chip = (id: keyof ListsSearch, label: string): FilterChip => ({
    id,
    label,
    onRemove: () => change({ [id]: undefined }),
  });
  return [
    ...(name === undefined ? [] : [chip('name', `${t('fraud_lists.column.name')}: ${name}`)]),
    ...(fieldType === undefined
      ? []
      : [chip('fieldType', `${t('fraud_lists.column.field')}: ${labels.field(fieldType)}`)]),
    ...(lastUpdatedTime === undefined
      ? []
      : [chip('lastUpdatedTime', `${t('fraud_lists.updated_on')}: ${labels.day(lastUpdatedTime)}`)]),
    ...(hotList === undefined ? [] : [chip('hotList', t('fraud_lists.hot_only'))]),
  ];
}
