import { useMemo } from 'react';
import { countryList } from '#shared/countries.ts';
import { currencies } from '#shared/currencies.ts';
import { CategoryField } from '#features/company/installations/web/category-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type BusinessForm, currencyOf } from '../business-form.ts';

interface Props {
  values: BusinessForm;
  error: (field: keyof BusinessForm) => string | undefined;
  onChange: (part: Partial<BusinessForm>) => void;
}

/** Country, currency and category of a business. */
export function BusinessFields({ values, error, onChange }: Props) {
  const { t, language } = useTranslation();
  const choices = useMemo(() => {
    const countries = new Intl.DisplayNames([language], { type: 'region' });
    const money = new Intl.DisplayNames([language], { type: 'currency' });
    const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label, language);
    return {
      countries: countryList()
        .map(({ alpha2 }) => ({ value: alpha2, label: countries.of(alpha2) ?? alpha2 }))
        .toSorted(byLabel),
      currencies: currencies().map((code) => ({ value: code, label: `${code} · ${money.of(code) ?? code}` })),
    };
  }, [language]);
  return (
    <>
      <div className="pair">
        <SelectField
          label={t('setup.country')}
          searchable
          autoComplete="off"
          limit={300}
          choices={choices.countries}
          value={values.country === '' ? null : values.country}
          error={error('country')}
          onChange={(country) =>
            onChange({ country: country ?? '', currency: currencyOf(country ?? '') || values.currency })
          }
        />
        <SelectField
          label={t('setup.currency')}
          searchable
          autoComplete="off"
          limit={300}
          choices={choices.currencies}
          value={values.currency === '' ? null : values.currency}
          error={error('currency')}
          onChange={(currency) => onChange({ currency: currency ?? '' })}
        />
      </div>
      <CategoryField value={values.mcc} error={error('mcc')} onChange={(mcc) => onChange({ mcc })} />
    </>
  );
}
