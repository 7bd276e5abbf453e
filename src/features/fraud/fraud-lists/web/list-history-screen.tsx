import { Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { usePathPart } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getList } from '../endpoints.ts';
import { type ListType, listTypes } from '../standard-lists.ts';
import { type HistoryRoutes, ListHistory } from './list-history.tsx';

/** /lists/list/{type}/{id}/history */
export function ListHistoryScreen() {
  const type = usePathPart('type');
  const id = usePathPart('id');
  const routes = useMemo<HistoryRoutes>(
    () => ({
      list: paths.list(type, id),
      history: (search) => paths.listHistory(type, id, { ...search }),
    }),
    [type, id],
  );
  const isKnown = (listTypes as readonly string[]).includes(type) && /^\d{1,9}$/.test(id);
  return isKnown ? (
    <LoadedHistory key={id} listId={Number(id)} type={type as ListType} routes={routes} />
  ) : (
    <Navigate {...paths.error(404)} replace />
  );
}

/** /risk-controls/negativeList/{id}/history */
export function RiskControlsListHistoryScreen() {
  const id = usePathPart('id');
  const routes = useMemo<HistoryRoutes>(
    () => ({
      list: paths.riskControlsList(id),
      history: (search) => paths.riskControlsListHistory(id, { ...search }),
    }),
    [id],
  );
  if (!/^\d{1,9}$/.test(id)) return <Navigate {...paths.error(404)} replace />;
  return <LoadedHistory key={id} listId={Number(id)} type="negativeList" routes={routes} />;
}

function LoadedHistory({ listId, type, routes }: { listId: number; type: ListType; routes: HistoryRoutes }) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const path = { listId, orgId: organisation.selectedParentOrgId };
  const read = useCall(getList, { path });
  const list = read.data;
  if (list === undefined) {
    return (
      <LoadingPage
        title={t('screen.listHistory')}
        queries={[read]}
        failed={t('fraud_lists.list_failed', { id: listId })}
        handlesOwnErrors={false}
        isWide
      />
    );
  }
  if (list.listType !== type) return <Navigate {...paths.error(404)} replace />;
  return <ListHistory list={list} routes={routes} />;
}
