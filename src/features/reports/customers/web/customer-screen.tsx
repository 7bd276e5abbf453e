import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { IconLink, IconRepeat } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { LinkStateBadge } from '#features/payments/smart-links/web/link-columns.tsx';
import { createSmartLinkBatch } from '#features/payments/smart-links/endpoints.ts';
import { repeatTransaction } from '#features/payments/payments/endpoints.ts';
import { ScheduleStatusBadge } from '#features/payments/schedules/web/schedule-status-badge.tsx';
import { TotalsTable } from '#features/record/reporting/web/money-totals.tsx';
import { cardText } from '#web/format/card-text.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { usePathPart } from '#web/address.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { repeatState } from '#web/links/repeat-state.ts';
import { linkDraftState } from '#web/links/link-draft.ts';
import { OlderPages, useOlderPages } from '#web/list-screen/older-pages.tsx';
import { PageActionBar } from '#web/palette/page-action-bar.tsx';
import { paths } from '#web/paths.ts';
import { useDensity } from '#web/preferences.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { maxSummed } from '../customer-limits.ts';
import { getCustomer, listCustomerPayments } from '../endpoints.ts';
import type { Customer, CustomerPayment, CustomerView } from '../schemas.ts';
import { CustomerNotes } from './customer-notes.tsx';
import { customerPaymentColumns } from './customer-payment-columns.tsx';
import classes from './customers.module.css';

/** /customers/:customerId (docs/domain.md#finding-customers). */
export function CustomerScreen() {
  const customerId = usePathPart('customerId');
  // An invalid id shows the same error as an unknown one.
  if (!/^[1-9]\d{0,14}$/.test(customerId)) return <Navigate {...paths.error(404)} replace />;
  return <CustomerDetails key={customerId} customerId={customerId} />;
}

function CustomerDetails({ customerId }: { customerId: string }) {
  const { t } = useTranslation();
  const read = useCall(getCustomer, { path: { customerId } }, { handlesOwnErrors: true, staleTime: 0 });
  if (read.data !== undefined)
    return <LoadedCustomer customer={read.data} onChanged={async () => void (await read.refetch())} />;
  return (
    <LoadingPage
      title={t('screen.customer')}
      queries={[read]}
      failed={t('customers.failed')}
      notFound={t('customers.not_found', { id: customerId })}
      isWide
    />
  );
}

interface Props {
  customer: CustomerView;
}

function LoadedCustomer({ customer, onChanged }: Props & { onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const title = customer.name ?? customer.email ?? customer.reference ?? t('screen.customer');
  useTabTitle(title);
  const { schedules, links, cases, email } = customer;
  return (
    <Page
      title={title}
      subtitle={
        <Headline
          status={null}
          kind={t(`customers.kind.${customer.kind}`)}
          owner={customer.merchantName}
          time={
            <>
              {t('customers.since')} <TimeText at={customer.firstAt} isShort />
            </>
          }
        />
      }
      actions={<CustomerActions customer={customer} />}
    >
      <SameEmail customer={customer} />
      {customer.recentFailures >= manyFailures && (
        <Notice kind="pending" title={t('customers.failures', { number: customer.recentFailures })}>
          {t('customers.failures_text')}
        </Notice>
      )}
      <div className={classes.columns}>
        <div className="stack">
          <Section title={t('customers.totals')}>
            {customer.totals.length === 0 ? (
              <p className="quiet-text">{t('customers.no_totals')}</p>
            ) : (
              <TotalsTable data={customer} />
            )}
            {customer.isPartial && (
              <p className="quiet-text">{t('customers.partial', { number: maxSummed })}</p>
            )}
          </Section>
          <Section title={t('customers.transactions')}>
            <Payments customer={customer} />
          </Section>
          <Section title={t('customers.cards')}>
            <Cards customer={customer} />
          </Section>
        </div>
        <div className="stack">
          <Section title={t('customers.details')}>
            <CustomerFacts customer={customer} />
          </Section>
          <Section title={t('customers.notes')}>
            <CustomerNotes customer={customer} onChanged={onChanged} />
          </Section>
          {schedules !== null && <Schedules schedules={schedules} />}
          {links !== null && <Links links={links} email={email} />}
          {cases !== null && <Cases cases={cases} />}
        </div>
      </div>
    </Page>
  );
}

/** Failed payments of 30 days that are worth a sentence. */
const manyFailures = 3;

function CustomerActions({ customer }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSignedIn();
  const { email, totals, repeatable } = customer;
  const mayRepeat = isAllowed(session, { to: repeatTransaction, path: customer.merchantPath });
  const mayLink = isAllowed(session, { to: createSmartLinkBatch });
  const draft = { currency: totals[0]?.ccyCode ?? '', amount: '', emailAddress: email };
  const sendLink = {
    id: 'link',
    label: t('customers.send_link'),
    icon: IconLink,
    go: () => void navigate({ ...paths.createSmartLinks(), state: linkDraftState(draft) as object }),
  };
  const repeat = {
    id: 'repeat',
    label: t('customers.repeat'),
    icon: IconRepeat,
    go: () => void navigate({ ...paths.transaction(repeatable ?? ''), state: repeatState }),
  };
  return (
    <PageActionBar
      {...(mayLink ? { primary: sendLink } : {})}
      {...(repeatable === null || !mayRepeat ? {} : { secondary: repeat })}
    />
  );
}

function CustomerFacts({ customer }: Props) {
  const { t } = useTranslation();
  const { email, telephone, reference, kind, merchantName } = customer;
  return (
    <>
      <Facts
        columns={1}
        facts={[
          { label: t('customers.column.email'), value: email !== null && <CopyText text={email} /> },
          { label: t('customers.column.telephone'), value: telephone, isNumeric: true },
          {
            label: t('customers.column.reference'),
            value: reference !== null && <CopyText text={reference} />,
          },
        ]}
      />
      <p className="quiet-text">{t(`customers.kind_text.${kind}`, { merchant: merchantName })}</p>
    </>
  );
}

/** Why payments with one email are several customers. */
function SameEmail({ customer }: Props) {
  const { t } = useTranslation();
  if (customer.sameEmail.length === 0) return null;
  return (
    <div className={classes.others}>
      <span className="quiet-text">{t('customers.same_email')}</span>
      {customer.sameEmail.map((other) => (
        <LinkButton key={other.id} to={paths.customer(other.id)} variant="default" size="compact-sm">
          <OtherName other={other} />
        </LinkButton>
      ))}
    </div>
  );
}

function OtherName({
  other: { name, email, kind, reference, merchantName },
}: {
  other: Customer;
}): ReactNode {
  const { t } = useTranslation();
  const how = kind === 'RECORD' && reference !== null ? reference : t(`customers.kind.${kind}`);
  return [name ?? email, how, merchantName].filter((part) => part !== null).join(' · ');
}

const rowId = ({ transactionId }: CustomerPayment): string => transactionId;
const visibleRows = 12;

function Payments({ customer }: Props) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const navigate = useNavigate();
  const density = useDensity();
  const pages = useOlderPages();
  const { before } = pages;
  const read = useCall(
    listCustomerPayments,
    { path: { customerId: customer.id }, query: before === undefined ? {} : { after: before } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  const columns = useMemo(
    () => customerPaymentColumns(t, times, browserLocale(language)),
    [t, times, language],
  );
  const rows = read.data?.payments;
  if (read.error !== null) {
    return (
      <ErrorState
        title={t('customers.transactions_failed')}
        requestId={read.error.requestId}
        onRetry={() => void read.refetch()}
      >
        {errorText(read.error.message)}
      </ErrorState>
    );
  }
  if (rows === undefined) return <SkeletonLines lines={6} />;
  return (
    <>
      <DataGrid
        label={t('customers.transactions')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        isLoading={read.isFetching}
        density={density}
        visibleRows={Math.min(Math.max(rows.length, 1), visibleRows)}
        onOpen={({ transactionId }) => void navigate(paths.transaction(transactionId))}
      />
      <OlderPages
        pages={pages}
        hasMore={read.data?.hasMore === true}
        lastRow={rows.at(-1)?.transactionId}
        labels={{ newer: t('customers.newer'), older: t('customers.older') }}
      />
    </>
  );
}

function Cards({ customer: { cards } }: Props) {
  const { t } = useTranslation();
  if (cards.length === 0) return <p className="quiet-text">{t('customers.no_cards')}</p>;
  return (
    <ul className="lined-list">
      {cards.map(({ paymentProduct, maskedPan, expiry, payments, lastAt, transactionId, alsoUsedBy }) => (
        <li key={transactionId}>
          <Link {...paths.transaction(transactionId)}>
            {[cardText(paymentProduct, maskedPan, t), expiry?.replace(/^(\d\d)(\d\d)$/, '$1/$2')]
              .filter(Boolean)
              .join(' · ')}
          </Link>
          <span className="quiet-text">
            {t('customers.card_payments', { number: payments })} · <TimeText at={lastAt} isShort />
          </span>
          {alsoUsedBy !== null && alsoUsedBy.length > 0 && (
            <div className={classes.others}>
              <span className="quiet-text">{t('customers.also_used_by')}</span>
              {alsoUsedBy.map((other) => (
                <Link key={other.id} {...paths.customer(other.id)}>
                  {other.name ?? other.email ?? other.reference}
                </Link>
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Schedules({ schedules }: { schedules: NonNullable<CustomerView['schedules']> }) {
  const { t } = useTranslation();
  const times = useTimes();
  return (
    <ListedSection title={t('customers.schedules')} none={t('customers.no_schedules')}>
      {schedules.map(({ scheduleId, status, nextOn, nextAmount, currency }) => (
        <li key={scheduleId}>
          <Link {...paths.schedule(scheduleId)}>
            {nextAmount === null || nextOn === null ? (
              t('customers.schedule')
            ) : (
              <>
                <MoneyText amount={nextAmount} currencyCode={currency} /> ·{' '}
                {t('customers.next_on', { day: times.shortDay(nextOn) })}
              </>
            )}
          </Link>
          <ScheduleStatusBadge status={status} />
        </li>
      ))}
    </ListedSection>
  );
}

function Links({ links, email }: { links: NonNullable<CustomerView['links']>; email: string | null }) {
  const { t } = useTranslation();
  return (
    <ListedSection title={t('customers.links')} none={t('customers.no_links')}>
      {links.map((link) => (
        <li key={link.linkId}>
          <Link {...paths.smartLinks({ emailAddress: email ?? '' })}>
            {link.amount === null ? (
              t('smart_links.any_amount', { currency: link.currency })
            ) : (
              <MoneyText amount={link.amount} currencyCode={link.currency} />
            )}
          </Link>
          <LinkStateBadge state={link.state} t={t} />
          <span className="quiet-text">
            {link.description !== null && `${link.description} · `}
            <TimeText at={link.created} isShort />
          </span>
        </li>
      ))}
    </ListedSection>
  );
}

function Cases({ cases }: { cases: NonNullable<CustomerView['cases']> }) {
  const { t } = useTranslation();
  return (
    <ListedSection title={t('customers.cases')} none={t('customers.no_cases')}>
      {cases.map(({ caseId, outcome, openedAt }) => (
        <li key={caseId}>
          <Link {...paths.case(caseId)}>{t('cases.title', { id: caseId })}</Link>
          <span>{t(outcome === null ? 'cases.status.OPEN' : `cases.outcome.${outcome}`)}</span>
          <span className="quiet-text">
            <TimeText at={openedAt} isShort />
          </span>
        </li>
      ))}
    </ListedSection>
  );
}

function ListedSection({
  title,
  none,
  children,
}: {
  title: string;
  none: string;
  children: readonly ReactNode[];
}) {
  return (
    <Section
      title={title}
      aside={children.length > 0 && <span className="quiet-text">{children.length}</span>}
    >
      {children.length === 0 ? (
        <p className="quiet-text">{none}</p>
      ) : (
        <ul className="lined-list">{children}</ul>
      )}
    </Section>
  );
}
