import { Card } from '#ui/layout/card.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { ruleLimits } from '../../validate-rule.ts';
import { TerritoryCard } from '../territory/territory-card.tsx';
import { ActionCard } from './action-card.tsx';
import { ConditionsCard } from './conditions-card.tsx';
import type { FieldsProps } from './fields-props.ts';
import { ScopeField } from './scope-field.tsx';

/** The cards of the editor. */
export function RuleFields({ isNew, ...props }: FieldsProps & { isNew: boolean }) {
  const { t } = useTranslation();
  const { form, onChange, errors, isReadOnly, data } = props;
  const text = (field: 'name' | 'description') =>
    errors[field] === undefined
      ? undefined
      : t(errors[field] === 'missing' ? `rules.fault.${field}` : 'rules.fault.no_card_number');
  return (
    <>
      <Card title={t('rules.card.basics')}>
        <TextField
          label={t('rules.column.name')}
          maxLength={ruleLimits.name}
          value={form.name}
          error={text('name')}
          disabled={isReadOnly}
          onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
        />
        <TextAreaField
          label={t('rules.description')}
          rows={2}
          maxLength={ruleLimits.description}
          value={form.description}
          error={text('description')}
          disabled={isReadOnly}
          onChange={(event) => onChange({ ...form, description: event.currentTarget.value })}
        />
        <ScopeField
          entries={data.scope}
          merchantIds={form.merchantIds}
          installationIds={form.installationIds}
          isReadOnly={isReadOnly}
          error={
            errors.merchantIds !== undefined
              ? t('rules.fault.merchants')
              : errors.installationIds !== undefined
                ? t('rules.fault.installations')
                : undefined
          }
          onChange={(scope) => onChange({ ...form, ...scope })}
        />
      </Card>
      {form.ruleType === 'rule' ? <ConditionsCard {...props} /> : <TerritoryCard {...props} />}
      <ActionCard {...props} />
      {isNew && (
        <CheckField
          label={t('rules.active_at_once')}
          isChecked={form.active}
          onChange={(active) => onChange({ ...form, active })}
        />
      )}
    </>
  );
}
