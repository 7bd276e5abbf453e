import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { confirmationFor, type FeedbackType } from '#features/feedback/feedback-rules.ts';
import { FeedbackForm } from '#features/feedback/web/feedback-form.tsx';
import classes from '#features/feedback/web/feedback.module.css';
import { Page } from '#ui/layout/page.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** /feedback: report a problem or suggest a change (docs/domain.md#feedback). The confirmation replaces the form. */
export function FeedbackScreen() {
  const { t } = useTranslation();
  const [sent, setSent] = useState<FeedbackType>();
  return (
    <Page
      width="narrow"
      title={t('screen.feedback')}
      subtitle={sent === undefined ? t('feedback.intro') : undefined}
    >
      <div className={classes.page}>
        {sent === undefined ? (
          <FeedbackForm onSent={setSent} />
        ) : (
          <Confirmation type={sent} onAnother={() => setSent(undefined)} />
        )}
      </div>
    </Page>
  );
}

function Confirmation({ type, onAnother }: { type: FeedbackType; onAnother: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const kind = confirmationFor(type);
  return (
    <div className={classes.sent} role="status">
      <IconCircleCheck size={32} className={classes.icon} aria-hidden />
      <h2 ref={heading} tabIndex={-1}>
        {t(`feedback.sent.${kind}.title`)}
      </h2>
      <p>{t(`feedback.sent.${kind}.text`)}</p>
      <Button variant="default" onClick={onAnother}>
        {t('feedback.another')}
      </Button>
    </div>
  );
}
