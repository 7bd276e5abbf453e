import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listPersonRequests } from '../endpoints.ts';
import type { FoundPerson } from '../schemas.ts';
import { FindForm } from './find-form.tsx';
import { PersonPreviewCard } from './person-preview-card.tsx';
import { RetentionTable } from './retention-table.tsx';
import { RequestList } from './request-list.tsx';

/** /settings/personal-data: find, export and erase what is held of a person (docs/domain.md#a-persons-data). */
export function PersonalDataScreen() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const [found, setFound] = useState<Found>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [shown, setShown] = useState<readonly string[]>();
  const requests = useCall(
    listPersonRequests,
    { path: { orgId } },
    { handlesOwnErrors: true, refetchInterval: 10_000 },
  );
  const take = (next: Found): void => {
    setFound(next);
    setChosen(next.customers.map(({ customerId }) => customerId));
    setShown(undefined);
  };
  const finish = (): void => {
    setFound(undefined);
    setShown(undefined);
    void queries.invalidateQueries({ queryKey: ['listPersonRequests'] });
  };
  return (
    <Page width="form" title={t('screen.personalData')} subtitle={t('personal_data.subtitle')}>
      <Card title={t('personal_data.find')}>
        <FindForm key={orgId} orgId={orgId} onFound={take} />
        {found !== undefined && (
          <FoundCustomers
            {...found}
            chosen={chosen}
            onChoose={(ids) => {
              setChosen(ids);
              setShown(undefined);
            }}
            onShow={() => setShown(chosen)}
          />
        )}
      </Card>
      {shown !== undefined && <PersonPreviewCard orgId={orgId} customerIds={shown} onRequested={finish} />}
      <Section title={t('personal_data.requests')}>
        {requests.isPending && <SkeletonLines lines={3} lineHeight={36} />}
        {requests.isError && (
          <ErrorState
            title={t('personal_data.failed')}
            requestId={requests.error.requestId}
            onRetry={() => void requests.refetch()}
          >
            {errorText(requests.error.message)}
          </ErrorState>
        )}
        {requests.data !== undefined && <RequestList orgId={orgId} requests={requests.data.requests} />}
      </Section>
      <Section title={t('personal_data.retention')} isOpenAtFirst={false}>
        <RetentionTable orgId={orgId} />
      </Section>
    </Page>
  );
}

interface Found {
  customers: FoundPerson[];
  hasMore: boolean;
}

interface FoundProps extends Found {
  chosen: readonly string[];
  onChoose: (customerIds: string[]) => void;
  onShow: () => void;
}

/** Who was found: the user chooses which of them are the person. */
function FoundCustomers({ customers, hasMore, chosen, onChoose, onShow }: FoundProps) {
  const { t } = useTranslation();
  if (customers.length === 0) return <p role="status">{t('personal_data.none')}</p>;
  return (
    <div className="stack" role="group" aria-label={t('personal_data.choose')}>
      <p>{t(hasMore ? 'personal_data.choose_more' : 'personal_data.choose')}</p>
      {customers.map(({ customerId, name, email, telephone, merchantName }) => (
        <CheckField
          key={customerId}
          label={[name, email, telephone, merchantName].filter((text) => text !== null).join(' · ')}
          isChecked={chosen.includes(customerId)}
          onChange={(isChecked) =>
            onChoose(isChecked ? [...chosen, customerId] : chosen.filter((id) => id !== customerId))
          }
        />
      ))}
      <div>
        <Button variant="default" disabled={chosen.length === 0} onClick={onShow}>
          {t('personal_data.show')}
        </Button>
      </div>
    </div>
  );
}
