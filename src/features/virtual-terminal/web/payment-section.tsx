import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { Card } from '#ui/layout/card.tsx';
import { PaymentFrame } from '#features/virtual-terminal/web/payment-frame.tsx';
import classes from '#features/virtual-terminal/web/terminal.module.css';
import type { Stage } from '#features/virtual-terminal/web/use-terminal-session.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';

type Props = {
  stage: Extract<Stage, { step: 'paying' }>;
  isStatusUnknown: boolean;
  isClosing: boolean;
  onOver: () => void;
  onCancel: () => void;
};

/** The second section: the hosted page in its frame, how it stands, and the way out. */
export function PaymentSection({ stage, isStatusUnknown, isClosing, onOver, onCancel }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // At once: a slow scroll would be stopped when the page in the frame takes the focus.
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <Card title={t('terminal.paying.title')} headingRef={heading}>
      <div className={classes.standing}>
        <span role="status">
          <StatusBadge
            tone={stage.waitsFor === 'card' ? 'info' : 'pending'}
            label={t(`terminal.paying.${stage.waitsFor}`)}
          />
        </span>
        <Button variant="default" loading={isClosing} onClick={onCancel}>
          {t('terminal.paying.cancel')}
        </Button>
      </div>
      {isStatusUnknown && <Notice kind="pending">{t('terminal.paying.unknown')}</Notice>}
      {stage.decline !== undefined && (
        <Notice kind="failed" title={t('terminal.paying.declined')}>
          {t(`declines.${stage.decline}`)}
        </Notice>
      )}
      {stage.session.address == null ? (
        <Notice>{t('terminal.paying.no_frame')}</Notice>
      ) : (
        <PaymentFrame
          address={stage.session.address}
          sessionId={stage.session.sessionId}
          title={t('terminal.paying.frame')}
          onOver={onOver}
        />
      )}
    </Card>
  );
}
