import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { covers } from '#shared/org-path.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { saveSignOnMapping } from '../../endpoints.ts';
import type { SignOnView } from '../../schemas.ts';
import { type RuleForm, toRuleForms, toRules } from '../../sign-on-form.ts';
import { CardFlash, type SettingsPart } from './card-flash.tsx';
import classes from './sign-on-settings.module.css';

interface MappingForm {
  rules: RuleForm[];
}

const emptyRule = (): RuleForm => ({
  key: crypto.randomUUID(),
  claim: 'groups',
  value: '',
  roleId: null,
  organisationId: null,
});

/** Step 3: the rules that give a role to a value of a claim. */
export function MappingCard({ version, ...part }: SettingsPart & { version: string }) {
  const { t } = useTranslation();
  const { view, onChanged, ...flash } = part;
  const save = useSend(saveSignOnMapping, { handlesOwnErrors: true });
  const organisations = useOrganisations(view);
  const roles = view.roles.map(({ roleId, name }) => ({ value: roleId, label: name }));
  const form = useForm<MappingForm, { rules?: 'incomplete' }>({
    initial: { rules: toRuleForms(view.rules) },
    version,
    validate: ({ rules }) => (toRules(rules) === undefined ? { rules: 'incomplete' } : {}),
    errorText: () => t('sign_on_settings.error.rules'),
    async send({ rules }) {
      const body = { rules: toRules(rules) ?? [], version: view.version };
      await save.mutateAsync({ path: { orgId: view.organisationId }, body });
      await onChanged('mapping');
    },
  });
  const { rules } = form.values;
  const { isDirty } = form;
  const change = (key: string, part: Partial<RuleForm>): void =>
    form.change({ rules: rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)) });
  const inactive = new Set(view.rules.filter(({ isActive }) => !isActive).map(({ ruleId }) => ruleId));
  const error = form.error('rules');
  return (
    <Card title={t('sign_on_settings.step.mapping')}>
      <p className="quiet-text">{t('sign_on_settings.mapping_text')}</p>
      <CardFlash flashes={['mapping']} {...flash} />
      {view.provider === null ? (
        <Notice>{t('error.no_sign_on_provider')}</Notice>
      ) : (
        <FormStack
          label={t('sign_on_settings.step.mapping')}
          onSubmit={form.submit}
          actions={
            view.mayChange && (
              <>
                <Button
                  variant="default"
                  disabled={form.isBusy}
                  onClick={() => form.change({ rules: [...rules, emptyRule()] })}
                >
                  {t('sign_on_settings.add_rule')}
                </Button>
                <Button type="submit" loading={form.isBusy} disabled={!isDirty}>
                  {t('sign_on_settings.save_mapping')}
                </Button>
              </>
            )
          }
        >
          <UnsavedGuard isDirty={isDirty} />
          {rules.length === 0 && <p className="quiet-text">{t('sign_on_settings.no_rules')}</p>}
          <ul className={classes.list}>
            {rules.map((rule, index) => (
              <li key={rule.key} className={classes.item}>
                <RuleFields
                  {...{ rule, roles, organisations }}
                  isOff={!view.mayChange}
                  isTried={form.isTried}
                  number={index + 1}
                  isInactive={inactive.has(rule.key)}
                  onChange={(part) => change(rule.key, part)}
                  onRemove={() => form.change({ rules: rules.filter(({ key }) => key !== rule.key) })}
                />
              </li>
            ))}
          </ul>
          {error !== undefined && form.isTried && <Notice kind="failed">{error}</Notice>}
          <FailureNotice failure={form.failure} />
        </FormStack>
      )}
    </Card>
  );
}

/** The organisations of the company that can hold a role, as far as the user sees them, and those that rules name. */
function useOrganisations(view: SignOnView): { value: string; label: string }[] {
  const { tree } = useSignedIn();
  return useMemo(() => {
    const company = tree.find(({ id }) => id === view.organisationId);
    const names = new Map(view.rules.map((rule) => [rule.organisationId, rule.organisationName]));
    for (const { id, name, type, parentPath } of tree)
      if (type !== 'INSTALLATION' && company && covers(company.parentPath, parentPath)) names.set(id, name);
    return [...names]
      .map(([id, label]) => ({ value: String(id), label }))
      .toSorted(
        (a, b) =>
          Number(b.value === String(view.organisationId)) - Number(a.value === String(view.organisationId)),
      );
  }, [tree, view]);
}

interface RuleProps {
  rule: RuleForm;
  roles: { value: string; label: string }[];
  organisations: { value: string; label: string }[];
  number: number;
  isOff: boolean;
  /** Empty fields are errors now. */
  isTried: boolean;
  isInactive: boolean;
  onChange: (part: Partial<RuleForm>) => void;
  onRemove: () => void;
}

function RuleFields({
  rule,
  roles,
  organisations,
  number,
  isOff,
  isTried,
  isInactive,
  onChange,
  onRemove,
}: RuleProps) {
  const { t } = useTranslation();
  const errorOf = (field: 'claim' | 'value' | 'roleId' | 'organisationId') =>
    isTried && (rule[field] ?? '').trim() === '' ? { error: t(`sign_on_settings.error.${field}`) } : {};
  return (
    <>
      <fieldset className={classes.rule}>
        <legend className="visually-hidden">{t('sign_on_settings.rule', { number })}</legend>
        <TextField
          label={t('sign_on_settings.claim')}
          {...errorOf('claim')}
          value={rule.claim}
          disabled={isOff}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange({ claim: event.currentTarget.value })}
        />
        <TextField
          label={t('sign_on_settings.value')}
          {...errorOf('value')}
          value={rule.value}
          disabled={isOff}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
        <SelectField
          label={t('sign_on_settings.role')}
          {...errorOf('roleId')}
          choices={roles}
          value={rule.roleId}
          disabled={isOff}
          onChange={(roleId) => onChange({ roleId })}
        />
        <SelectField
          label={t('sign_on_settings.organisation')}
          {...errorOf('organisationId')}
          choices={organisations}
          value={rule.organisationId}
          disabled={isOff}
          searchable
          onChange={(organisationId) => onChange({ organisationId })}
        />
      </fieldset>
      {isInactive && <Notice kind="pending">{t('sign_on_settings.inactive_rule')}</Notice>}
      {!isOff && (
        <div className="end-buttons">
          <Button
            variant="default"
            aria-label={t('sign_on_settings.remove_rule_named', { number })}
            onClick={onRemove}
          >
            {t('sign_on_settings.remove_rule')}
          </Button>
        </div>
      )}
    </>
  );
}
