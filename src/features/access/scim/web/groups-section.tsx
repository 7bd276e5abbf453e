import { Button } from '@mantine/core';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { callUntil } from '#web/call/call.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listGroupMappings } from '../endpoints.ts';
import type { GroupMapping, Provisioning } from '../schemas.ts';
import { MapGroupDialog } from './map-group-dialog.tsx';
import classes from './provisioning.module.css';

interface Props {
  orgId: number;
  provisioning: Provisioning;
  onMapped: () => void;
}

const pageSize = 25;

/** The groups of the identity provider with the roles that they give, those without roles first. */
export function GroupsSection({ orgId, provisioning, onMapped }: Props) {
  const { t } = useTranslation();
  const [mapping, setMapping] = useState<GroupMapping>();
  const groups = useGroups(orgId, `${provisioning.groupCount} ${provisioning.lastChangeAt}`);
  const items = groups.data?.pages.flatMap((page) => page.items);
  return (
    <Section title={t('provisioning.groups_title')}>
      {groups.error !== null ? (
        <ErrorState
          title={t('provisioning.groups_failed')}
          requestId={groups.error.requestId}
          onRetry={() => void groups.refetch()}
        >
          {errorText(groups.error.message)}
        </ErrorState>
      ) : items === undefined ? (
        <SkeletonLines lines={4} />
      ) : items.length === 0 ? (
        <EmptyState title={t('provisioning.no_groups')}>{t('provisioning.no_groups_text')}</EmptyState>
      ) : (
        <div className="stack">
          <ul className={classes.rows}>
            {items.map((group) => (
              <GroupRow
                key={group.groupId}
                group={group}
                onMap={provisioning.mayChange ? () => setMapping(group) : undefined}
              />
            ))}
          </ul>
          {groups.hasNextPage && (
            <div>
              <Button
                variant="default"
                loading={groups.isFetchingNextPage}
                onClick={() => void groups.fetchNextPage()}
              >
                {t('provisioning.show_more')}
              </Button>
            </div>
          )}
        </div>
      )}
      {mapping !== undefined && (
        <MapGroupDialog
          orgId={orgId}
          companyId={provisioning.companyId}
          group={mapping}
          onClose={() => setMapping(undefined)}
          onMapped={() => {
            setMapping(undefined);
            void groups.refetch();
            onMapped();
          }}
        />
      )}
    </Section>
  );
}

function GroupRow({ group, onMap }: { group: GroupMapping; onMap: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { displayName, memberCount, roles } = group;
  const isMapped = roles.length > 0;
  const label = t(isMapped ? 'provisioning.change_roles' : 'provisioning.map');
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <div className={classes.title}>
          <span className={classes.name}>{displayName}</span>
          {!isMapped && <StatusBadge tone="warning" label={t('provisioning.unmapped')} />}
        </div>
        <p className={classes.facts}>
          {t('provisioning.members', { count: memberCount, number: memberCount })}
        </p>
        {isMapped && (
          <ul className={classes.list}>
            {roles.map(({ roleId, roleName, organisationId, organisationName }) => (
              <li key={`${roleId} ${organisationId}`}>
                {t('provisioning.role_at', { role: roleName, organisation: organisationName })}
              </li>
            ))}
          </ul>
        )}
      </div>
      {onMap && (
        <Button variant="default" size="compact-sm" aria-label={`${label}: ${displayName}`} onClick={onMap}>
          {label}
        </Button>
      )}
    </li>
  );
}

/** Reads the groups again when `state` changes, and shows the earlier ones until then. */
function useGroups(orgId: number, state: string) {
  type Page = ResponseInputOf<typeof listGroupMappings>;
  return useInfiniteQuery<Page, CallFailure, InfiniteData<Page>, readonly unknown[], number>({
    queryKey: [listGroupMappings.name, orgId, state],
    placeholderData: (before) => before,
    queryFn: ({ pageParam, signal }) =>
      callUntil(listGroupMappings, { path: { orgId }, query: { offset: pageParam, pageSize } }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const readCount = pages.reduce((sum, { items }) => sum + items.length, 0);
      return readCount < total ? readCount : undefined;
    },
    staleTime: 0,
    meta: { handlesOwnErrors: true },
  });
}
