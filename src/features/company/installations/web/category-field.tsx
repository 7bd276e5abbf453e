import { useMemo, useState } from 'react';
import { filterByLabel } from '#ui/form/filter-choices.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { categoryCodes, isCategoryMatch } from '../category-codes.ts';
import { isMcc } from '../installation.ts';

interface Props {
  value: string;
  error: string | undefined;
  disabled?: boolean;
  onChange: (code: string) => void;
}

/** The category of a business, found by its name or code. A code outside the list is typed. */
export function CategoryField({ value, error, disabled = false, onChange }: Props) {
  const { t, language } = useTranslation();
  const [typed, setTyped] = useState('');
  const choices = useMemo(() => {
    const listed = categoryCodes.map((code) => ({
      value: code,
      label: `${t(`category.${code}`)} · ${code}`,
    }));
    const others = new Set([value, typed.trim()].filter((code) => isMcc(code) && !isListed(code)));
    return [
      ...listed.toSorted((a, b) => a.label.localeCompare(b.label, language)),
      ...Array.from(others, (code) => ({ value: code, label: t('category.other', { code }) })),
    ];
  }, [t, language, value, typed]);
  return (
    <SelectField
      label={t('category.label')}
      help={t('category.help')}
      placeholder={t('category.placeholder')}
      nothingFoundMessage={t('category.none')}
      searchable
      filter={filterCategories}
      autoComplete="off"
      choices={choices}
      value={value === '' ? null : value}
      error={error}
      disabled={disabled}
      onSearchChange={setTyped}
      onChange={(code) => onChange(code ?? '')}
    />
  );
}

const filterCategories = filterByLabel(isCategoryMatch);

const isListed = (code: string): boolean => categoryCodes.some((listed) => listed === code);
