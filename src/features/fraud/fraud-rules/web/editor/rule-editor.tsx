import { focusFirstError, useAfterRender } from '#ui/form/form-stack.tsx';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useForm } from '#web/form/use-form.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { BackLink } from '#web/links/back-link.tsx';
import { readCookie, readCookieJson } from '#web/session/client-storage.ts';
import { type RuleForm, asTest, buildRuleContent } from '../../rule-form.ts';
import type { AnyRuleView } from '../../schemas.ts';
import { normaliseRule, validateRule } from '../../validate-rule.ts';
import type { RuleData } from '../use-rule-data.ts';
import { useSentenceLabels } from '../use-sentence-labels.ts';
import classes from '../rules.module.css';
import { ImpactPanel } from '../impact/impact-panel.tsx';
import { useSaveGuard } from '../impact/use-save-guard.tsx';
import { RuleEffectSection } from '../impact/rule-effect.tsx';
import { RuleStatus } from '../rule-columns.tsx';
import { toDraftRule } from '../rule-content.ts';
import { RuleFields } from './rule-fields.tsx';
import { ConflictNotice, RuleActions, StoredNotice } from './rule-actions.tsx';
import { useSaveRule } from './use-save-rule.ts';
import type { RuleContent } from '../../rule.ts';
import { type SentenceLabels, plainSentence, ruleSentence } from '../../sentence.ts';

interface Props {
  title: string;
  initial: RuleForm;
  data: RuleData;
  /** Lists that the rule refers to. */
  lists: AnyRuleView['lists'];
  /** The rule as it was loaded; undefined for a new one. */
  stored?: AnyRuleView;
  onReload?: () => void;
}

/** Creates or changes a rule: the sentence on top, the form below, and the impact beside them. */
export function RuleEditor({ title, initial, data, lists, stored, onReload }: Props) {
  const { t } = useTranslation();
  const { selectedParentOrgId: orgId } = useSignedIn().organisation;
  const named = useMemo(() => [...lists, ...data.lists], [lists, data.lists]);
  const labels = useSentenceLabels(named);
  const editorData = useEditorData(data, initial, lists);
  const fields = useRef<HTMLDivElement>(null);
  const editing = useRuleForm(initial, editorData, stored, () => focusFirstError(fields.current));
  const { form, content, ruleErrors, isChanged, conflict, isReadOnly, save } = editing;
  useTabTitle(stored?.name);
  useEditorKeys({ onSave: () => void save() });
  return (
    <Page
      title={title}
      back={<BackToRules kind={form.values.ruleType} />}
      subtitle={stored && !stored.hidden && <RuleStatus rule={stored} t={t} />}
      actions={stored && <RuleActions rule={stored} isChanged={isChanged} onDone={() => onReload?.()} />}
    >
      <UnsavedGuard isDirty={isChanged && !isReadOnly} />
      {editing.question}
      <div className={classes.layout}>
        <div className="stack" ref={fields}>
          {stored && <StoredNotice rule={stored} />}
          {conflict && stored && (
            <ConflictNotice
              draft={content}
              savedRule={conflict}
              labels={labels}
              onSave={() => void save(conflict.version)}
            />
          )}
          <SentenceCard rule={content} labels={labels} />
          <RuleFields
            form={form.values}
            onChange={form.change}
            errors={form.errors()}
            isReadOnly={isReadOnly}
            isNew={stored === undefined}
            data={editorData}
            labels={labels}
          />
          {stored?.active === true && <RuleEffectSection orgId={orgId} ruleId={stored.ruleId} />}
          <FailureNotice failure={form.failure} title={t('rules.save_failed')}>
            {t('error.rule_general_error')}
          </FailureNotice>
          {!isReadOnly && <SaveFooter editing={editing} isNew={stored === undefined} />}
        </div>
        <ImpactPanel
          orgId={orgId}
          rule={ruleErrors.length > 0 ? undefined : toDraftRule(normaliseRule(content))}
          ruleId={stored?.ruleId}
          fieldName={(field) => labels.customName(field) ?? t(`risk.field.${field}`)}
        />
      </div>
    </Page>
  );
}

const findErrors = (form: RuleForm, context: RuleData['context']) =>
  validateRule(normaliseRule(buildRuleContent(form)), context);

/** The code of each invalid field of the rule. */
type RuleErrors = Readonly<Record<string, string>>;

/**
 * The form, the rule in it, and what is wrong with that. Saves a valid rule and opens the list of rules. Asks first when
 * the rule would change many payments at once.
 */
function useRuleForm(
  initial: RuleForm,
  { context }: RuleData,
  stored: AnyRuleView | undefined,
  onErrors: () => void,
) {
  const navigate = useNavigate();
  const { selectedParentOrgId: orgId } = useSignedIn().organisation;
  const [start] = useState(initial);
  const rule = useSaveRule({ orgId, stored });
  /** The version that a save replaces, where it is not the stored one. */
  const replaced = useRef<number>(undefined);
  const form = useForm<RuleForm, RuleErrors>({
    initial: start,
    validate: (values) =>
      Object.fromEntries(findErrors(values, context).map(({ field, detail }) => [field, detail])),
    errorText: (code) => code,
    refusals: { validation_defer_error: { action: 'validation_defer_error' } },
    send,
  });
  const { values } = form;
  const guard = useSaveGuard({ orgId, name: values.name, ruleId: stored?.ruleId });
  const afterRender = useAfterRender();
  const ruleErrors = useMemo(() => findErrors(values, context), [values, context]);
  const { isDirty: isChanged } = form;
  const isReadOnly = stored !== undefined && !stored.mayEdit;
  const isUnchanged = stored !== undefined && !isChanged;
  const leave = () => navigate(values.ruleType === 'rule' ? paths.rules() : paths.territories());
  async function send(sent: RuleForm): Promise<void> {
    const content = buildRuleContent(sent);
    const active = stored?.active ?? sent.active;
    const response = active
      ? await guard.confirmSave(toDraftRule(normaliseRule(content)))
      : { kind: 'save' as const };
    if (response.kind === 'cancel') return;
    if (response.kind === 'test') {
      form.change(asTest(sent));
      return;
    }
    const { confirmed } = response;
    if (!(await rule.save(content, { active, version: replaced.current, confirmed }))) return;
    releaseUnsavedForms();
    await leave();
  }
  async function save(version?: number): Promise<void> {
    if (isReadOnly || isUnchanged) return;
    replaced.current = version;
    await form.submit();
    if (ruleErrors.length > 0) afterRender(onErrors);
  }
  return {
    form,
    content: buildRuleContent(values),
    ruleErrors,
    isChanged,
    save,
    leave,
    conflict: rule.conflict,
    question: guard.dialog,
    isReadOnly,
    /** The form has no unsaved changes. */
    isUnchanged,
  };
}

interface FooterProps {
  editing: ReturnType<typeof useRuleForm>;
  isNew: boolean;
}

function SaveFooter({ editing, isNew }: FooterProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  return (
    <FormFooter note={editing.isUnchanged ? t('rules.unchanged') : undefined}>
      <Button variant="default" onClick={() => void editing.leave()}>
        {texts.cancel}
      </Button>
      <Button
        loading={editing.form.isBusy}
        disabled={editing.isUnchanged}
        aria-keyshortcuts="Control+Enter"
        onClick={() => void editing.save()}
      >
        {t(isNew ? 'rules.create_rule' : 'rules.save_rule')}
      </Button>
    </FormFooter>
  );
}

/** Lists that the rule already has may stay, also where the user does not see them. */
function useEditorData(data: RuleData, initial: RuleForm, lists: AnyRuleView['lists']): RuleData {
  return useMemo(() => {
    const present = new Set(lists.filter(({ hidden }) => !hidden).map(({ listId }) => listId));
    const fields = new Map(
      initial.conditions.flatMap((condition) =>
        condition.type === 'list' && present.has(condition.listId)
          ? [[condition.listId, condition.field] as const]
          : [],
      ),
    );
    const dataFieldOf = (id: number) => data.context.dataFieldOf(id) ?? fields.get(id);
    return { ...data, context: { ...data.context, dataFieldOf } };
  }, [data, initial, lists]);
}

/** Ctrl+Enter saves, also from within a field; not over an open dialog. */
function useEditorKeys(keys: { onSave: () => void }): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      latest.current.onSave();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const announceDelayMs = 800;

/** The rule in words. Changes are announced after a rest. */
function SentenceCard({ rule, labels }: { rule: RuleContent; labels: SentenceLabels }) {
  const { text, items } = ruleSentence(rule, labels);
  const announced = useDelayedText(plainSentence(rule, labels));
  return (
    <div className={classes.sentence}>
      <p>{text}</p>
      {items.length > 0 && (
        <ol>
          {items.map((item, index) => (
            <li key={index}>{item}</li>
          ))}
        </ol>
      )}
      <span className="visually-hidden" aria-live="polite">
        {announced}
      </span>
    </div>
  );
}

/** The text once it has not changed for a while; nothing at first. */
function useDelayedText(text: string): string {
  const [first] = useState(text);
  const [delayedText, setDelayedText] = useState('');
  useEffect(() => {
    if (text === first) return undefined;
    const timer = setTimeout(() => setDelayedText(text), announceDelayMs);
    return () => clearTimeout(timer);
  }, [text, first]);
  return delayedText;
}

/** Returns to the manager at its last page, order and filters. */
export function BackToRules({ kind }: { kind: 'rule' | 'territoryRule' }) {
  const { t } = useTranslation();
  const isRule = kind === 'rule';
  const screen = isRule ? 'rules' : 'territoryManager';
  const params = readCookie('previousState') === screen ? readCookieJson('previousStateParams') : undefined;
  // The route validates the cookie's content.
  const search = typeof params === 'object' && params !== null ? params : {};
  return (
    <BackLink to={isRule ? paths.rules(search) : paths.territories(search)}>
      {t(isRule ? 'screen.rules' : 'screen.territoryManager')}
    </BackLink>
  );
}
