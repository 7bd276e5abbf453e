import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useCall } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getLinkedRules } from '../../endpoints.ts';
import type { FraudList } from '../../list-shapes.ts';
import classes from '../fraud-lists.module.css';
import { ListStatus } from '../list-status.tsx';
import { useListLabels } from '../use-list-labels.ts';

/** The rules that refer to a list, of those that the user may open. */
export function LinkedRulesDialog({ list, onClose }: { list: FraudList | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const texts = useUiTexts();
  const last = useLastShown(list);
  return (
    <Dialog
      isOpen={list !== undefined}
      onClose={onClose}
      title={t('fraud_lists.linked_title', { name: last === undefined ? '' : labels.name(last) })}
      size="medium"
      actions={
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      {last !== undefined && <LinkedRules list={last} />}
    </Dialog>
  );
}

function LinkedRules({ list }: { list: FraudList }) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const { data, error, refetch } = useCall(
    getLinkedRules,
    { path: { listId: list.listId, orgId: organisation.selectedParentOrgId } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  if (error !== null) {
    return (
      <ErrorState
        title={t('fraud_lists.linked_failed')}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      >
        {errorText(error.message)}
      </ErrorState>
    );
  }
  if (data === undefined) return <SkeletonLines lines={3} />;
  if (data.length === 0) return <p className={classes.summary}>{t('fraud_lists.linked_none')}</p>;
  return (
    <ul className={classes.linked}>
      {data.map(({ ruleIdentifier, name, active }) => (
        <li key={ruleIdentifier}>
          <Link {...paths.rule(ruleIdentifier)}>{name}</Link>
          <ListStatus isActive={active} />
        </li>
      ))}
    </ul>
  );
}
