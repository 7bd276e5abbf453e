import { SelectField } from '#ui/form/select-field.tsx';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import { TextSearch, textChips } from '#web/list-screen/text-search.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type UserStatus, type UsersSearch, maxSearchText, userStatuses } from '../users-search.ts';

type Filter = Pick<UsersSearch, 'text' | 'status'>;

interface Props {
  search: UsersSearch;
  onSearch: (filter: Filter) => void;
}

/** A part of the name or email, and the status. */
export function UsersFilter({ search: { text, status }, onSearch }: Props) {
  const { t } = useTranslation();
  return (
    <TextSearch
      key={text}
      label={t('users.search_text')}
      text={text}
      maxLength={maxSearchText}
      onSearch={(next) => onSearch({ text: next, status })}
    >
      <SelectField
        label={t('users.column.active')}
        choices={[
          { value: '', label: t('users.every_status') },
          ...userStatuses.map((userStatus) => ({ value: userStatus, label: t(`users.${userStatus}`) })),
        ]}
        value={status ?? ''}
        onChange={(next) => onSearch({ text, status: next ? (next as UserStatus) : undefined })}
      />
    </TextSearch>
  );
}

/** One chip a filter. */
export function userChips(
  { text, status }: UsersSearch,
  t: Translate,
  change: (filter: Filter) => void,
): FilterChip[] {
  const chips = textChips(t('users.search_text'), text, () => change({ text: undefined, status }));
  if (status !== undefined) {
    const label = `${t('users.column.active')}: ${t(`users.${status}`)}`;
    chips.push({ id: 'status', label, onRemove: () => change({ text, status: undefined }) });
  }
  return chips;
}
