import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DropMenu, DropMenuItem } from '#ui/overlay/drop-menu.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { type BulkAction, bulkPermissions, isLinkAction, maxBulkItems } from '../bulk-work.ts';
import classes from './bulk.module.css';
import { ReviewDialog } from './review-dialog.tsx';
import { useBulkLabels } from './use-bulk-labels.ts';

interface Props {
  /** Transactions or links. */
  ids: readonly string[];
  actions: readonly BulkAction[];
  onClear: () => void;
  /** What else can be done with the selection. */
  children?: ReactNode;
}

/** The actions that the user may do with the selected rows. On a phone they are the foot of the screen. */
export function BulkBar({ ids, actions, onClear, children }: Props) {
  const session = useSignedIn();
  const isPhone = useIsPhone();
  const { t, number } = useBulkLabels();
  const [asked, setAsked] = useState<{ action: BulkAction; ids: readonly string[] }>();
  const allowed = actions.filter((action) =>
    isLinkAction(action)
      ? isAllowed(session, { allOf: bulkPermissions[action] })
      : isAllowed(session, { anyOf: bulkPermissions[action] }),
  );
  const label = t('bulk.selected', { count: ids.length, number: number(ids.length) });
  const ask = (action: BulkAction): void => setAsked({ action, ids });
  const inBar = isPhone ? allowed.slice(0, 1) : allowed;
  return (
    <div className="selection-bar" role="region" aria-label={label}>
      <strong aria-live="polite" className="number">
        {label}
      </strong>
      {ids.length >= maxBulkItems && (
        <span className={classes.limit}>{t('bulk.limit', { number: number(maxBulkItems) })}</span>
      )}
      {inBar.map((action) => (
        <Button key={action} variant="default" onClick={() => ask(action)}>
          {t(`bulk.do.${action}`)}
        </Button>
      ))}
      {isPhone && allowed.length > 1 && (
        <DropMenu target={<Button variant="default">{t('bulk.more')}</Button>}>
          {allowed.slice(1).map((action) => (
            <DropMenuItem key={action} onChoose={() => ask(action)}>
              {t(`bulk.do.${action}`)}
            </DropMenuItem>
          ))}
        </DropMenu>
      )}
      {children}
      {!isPhone && (
        <Button variant="subtle" onClick={onClear}>
          {t('bulk.clear')}
        </Button>
      )}
      <ReviewDialog asked={asked} onClose={() => setAsked(undefined)} onStarted={onClear} />
    </div>
  );
}
