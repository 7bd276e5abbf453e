import { ActionIcon, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { AnyRuleView } from '../../schemas.ts';
import { useLifetimeActions } from '../manager/use-lifetime-actions.tsx';
import { VersionsPanel } from '../versions/versions-panel.tsx';

interface Props {
  rule: AnyRuleView;
  /** Unsaved changes would be lost with another version. */
  isChanged: boolean;
  onDone: () => void;
}

/** Status, activate or deactivate, versions, copy and delete. */
export function RuleActions({ rule, isChanged, onDone }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const isRule = rule.ruleType === 'rule';
  const { ask, dialogs } = useLifetimeActions((action) => {
    if (action === 'delete') void navigate(isRule ? paths.rules() : paths.territories());
    else onDone();
  });
  const toggle = rule.active ? 'deactivate' : 'activate';
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('rules.versions.title')}
      </Button>
      {rule.mayEdit && (
        <>
          <Button variant="default" disabled={isChanged} onClick={() => ask({ action: toggle, rule })}>
            {t(`rules.do.${toggle}`)}
          </Button>
          <DropMenu
            target={
              <ActionIcon variant="default" size={32} aria-label={texts.rowActions}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            }
          >
            <DropMenuItem
              onChoose={() =>
                void navigate(isRule ? paths.copyRule(rule.ruleId) : paths.copyTerritory(rule.ruleId))
              }
            >
              {t('rules.do.copy')}
            </DropMenuItem>
            {!rule.active && (
              <DropMenuItem onChoose={() => ask({ action: 'delete', rule })}>
                {t('rules.do.delete')}
              </DropMenuItem>
            )}
          </DropMenu>
        </>
      )}
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
