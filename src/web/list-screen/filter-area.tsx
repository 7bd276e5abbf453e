import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Panel } from '#ui/layout/panel.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { useTranslation } from '../translate/use-translation.ts';
import classes from './list-screen.module.css';

export interface FilterPanel {
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
}

interface Props {
  id: string;
  panel: FilterPanel;
  isPhone: boolean;
  /** Changes whenever the list shows something else: the sheet closes. */
  criteria: string;
  children: ReactNode;
}

/** The filters: a panel above the list, or a sheet on a phone. */
export function FilterArea({ id, panel, isPhone, criteria, children }: Props) {
  const { t } = useTranslation();
  const shown = useRef(criteria);
  useEffect(() => {
    if (shown.current !== criteria && isPhone && panel.isOpen) panel.close();
    shown.current = criteria;
  }, [criteria, isPhone, panel]);
  if (!isPhone) {
    return (
      <Panel id={id} label={t('list.filters')} isOpen={panel.isOpen}>
        {children}
      </Panel>
    );
  }
  return (
    <Sheet isOpen={panel.isOpen} onClose={panel.close} title={t('list.filters')}>
      <div className={classes.sheet}>
        {children}
        <Button fullWidth variant="default" onClick={panel.close}>
          {t('list.show_results')}
        </Button>
      </div>
    </Sheet>
  );
}
