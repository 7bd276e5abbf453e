import type { PageView } from '#features/hosted-sessions/endpoints.ts';
import { element } from '../page/element.ts';
import type { Translate } from '../page/words.ts';
import { type Field, field, input } from './field.ts';

/** The billing address, where the merchant did not send one. */
export function addressFields(t: Translate, { countries, country }: PageView): Record<string, Field> {
  const text = (id: string, name: string, autocomplete: string, isNeeded: boolean): Field => {
    const control = input({
      name,
      autocomplete,
      maxlength: '100',
      ...(isNeeded ? { required: 'true' } : {}),
    });
    control.setAttribute('autocapitalize', 'words');
    const validate = () => (isNeeded && control.value.trim() === '' ? t(`error_${id}`) : undefined);
    return field({ id, label: t(id), control, validate });
  };
  const names = new Intl.DisplayNames([document.documentElement.lang, 'en'], { type: 'region' });
  const sorted = countries
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, document.documentElement.lang));
  const select = element('select', { name: 'country', autocomplete: 'billing country', required: true });
  for (const [code, name] of [['', ''] as const, ...sorted])
    select.append(element('option', { value: code }, name));
  select.value = country;
  return {
    line1: text('line1', 'address', 'billing address-line1', true),
    city: text('city', 'city', 'billing address-level2', false),
    postcode: text('postcode', 'postcode', 'billing postal-code', true),
    countryCode: field({
      id: 'country',
      label: t('country'),
      control: select,
      validate: () => (select.value === '' ? t('error_country') : undefined),
    }),
  };
}
