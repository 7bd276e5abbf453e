import { currencyDigits } from '#shared/currencies.ts';
import type { LinkInstallation } from '../schemas.ts';
import { linkCurrencies, maxLinkTextLength } from '../link-rules.ts';
import type { LinkFormState } from './use-link-form.ts';
import classes from './smart-links.module.css';
import { AmountField } from '#ui/form/amount-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { type ChoiceGroup, SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  form: LinkFormState;
  installations: readonly LinkInstallation[];
}

/** Installation, amount, reference and description. */
export function PaymentFields({ form, installations }: Props) {
  const { t } = useTranslation();
  const { values, change, field } = form;
  const chosen = installations.find(({ id }) => String(id) === values.installationId);
  const currencies = linkCurrencies.filter((code) => chosen?.currencies.includes(code) ?? true);

  function choose(installationId: string): void {
    const next = installations.find(({ id }) => String(id) === installationId);
    const known = linkCurrencies.filter((code) => next?.currencies.includes(code));
    const isKept = known.some((code) => code === values.currency);
    change({ installationId, ...(isKept ? {} : { currency: known[0] ?? '', amount: '' }) });
  }
  return (
    <div className={classes.fields}>
      <div className={classes.wide}>
        <SelectField
          {...field('installationId')}
          required
          placeholder={t('smart_links.choose_installation')}
          choices={installationGroups(installations)}
          value={values.installationId === '' ? null : values.installationId}
          onChange={(value) => choose(value ?? '')}
        />
      </div>
      <SelectField
        {...field('currency')}
        required
        placeholder={t('smart_links.choose')}
        choices={currencies.map((code) => ({ value: code, label: code }))}
        value={values.currency === '' ? null : values.currency}
        onChange={(value) => change({ currency: linkCurrencies.find((code) => code === value) ?? '' })}
      />
      <AmountField
        {...field('amount')}
        help={t('smart_links.help.amount')}
        onChange={(amount) => change({ amount })}
        currencyCode={values.currency}
        digits={currencyDigits(values.currency) ?? 2}
      />
      <TextField
        {...field('merchantReference')}
        help={t('smart_links.help.merchantReference')}
        maxLength={maxLinkTextLength + 20}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...field('description')}
        className={classes.wide}
        help={t('smart_links.help.description')}
        maxLength={maxLinkTextLength + 20}
        autoComplete="off"
      />
      <div className={classes.wide}>
        <CheckField
          label={t('smart_links.field.deferred')}
          description={t('smart_links.help.deferred')}
          isChecked={values.deferred}
          onChange={(deferred) => change({ deferred })}
        />
      </div>
    </div>
  );
}

/** Grouped by merchant, in the server's order. */
function installationGroups(installations: readonly LinkInstallation[]): ChoiceGroup[] {
  const groups = new Map<string, ChoiceGroup>();
  for (const { id, name, merchantName } of installations) {
    const group = groups.get(merchantName) ?? { group: merchantName, items: [] };
    group.items.push({ value: String(id), label: `${name} (${id})` });
    groups.set(merchantName, group);
  }
  return [...groups.values()];
}
