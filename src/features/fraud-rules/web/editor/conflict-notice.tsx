import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { RuleContent } from '../../rule.ts';
import { ruleDifferences } from '../../rule-difference.ts';
import type { AnyRuleView } from '../../schemas.ts';
import type { SentenceWords } from '../../sentence.ts';
import { normaliseRule } from '../../validate-rule.ts';
import { toRuleContent } from '../rule-content.ts';
import { DifferenceList } from '../versions/difference-list.tsx';

interface Props {
  mine: RuleContent;
  /** What another user has saved meanwhile. */
  theirs: AnyRuleView;
  words: SentenceWords;
  onSave: () => void;
}

/** Another user saved the rule first: shows the difference, and can save over it as a new version. */
export function ConflictNotice({ mine, theirs, words, onSave }: Props) {
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
