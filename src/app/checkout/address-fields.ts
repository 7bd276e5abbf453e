import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import type { PayerAddress } from '#features/payments/hosted-sessions/payer-address.ts';
import { countryName, guessCountry, hasPostcodes } from './countries.ts';
import { type Field, field, input } from './field.ts';
import { element } from './page/element.ts';
import { pageLocale } from './page/money.ts';
import type { Translate } from './page/texts.ts';

export interface AddressFields {
  box: HTMLElement;
  /** In their order on the page. */
  all: Field[];
  postcode: Field;
  /** Chooses a country that the payer has not chosen and the merchant has not sent. */
  suggest(country: string): void;
  read(): Record<string, string>;
}

/** The billing address, if the merchant sent none. */
export function addressFields(t: Translate, view: PageView, asked: PayerAddress): AddressFields {
  const country = countryField(t, view);
  const select = country.control;
  const postcode = postcodeField(t, () => hasPostcodes(select.value));
  const updatePostcode = () =>
    postcode.relabel(hasPostcodes(select.value) ? t('postcode') : t('optional', { label: t('postcode') }));
  let isChosen = view.isCountryKnown;
  select.addEventListener('change', () => {
    isChosen = true;
    updatePostcode();
  });
  updatePostcode();
  const line1 = lineField(t, { id: 'line1', name: 'address', autocomplete: 'billing address-line1' });
  const city = lineField(t, {
    id: 'city',
    name: 'city',
    autocomplete: 'billing address-level2',
    isOptional: true,
  });
  const fields: Record<string, Field> =
    asked === 'FULL' ? { line1, city, postcode, countryCode: country } : { countryCode: country, postcode };
  const legend = element('legend', {}, t('address'));
  return {
    box:
      asked === 'FULL'
        ? element(
            'fieldset',
            { class: 'address' },
            legend,
            line1.box,
            element('div', { class: 'pair' }, city.box, postcode.box),
            country.box,
          )
        : element('fieldset', { class: 'address' }, legend, country.box, postcode.box),
    all: Object.values(fields),
    postcode,
    suggest(suggested) {
      if (isChosen || !view.countries.includes(suggested)) return;
      select.value = suggested;
      country.setError(undefined);
      updatePostcode();
    },
    read: () =>
      Object.fromEntries(Object.entries(fields).map(([name, { control }]) => [name, control.value.trim()])),
  };
}

interface LineParts {
  id: string;
  name: string;
  autocomplete: string;
  isOptional?: boolean;
}

function lineField(t: Translate, { id, name, autocomplete, isOptional = false }: LineParts): Field {
  const control = input({
    name,
    autocomplete,
    maxlength: '100',
    ...(isOptional ? {} : { required: 'true' }),
  });
  control.setAttribute('autocapitalize', 'words');
  const validate = () => (!isOptional && control.value.trim() === '' ? t(`error_${id}`) : undefined);
  return field({ id, label: isOptional ? t('optional', { label: t(id) }) : t(id), control, validate });
}

function postcodeField(t: Translate, isNeeded: () => boolean): Field {
  const control = input({ name: 'postcode', autocomplete: 'billing postal-code', maxlength: '20' });
  control.setAttribute('autocapitalize', 'characters');
  const validate = () => {
    const typed = control.value.trim();
    const isValid = typed === '' ? !isNeeded() : /^[\p{L}\p{M}\p{N} -]+$/u.test(typed);
    return isValid ? undefined : t('error_postcode');
  };
  return field({ id: 'postcode', label: t('postcode'), control, validate });
}

/** Begins with a guess, which the payer sees and can change. */
function countryField(t: Translate, view: PageView): Field {
  const locale = pageLocale();
  const sorted = view.countries
    .map((code) => [code, countryName(code, locale, t)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, locale));
  const select = element('select', { name: 'country', autocomplete: 'billing country', required: true });
  for (const [code, name] of [['', ''] as const, ...sorted])
    select.append(element('option', { value: code }, name));
  select.value = guessCountry(view, locale);
  return field({
    id: 'country',
    label: t('country'),
    control: select,
    validate: () => (select.value === '' ? t('error_country') : undefined),
  });
}
