import { Button } from '@mantine/core';
import { IconBookmark, IconChevronDown, IconLock, IconPinned, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { DropMenu, DropMenuItem } from '#ui/overlay/drop-menu.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeView, listViews, pinView } from '../endpoints.ts';
import type { TransactionView } from '../schemas.ts';
import type { ShownSearch } from '#features/reports/transactions/web/search-screen.tsx';
import type { SearchParams } from '#features/reports/transactions/search-params.ts';
import { isViewChanged, openView, viewParams } from '../view-address.ts';
import { ManageViewsDialog } from './manage-views.tsx';
import { DeleteViewDialog, ViewDialog } from './view-dialogs.tsx';
import classes from './views.module.css';

type OpenDialog = 'new' | 'edit' | 'delete' | 'manage';

/** The views of the search: names the open one, opens others, saves the search on the screen. */
export function ViewMenu({ params, columns, go }: ShownSearch) {
  const { t } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const list = useCall(listViews, { path: { orgId } }, { handlesOwnErrors: true, staleTime: 60_000 });
  const [dialog, setDialog] = useState<OpenDialog>();
  const view = list.data?.views.find(({ id }) => id === params.view);
  const isChanged = view !== undefined && isViewChanged(view, params, columns);
  const actions = useViewActions(orgId, { params, columns });
  const leaveView = (): void => {
    const { view: _view, ...kept } = params;
    go(kept);
  };
  const open = (next: TransactionView): void => go(openView(next, params.pageSize));
  // Above companies, and where the user may not search, there are no views.
  if (list.error !== null || (list.data?.maySave === false && list.data.views.length === 0)) return null;
  return (
    <>
      <DropMenu
        isWide
        target={
          <Button
            variant="default"
            disabled={list.data === undefined}
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            className={classes.button}
          >
            <span className={classes.openName}>{view === undefined ? t('views.button') : view.name}</span>
            {isChanged && <span className={classes.changed}>{t('views.changed')}</span>}
          </Button>
        }
      >
        {list.data?.views.map((each) => (
          <ViewItem key={each.id} view={each} isOpen={each.id === view?.id} onOpen={() => open(each)} />
        ))}
        <ViewActions
          view={view}
          isChanged={isChanged}
          hasViews={(list.data?.views.length ?? 0) > 0}
          onSave={() => view && void actions.save(view)}
          onDiscard={() => view && open(view)}
          onPin={() => view && void actions.pin(view)}
          onDialog={setDialog}
        />
      </DropMenu>
      <ViewNotices
        view={view}
        failure={dialog === 'manage' ? undefined : actions.failure}
        onForget={actions.forget}
      />
      <ViewDialogs
        {...{ orgId, view, dialog, params, columns }}
        onSaved={(saved) => {
          const isNew = dialog === 'new';
          setDialog(undefined);
          void actions.reread();
          releaseUnsavedForms();
          if (isNew) open(saved);
        }}
        onDeleted={() => {
          setDialog(undefined);
          void actions.reread();
          leaveView();
        }}
        onClose={() => setDialog(undefined)}
      />
      {dialog === 'manage' && list.data !== undefined && (
        <ManageViewsDialog
          {...{ orgId, failure: actions.failure, views: list.data.views }}
          onPin={(each) => void actions.pin(each)}
          onChanged={() => void actions.reread()}
          onDeleted={(deleted) => deleted.id === params.view && leaveView()}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface NoticesProps {
  view: TransactionView | undefined;
  failure: CallFailure | undefined;
  onForget: () => void;
}

function ViewNotices({ view, failure, onForget }: NoticesProps) {
  const { t } = useTranslation();
  return (
    <>
      {view?.mayOpen === false && (
        <div className={classes.notice}>
          <Notice kind="pending">{t('views.without_filter')}</Notice>
        </div>
      )}
      {failure !== undefined && (
        <div className={classes.notice}>
          <Notice kind="failed" onClose={onForget}>
            <FailureNotice failure={failure} />
          </Notice>
        </div>
      )}
    </>
  );
}

interface DialogsProps extends Pick<ShownSearch, 'params' | 'columns'> {
  orgId: number;
  view: TransactionView | undefined;
  dialog: OpenDialog | undefined;
  onSaved: (view: TransactionView) => void;
  onDeleted: () => void;
  onClose: () => void;
}

function ViewDialogs({ orgId, view, dialog, params, columns, onSaved, onDeleted, onClose }: DialogsProps) {
  if (dialog === 'delete') return view && <DeleteViewDialog {...{ orgId, view, onDeleted, onClose }} />;
  if (dialog === undefined || dialog === 'manage') return null;
  return (
    <ViewDialog
      orgId={orgId}
      view={dialog === 'edit' ? view : undefined}
      content={{ params: viewParams(params), columns: [...columns] }}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** Opens a view, or has the reason why the user cannot. */
function ViewItem({ view, isOpen, onOpen }: { view: TransactionView; isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <DropMenuItem
      isChosen={isOpen}
      isDisabled={!view.mayOpen}
      end={<ViewMark view={view} />}
      onChoose={onOpen}
    >
      {view.name}
      {!view.mayOpen && <span className={classes.reason}>{t('views.no_filter')}</span>}
    </DropMenuItem>
  );
}

/** Whose view it is, in words too. */
function ViewMark({ view }: { view: TransactionView }) {
  const { t } = useTranslation();
  const Icon = view.isPinned ? IconPinned : view.isShared ? IconUsers : IconLock;
  const text = view.isOwn
    ? t(view.isShared ? 'views.shared' : 'views.private')
    : t('views.shared_by', { name: view.ownerName });
  return (
    <span title={text} className={classes.mark}>
      <Icon size={14} aria-hidden />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

interface ActionsProps {
  view: TransactionView | undefined;
  isChanged: boolean;
  hasViews: boolean;
  onSave: () => void;
  onDiscard: () => void;
  onPin: () => void;
  onDialog: (dialog: OpenDialog) => void;
}

/** What can be done with the open view and with the search on the screen. */
function ViewActions({ view, isChanged, hasViews, ...props }: ActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      {view?.isOwn === true && isChanged && (
        <DropMenuItem isNewGroup onChoose={props.onSave}>
          {t('views.save_changes', { name: view.name })}
        </DropMenuItem>
      )}
      {isChanged && (
        <DropMenuItem isNewGroup={view?.isOwn !== true} onChoose={props.onDiscard}>
          {t('views.discard_changes')}
        </DropMenuItem>
      )}
      <DropMenuItem isNewGroup={hasViews} onChoose={() => props.onDialog('new')}>
        {t('views.save_as')}
      </DropMenuItem>
      {view !== undefined && (
        <DropMenuItem onChoose={props.onPin}>{t(view.isPinned ? 'views.unpin' : 'views.pin')}</DropMenuItem>
      )}
      {view !== undefined && (
        <DropMenuItem onChoose={() => void navigate(paths.scheduledFiles({ view: view.id }))}>
          {t('views.send')}
        </DropMenuItem>
      )}
      {view?.isOwn === true && (
        <DropMenuItem onChoose={() => props.onDialog('edit')}>{t('views.edit')}</DropMenuItem>
      )}
      {view?.mayDelete === true && (
        <DropMenuItem isDangerous onChoose={() => props.onDialog('delete')}>
          {t('views.delete')}
        </DropMenuItem>
      )}
      {hasViews && (
        <DropMenuItem isNewGroup onChoose={() => props.onDialog('manage')}>
          {t('views.manage')}
        </DropMenuItem>
      )}
    </>
  );
}

/** Actions without a dialog. A refusal reads the views again. */
function useViewActions(orgId: number, search: { params: SearchParams; columns: readonly string[] }) {
  const queries = useQueryClient();
  const change = useSend(changeView, { handlesOwnErrors: true });
  const pin = useSend(pinView, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  const reread = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['listViews'] }),
      queries.invalidateQueries({ queryKey: ['countPinnedViews'] }),
    ]);
  const send = (sending: Promise<unknown>): Promise<unknown> => {
    setFailure(undefined);
    return sending.catch(setFailure).finally(reread);
  };
  return {
    failure,
    forget: () => setFailure(undefined),
    reread,
    save: ({ id, name, isShared, version }: TransactionView) =>
      send(
        change.mutateAsync({
          path: { orgId, viewId: id },
          body: {
            name,
            isShared,
            version,
            params: { ...viewParams(search.params) },
            columns: [...search.columns],
          },
        }),
      ),
    pin: ({ id, isPinned }: TransactionView) =>
      send(pin.mutateAsync({ path: { orgId, viewId: id }, body: { isPinned: !isPinned } })),
  };
}
