import { Navigate, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { usePathPart } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { offsetPages } from '#web/list-screen/use-list-state.ts';
import { type Destination, paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getList } from '../../endpoints.ts';
import type { FraudList } from '../../list-shapes.ts';
import { type ItemsSearch, readItemsSearch } from '../../lists-address.ts';
import { type ListType, listTypes } from '../../standard-lists.ts';
import { BackTo } from '../back-to.tsx';
import { useListLabels } from '../use-list-labels.ts';
import { ListEditor } from './list-editor.tsx';

interface Routes {
  list: (search: ItemsSearch) => Destination;
  history: Destination;
  /** Where the list is one of many. */
  overview: { to: Destination; screen: string };
}

/** /lists/list/{type}/{id} */
export function ListEditorScreen() {
  const type = usePathPart('type');
  const id = usePathPart('id');
  const routes = useMemo<Routes>(
    () => ({
      list: (search) => paths.list(type, id, { ...search }),
      history: paths.listHistory(type, id),
      overview:
        type === 'parameterlist'
          ? { to: paths.lists(), screen: 'lists' }
          : { to: paths.standardLists(), screen: 'blackWhiteLists' },
    }),
    [type, id],
  );
  const isKnown = (listTypes as readonly string[]).includes(type) && /^\d{1,9}$/.test(id);
  return isKnown ? (
    <LoadedList key={id} listId={Number(id)} type={type as ListType} routes={routes} />
  ) : (
    <Navigate {...paths.error(404)} replace />
  );
}

/** /risk-controls/negativeList/{id}: with the optimize feature the list has its own screen. */
export function RiskControlsListScreen() {
  const id = usePathPart('id');
  const { features } = useSignedIn();
  const routes = useMemo<Routes>(
    () => ({
      list: (search) => paths.riskControlsList(id, { ...search }),
      history: paths.riskControlsListHistory(id),
      overview: { to: paths.riskControls(), screen: 'riskControls' },
    }),
    [id],
  );
  if (!/^\d{1,9}$/.test(id)) return <Navigate {...paths.error(404)} replace />;
  if (features.includes('ERE')) return <Navigate {...paths.list('negativeList', id)} replace />;
  return <LoadedList key={id} listId={Number(id)} type="negativeList" routes={routes} />;
}

interface Props {
  listId: number;
  type: ListType;
  routes: Routes;
}

/** A list that is missing or of another type leads to the error page, as every other failure does. */
function LoadedList({ listId, type, routes }: Props) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const path = { listId, orgId: organisation.selectedParentOrgId };
  const read = useCall(getList, { path }, { staleTime: 0 });
  const list = read.data;
  if (list === undefined) {
    return (
      <LoadingPage
        title={t('screen.list')}
        back={<BackTo {...routes.overview} />}
        queries={[read]}
        failed={t('fraud_lists.list_failed', { id: listId })}
        handlesOwnErrors={false}
        isWide
      />
    );
  }
  if (list.listType !== type) return <Navigate {...paths.error(404)} replace />;
  return <TitledEditor list={list} routes={routes} onChanged={() => void read.refetch()} />;
}

function TitledEditor({
  list,
  routes,
  onChanged,
}: {
  list: FraudList;
  routes: Routes;
  onChanged: () => void;
}) {
  const labels = useListLabels();
  const navigate = useNavigate();
  const { features } = useSignedIn();
  const address = useMemo(
    () => ({ name: 'listValues', read: readItemsSearch, to: routes.list, page: offsetPages<ItemsSearch>() }),
    [routes],
  );
  useTabTitle(labels.name(list));
  return (
    <ListEditor
      list={list}
      isMini={!features.includes('ERE')}
      address={address}
      onHistory={() => void navigate(routes.history)}
      onChanged={onChanged}
      onDeleted={() => void navigate(routes.overview.to)}
      back={<BackTo {...routes.overview} />}
    />
  );
}
