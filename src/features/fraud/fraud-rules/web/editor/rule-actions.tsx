import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconCopy, IconHistory, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { type PageAction, PageActionBar } from '#web/palette/page-action-bar.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { RuleContent } from '../../rule.ts';
import { ruleDifferences } from '../../rule-difference.ts';
import type { AnyRuleView } from '../../schemas.ts';
import type { SentenceLabels } from '../../sentence.ts';
import { normaliseRule } from '../../validate-rule.ts';
import { useLifetimeActions } from '../use-lifetime-actions.tsx';
import { toRuleContent } from '../rule-content.ts';
import { DifferenceList, VersionsPanel } from '../versions-panel.tsx';

interface Props {
  rule: AnyRuleView;
  /** Unsaved changes would be lost with another version. */
  isChanged: boolean;
  onDone: () => void;
}

/** Status, activate or deactivate, versions, copy and delete. */
export function RuleActions({ rule, isChanged, onDone }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const isRule = rule.ruleType === 'rule';
  const { requestAction, dialogs } = useLifetimeActions((action) => {
    if (action === 'delete') void navigate(isRule ? paths.rules() : paths.territories());
    else onDone();
  });
  const toggle = rule.active ? 'deactivate' : 'activate';
  const versions: PageAction = {
    id: 'versions',
    label: t('rules.versions.title'),
    icon: IconHistory,
    go: () => setIsOpen(true),
  };
  const change: PageAction = {
    id: toggle,
    label: t(`rules.do.${toggle}`),
    icon: rule.active ? IconPlayerPause : IconPlayerPlay,
    isDisabled: isChanged,
    go: () => requestAction({ action: toggle, rule }),
  };
  const copy: PageAction = {
    id: 'copy',
    label: t('rules.do.copy'),
    icon: IconCopy,
    go: isRule ? paths.copyRule(rule.ruleId) : paths.copyTerritory(rule.ruleId),
  };
  const remove: PageAction = {
    id: 'delete',
    label: t('rules.do.delete'),
    icon: IconTrash,
    isDangerous: true,
    go: () => requestAction({ action: 'delete', rule }),
  };
  return (
    <>
      <PageActionBar
        secondary={rule.mayEdit ? change : versions}
        more={rule.mayEdit ? [versions, copy, ...(rule.active ? [] : [remove])] : []}
      />
      {dialogs}
      <VersionsPanel
        rule={rule}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onRestored={() => {
          setIsOpen(false);
          onDone();
        }}
      />
    </>
  );
}

/** Why a rule is shown without controls. */
export function StoredNotice({ rule }: { rule: AnyRuleView }) {
  const { t } = useTranslation();
  const times = useTimes();
  if (rule.mayEdit) return null;
  const { lastUpdatedBy: name, lastUpdatedTime, lastAction } = rule.ruleAuditData;
  const key = !rule.hidden ? 'read_only' : lastAction === 'DELETE' ? 'deleted' : 'historic';
  return (
    <Notice>
      {t(`rules.notice.${key}`, { name, time: times.long(lastUpdatedTime), version: rule.version })}
    </Notice>
  );
}

interface ConflictNoticeProps {
  draft: RuleContent;
  /** The version that another user has saved. */
  savedRule: AnyRuleView;
  labels: SentenceLabels;
  onSave: () => void;
}

/** Another user saved the rule first: shows the difference, and can save over it as a new version. */
export function ConflictNotice({ draft, savedRule, labels, onSave }: ConflictNoticeProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const [isOpen, setIsOpen] = useState(false);
  const { lastUpdatedBy: name, lastUpdatedTime } = savedRule.ruleAuditData;
  const differences = ruleDifferences(toRuleContent(savedRule), normaliseRule(draft), labels);
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
            {!savedRule.hidden && save}
          </>
        }
      >
        {t(savedRule.hidden ? 'rules.conflict.deleted' : 'rules.conflict.text', {
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
