import { Button } from '@mantine/core';
import { useState } from 'react';
import { covers } from '#shared/org-path.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { organisationNode } from '#web/session/organisation-node.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { moveOrganisation, previewMove } from '../../endpoints.ts';
import type { ManagedOrganisation, MovePreview, Organisation } from '../../schemas.ts';
import { childTypesOf } from '../../tree-rules.ts';
import classes from '../organisations.module.css';

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
  const previewing = useSend(previewMove, { isHandledHere: true });
  const moving = useSend(moveOrganisation, { isHandledHere: true });
  const [chosen, setChosen] = useState<Organisation>();
  const [preview, setPreview] = useState<MovePreview>();
  const [failure, setFailure] = useState<string>();
  const path = { orgId: organisation.id };
  const isBusy = previewing.isPending || moving.isPending;
  const fail = (cause: unknown) =>
    setFailure(errorText(cause instanceof CallFailure ? cause.message : 'internal_server_error'));

  async function choose(parent: Organisation): Promise<void> {
    setChosen(parent);
    setFailure(undefined);
    try {
      setPreview(await previewing.mutateAsync({ path, body: { parentId: parent.id } }));
    } catch (cause) {
      setPreview(undefined);
      fail(cause);
    }
  }
  async function move(parent: Organisation, previewHash: string): Promise<void> {
    setFailure(undefined);
    try {
      await moving.mutateAsync({ path, body: { parentId: parent.id, previewHash } });
    } catch (cause) {
      // Something has changed since: the user reads the new preview first.
      if (cause instanceof CallFailure && cause.code === 'PREVIEW_CHANGED') await choose(parent);
      return fail(cause);
    }
    onMoved();
  }
  const isPossible = (one: Organisation) =>
    childTypesOf(one.type).some((type) => type === organisation.type) &&
    one.id !== organisation.parentId &&
    !covers(organisation.path, one.parentPath);
  return (
    <Dialog
      isOpen
      isStatic={isBusy}
      onClose={onClose}
      size="medium"
      title={t('organisations.move_title', { name: organisation.name })}
      actions={
        <>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button
            disabled={chosen === undefined || preview === undefined}
            loading={isBusy}
            onClick={() => {
              if (chosen && preview) void move(chosen, preview.previewHash);
            }}
          >
            {t('organisations.move_confirm')}
          </Button>
        </>
      }
    >
      <div className={classes.text}>
        {failure !== undefined && <Notice kind="failed">{failure}</Notice>}
        <TreePicker
          isLow
          nodes={tree
            .filter(({ type }) => type !== 'MERCHANT')
            .map((one) => ({
              ...organisationNode(one),
              parentId: tree.some(({ id }) => id === one.parentOrgId) ? String(one.parentOrgId) : undefined,
              note: t(`organisation.type.${one.type}`),
            }))}
          offIds={new Set(tree.filter((one) => !isPossible(one)).map(({ id }) => String(id)))}
          selectedId={chosen === undefined ? undefined : String(chosen.id)}
          onPick={(id) => {
            const parent = tree.find((one) => String(one.id) === id);
            if (parent !== undefined) void choose(parent);
          }}
          label={t('organisations.new_parent')}
          searchLabel={t('organisation.search')}
          emptyText={t('organisation.none_found')}
        />
        {preview !== undefined && <Effects preview={preview} />}
      </div>
    </Dialog>
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
