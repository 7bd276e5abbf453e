import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { useAfterRender } from '#ui/form/use-after-render.ts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { type RuleForm, asTest, ruleOfForm } from '../../rule-form.ts';
import type { AnyRuleView } from '../../schemas.ts';
import { normaliseRule, validateRule } from '../../validate-rule.ts';
import { isDeepEqual } from '../is-deep-equal.ts';
import type { RuleData } from '../use-rule-data.ts';
import { useSentenceWords } from '../use-sentence-words.ts';
import classes from '../rules.module.css';
import { ImpactPanel } from '../impact/impact-panel.tsx';
import { useSaveGuard } from '../impact/use-save-guard.tsx';
import { RuleEffectSection } from '../impact/rule-effect.tsx';
import { RuleStatus } from '../manager/rule-columns.tsx';
import { toDraftRule, toRuleContent } from '../rule-content.ts';
import { BackToRules } from './back-to-rules.tsx';
import { RuleFields } from './rule-fields.tsx';
import { RuleActions, StoredNotice } from './rule-actions.tsx';
import { useSaveRule } from './use-save-rule.ts';
import type { RuleContent } from '../../rule.ts';
import { type SentenceWords, plainSentence, ruleSentence } from '../../sentence.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { ruleDifferences } from '../../rule-difference.ts';
import { DifferenceList } from '../versions/difference-list.tsx';

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

/** Creates or changes a rule: the sentence on top, the form below, and beside them what the rule would have done. */
export function RuleEditor({ title, initial, data, lists, stored, onReload }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const navigate = useNavigate();
  const session = useSignedIn();
  const kind = initial.ruleType;
  const [form, setForm] = useState(initial);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const known = useKnownData(data, initial, lists);
  const named = useMemo(() => [...lists, ...data.lists], [lists, data.lists]);
  const words = useSentenceWords(named);
  const isReadOnly = stored !== undefined && !stored.mayEdit;
  const isChanged = !isDeepEqual(form, initial);
  const content = ruleOfForm(form);
  const faults = useMemo(
    () => validateRule(normaliseRule(content), known.context),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [form, known.context],
  );
  const orgId = session.organisation.selectedParentOrgId;
  const afterRender = useAfterRender();
  const saving = useSaveRule({ orgId, stored });
  const ruleId = stored ? { ruleId: stored.ruleId } : {};
  const guard = useSaveGuard({ orgId, name: form.name, ...ruleId });
  const change = (next: RuleForm): void => {
    saving.forgetFailure();
    setForm(next);
  };
  async function save(version = stored?.version): Promise<void> {
    setIsSubmitted(true);
    if (isReadOnly || (stored !== undefined && !isChanged)) return;
    if (faults.length > 0) {
      afterRender(() => focusFirstError(fields.current));
      return;
    }
    const active = stored?.active ?? form.active;
    const answer = active ? await guard.ask(toDraftRule(normaliseRule(content))) : { kind: 'save' as const };
    if (answer.kind === 'cancel') return;
    if (answer.kind === 'test') {
      change(asTest(form));
      return;
    }
    if (!(await saving.save(content, { active, version, confirmed: answer.confirmed }))) return;
    releaseUnsavedForms();
    await navigate(kind === 'rule' ? paths.rules() : paths.territories());
  }
  useEditorKeys({ onSave: () => void save() });
  const errors = Object.fromEntries(isSubmitted ? faults.map(({ field, detail }) => [field, detail]) : []);
  return (
    <Page
      title={title}
      back={<BackToRules kind={kind} />}
      subtitle={stored && !stored.hidden && <RuleStatus rule={stored} t={t} />}
      actions={stored && <RuleActions rule={stored} isChanged={isChanged} onDone={() => onReload?.()} />}
    >
      <UnsavedGuard isDirty={isChanged && !isReadOnly} />
      {guard.dialog}
      <div className={classes.layout}>
        <div className={classes.editor} ref={fields}>
          {stored && <StoredNotice rule={stored} />}
          {saving.conflict && stored && (
            <ConflictNotice
              mine={content}
              theirs={saving.conflict}
              words={words}
              onSave={() => void save(saving.conflict?.version)}
            />
          )}
          <SentenceCard rule={content} words={words} />
          <RuleFields
            form={form}
            onChange={change}
            errors={saving.hasDeferError ? { ...errors, action: 'validation_defer_error' } : errors}
            isReadOnly={isReadOnly}
            isNew={stored === undefined}
            data={known}
            words={words}
          />
          {stored?.active === true && <RuleEffectSection orgId={orgId} ruleId={stored.ruleId} />}
          {saving.failure && (
            <Notice kind="failed" title={t('rules.save_failed')}>
              {saving.failure}
            </Notice>
          )}
          {!isReadOnly && (
            <FormFooter note={stored !== undefined && !isChanged ? t('rules.unchanged') : undefined}>
              <Button
                variant="default"
                onClick={() => void navigate(kind === 'rule' ? paths.rules() : paths.territories())}
              >
                {texts.cancel}
              </Button>
              <Button
                loading={saving.isSaving || guard.isMeasuring}
                disabled={stored !== undefined && !isChanged}
                aria-keyshortcuts="Control+Enter"
                onClick={() => void save()}
              >
                {t(stored === undefined ? 'rules.create_rule' : 'rules.save_rule')}
              </Button>
            </FormFooter>
          )}
        </div>
        <ImpactPanel
          orgId={orgId}
          rule={faults.length > 0 ? undefined : toDraftRule(normaliseRule(content))}
          {...ruleId}
          fieldName={(field) => words.customName(field) ?? t(`risk.field.${field}`)}
        />
      </div>
    </Page>
  );
}

/** Lists that the rule already has may stay, also where the user does not see them. */
function useKnownData(data: RuleData, initial: RuleForm, lists: AnyRuleView['lists']): RuleData {
  return useMemo(() => {
    const present = new Set(lists.filter(({ hidden }) => !hidden).map(({ listId }) => listId));
    const fields = new Map(
      initial.conditions.flatMap((one) =>
        one.type === 'list' && present.has(one.listId) ? [[one.listId, one.field] as const] : [],
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
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      latest.current.onSave();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const restMs = 800;

/** The rule in words. Changes are announced after a rest. */
function SentenceCard({ rule, words }: { rule: RuleContent; words: SentenceWords }) {
  const { text, items } = ruleSentence(rule, words);
  const announced = useRested(plainSentence(rule, words));
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
function useRested(text: string): string {
  const [first] = useState(text);
  const [rested, setRested] = useState('');
  useEffect(() => {
    if (text === first) return undefined;
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text, first]);
  return rested;
}

interface ConflictNoticeProps {
  mine: RuleContent;
  /** What another user has saved meanwhile. */
  theirs: AnyRuleView;
  words: SentenceWords;
  onSave: () => void;
}

/** Another user saved the rule first: shows the difference, and can save over it as a new version. */
function ConflictNotice({ mine, theirs, words, onSave }: ConflictNoticeProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const [isOpen, setIsOpen] = useState(false);
  const { lastUpdatedBy: name, lastUpdatedTime } = theirs.ruleAuditData;
  const differences = ruleDifferences(toRuleContent(theirs), normaliseRule(mine), words);
  const save = (
    <Button size="xs" onClick={onSave}>
      {t('rules.conflict.save')}
    </Button>
  );
  return (
    <>
      <Notice
        kind="failed"
        action={
          <>
            <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
              {t('rules.conflict.see')}
            </Button>
            {!theirs.hidden && save}
          </>
        }
      >
        {t(theirs.hidden ? 'rules.conflict.deleted' : 'rules.conflict.text', {
          name,
          time: times.long(lastUpdatedTime),
        })}
      </Notice>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        size="medium"
        title={t('rules.conflict.title')}
        actions={<Button onClick={() => setIsOpen(false)}>{t('rules.change_failed.close')}</Button>}
      >
        {differences.length === 0 ? (
          t('rules.conflict.same')
        ) : (
          <>
            <p>{t('rules.conflict.yours')}</p>
            <DifferenceList differences={differences} />
          </>
        )}
      </Dialog>
    </>
  );
}
