import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActionBar } from '#ui/layout/action-bar.tsx';
import type { Action } from '#ui/layout/arrange-actions.ts';
import type { Destination } from '../paths.ts';
import { usePageActions } from './page-actions.ts';

export interface PageAction extends Omit<Action, 'href' | 'onChoose'> {
  go: Destination | (() => void);
}

interface Props {
  primary?: PageAction;
  secondary?: PageAction;
  more?: readonly PageAction[];
  failure?: ReactNode;
}

/** The actions of a page, which the palette offers too. */
export function PageActionBar({ primary, secondary, more = [], failure }: Props) {
  const router = useRouter();
  usePageActions(() =>
    [primary, secondary, ...more]
      .filter((action) => action !== undefined)
      .filter(({ isBusy, isDisabled }) => isBusy !== true && isDisabled !== true)
      .map(({ id, label, icon: Icon, go }) => ({
        id: `action ${id}`,
        label,
        icon: Icon === undefined ? undefined : <Icon size={18} aria-hidden />,
        go,
      })),
  );
  const toAction = ({ go, ...action }: PageAction): Action =>
    typeof go === 'function'
      ? { ...action, onChoose: go }
      : { ...action, href: router.buildLocation(go).href, onChoose: () => void router.navigate(go) };
  return (
    <ActionBar
      primary={primary && toAction(primary)}
      secondary={secondary && toAction(secondary)}
      more={more.map(toAction)}
      failure={failure}
    />
  );
}
