import { Button } from '@mantine/core';
import { useState } from 'react';
import { covers } from '#shared/org-path.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { type CallFailure, toFailure, isVersionConflict } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { typedOrganisationNode } from '#web/session/session.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { moveOrganisation, previewMove } from '../endpoints.ts';
import type { ManagedOrganisation, MovePreview, Organisation } from '../schemas.ts';
import { childTypesOf } from '../tree-rules.ts';
import classes from './organisations.module.css';

interface Props {
  organisation: ManagedOrganisation;
  tree: readonly Organisation[];
  onMoved: () => void;
  onClose: () => void;
}

/** Moves an organisation: choose the new parent, read what changes, confirm. */
export function MoveDialog({ organisation, tree, onMoved, onClose }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const { newParent, preview, failure, isBusy, choose, move } = useMove(organisation.id, onMoved);
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onClose={onClose}
      size="medium"
      title={t('organisations.move_title', { name: organisation.name })}
      actions={
        <>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button
            disabled={newParent === undefined || preview === undefined}
            loading={isBusy}
            onClick={() => {
              if (newParent && preview) void move(newParent, preview.previewHash);
            }}
          >
            {t('organisations.move_confirm')}
          </Button>
        </>
      }
    >
      <div className={classes.text}>
        <FailureNotice failure={failure} />
        <ParentPicker {...{ organisation, tree, newParent }} onChoose={(parent) => void choose(parent)} />
        {preview !== undefined && <Effects preview={preview} />}
      </div>
    </Dialog>
  );
}

/** The chosen parent, the effects of the move, and the move itself. */
function useMove(orgId: number, onMoved: () => void) {
  const path = { orgId };
  const previewing = useSend(previewMove, { handlesOwnErrors: true });
  const moving = useSend(moveOrganisation, { handlesOwnErrors: true });
  const [newParent, setNewParent] = useState<Organisation>();
  const [preview, setPreview] = useState<MovePreview>();
  const [failure, setFailure] = useState<CallFailure>();

  async function choose(parent: Organisation): Promise<void> {
    setNewParent(parent);
    setFailure(undefined);
    try {
      setPreview(await previewing.mutateAsync({ path, body: { parentId: parent.id } }));
    } catch (cause) {
      setPreview(undefined);
      setFailure(toFailure(cause));
    }
  }
  async function move(parent: Organisation, previewHash: string): Promise<void> {
    setFailure(undefined);
    try {
      await moving.mutateAsync({ path, body: { parentId: parent.id, previewHash } });
    } catch (cause) {
      // Something has changed since: the user reads the new preview first.
      if (isVersionConflict(cause)) await choose(parent);
      return setFailure(toFailure(cause));
    }
    onMoved();
  }
  return {
    newParent,
    preview,
    failure,
    isBusy: previewing.isPending || moving.isPending,
    choose,
    move,
  };
}

interface PickerProps {
  organisation: ManagedOrganisation;
  tree: readonly Organisation[];
  newParent: Organisation | undefined;
  onChoose: (parent: Organisation) => void;
}

/** The tree without merchants. Only possible parents can be chosen. */
function ParentPicker({ organisation, tree, newParent, onChoose }: PickerProps) {
  const { t } = useTranslation();
  const isPossible = (candidate: Organisation) =>
    childTypesOf(candidate.type).some((type) => type === organisation.type) &&
    candidate.id !== organisation.parentId &&
    !covers(organisation.path, candidate.parentPath);
  return (
    <TreePicker
      isLow
      nodes={tree
        .filter(({ type }) => type !== 'MERCHANT')
        .map((node) => ({
          ...typedOrganisationNode(node, t),
          parentId: tree.some(({ id }) => id === node.parentOrgId) ? String(node.parentOrgId) : undefined,
        }))}
      offIds={new Set(tree.filter((node) => !isPossible(node)).map(({ id }) => String(id)))}
      selectedId={newParent === undefined ? undefined : String(newParent.id)}
      onPick={(id) => {
        const parent = tree.find((node) => String(node.id) === id);
        if (parent !== undefined) onChoose(parent);
      }}
      label={t('organisations.new_parent')}
      searchLabel={t('organisation.search')}
      emptyText={t('organisation.none_found')}
    />
  );
}

/** People, rules and features that a move affects. */
function Effects({ preview }: { preview: MovePreview }) {
  const { t } = useTranslation();
  const lines = (['losing', 'gaining', 'rules'] as const).flatMap((kind) => {
    const { count, names } = preview[kind];
    if (count === 0) return [];
    const more = count - names.length;
    const list =
      more === 0 ? names.join(', ') : t('organisations.and_more', { names: names.join(', '), more });
    return [t(`organisations.effect.${kind}`, { number: count, names: list })];
  });
  for (const kind of ['featuresLost', 'featuresGained'] as const) {
    const names = preview[kind].map((code) => t(`organisations.feature.${code}.name`)).join(', ');
    if (names !== '') lines.push(t(`organisations.effect.${kind}`, { names }));
  }
  return lines.length === 0 ? (
    <p>{t('organisations.effect.none')}</p>
  ) : (
    <ul className={classes.list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
