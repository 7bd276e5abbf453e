import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import classes from './action-bar.module.css';
import { arrangeActions, type Action, type Actions } from './arrange-actions.ts';
import { BelowHead } from './page.tsx';
import { useIsPhone } from './use-is-phone.ts';
import { DropMenu, DropMenuItem } from '../overlay/drop-menu.tsx';
import { useUiTexts } from '../ui-texts.ts';

interface Props extends Actions {
  /** Why an action failed: below the head of the page. */
  failure?: ReactNode;
}

/** The actions of a page: one primary, one secondary, the rest in a menu. */
export function ActionBar({ failure, ...actions }: Props) {
  const { buttons, menu } = arrangeActions(actions, useIsPhone());
  return (
    <>
      {buttons.length + menu.length > 0 && (
        <div className={classes.bar}>
          {buttons.map(({ action, isPrimary }) => (
            <ActionButton key={action.id} action={action} variant={isPrimary ? 'filled' : 'default'} />
          ))}
          {menu.length > 0 && <ActionMenu actions={menu} />}
        </div>
      )}
      {failure != null && failure !== false && <BelowHead>{failure}</BelowHead>}
    </>
  );
}

function ActionButton({ action, variant }: { action: Action; variant: 'default' | 'filled' }) {
  const { label, icon: Icon, href, isBusy = false, isDisabled = false, onChoose } = action;
  const buttonProps = { variant, leftSection: Icon && <Icon size={16} aria-hidden /> };
  if (href !== undefined && !isDisabled) {
    return (
      <Button {...buttonProps} component="a" href={href} onClick={followWith(onChoose)}>
        {label}
      </Button>
    );
  }
  return (
    <Button {...buttonProps} loading={isBusy} disabled={isDisabled} onClick={onChoose}>
      {label}
    </Button>
  );
}

/** Goes there itself on a plain click. With a key held, the browser opens a tab or a window. */
function followWith(onChoose: () => void) {
  return (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChoose();
  };
}

function ActionMenu({ actions }: { actions: readonly Action[] }) {
  const texts = useUiTexts();
  const isBusy = actions.some((action) => action.isBusy);
  return (
    <DropMenu
      target={
        <ActionIcon variant="default" size="md" aria-label={texts.moreActions} aria-busy={isBusy}>
          {isBusy ? <Loader size={14} /> : <IconDots size={16} aria-hidden />}
        </ActionIcon>
      }
    >
      {actions.map(({ id, label, icon: Icon, onChoose, ...action }, index) => (
        <DropMenuItem
          key={id}
          icon={Icon && <Icon size={16} aria-hidden />}
          isDisabled={action.isDisabled === true || action.isBusy === true}
          isDangerous={action.isDangerous === true}
          isNewGroup={index > 0 && action.isNewGroup === true}
          onChoose={onChoose}
        >
          {label}
        </DropMenuItem>
      ))}
    </DropMenu>
  );
}
