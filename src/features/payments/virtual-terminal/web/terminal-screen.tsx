import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  type LastChoice,
  type TerminalConfiguration,
  type TerminalForm,
  isTouchedForm,
  isMailable,
  nextForm,
  opensNextCard,
  parseLastChoice,
} from '../terminal-form.ts';
import { LastPayments } from './last-payments.tsx';
import { type PaymentSummary, PaymentSection, ResultSection, SessionNotice } from './session-sections.tsx';
import { type TerminalFormState, useTerminalForm, type TerminalData } from './use-terminal-form.ts';
import { useTerminalSession } from './use-terminal-session.ts';
import { Page } from '#ui/layout/page.tsx';
import { readColumns, writeColumns } from '#web/session/client-storage.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { NextStep } from '#web/links/next-step.tsx';
import { Button } from '@mantine/core';
import { showsFinancialData, financialFields } from '#features/payments/hosted-sessions/terminal-rules.ts';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CustomerFields, FinancialFields, OrderFields, PaymentFields } from './field-groups.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { RequestId } from '#ui/feedback/request-id.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import type { BodyInputOf } from '#shared/define-endpoint.ts';
import type { createPaymentSession } from '#features/payments/hosted-sessions/endpoints.ts';
import { toSchedule } from '#features/payments/schedules/schedule-form.ts';

/**
 * /virtual-terminal: a card payment by phone or mail (docs/domain.md#virtual-terminal). Changing the organisation
 * resets the screen.
 */
export function TerminalScreen() {
  const { organisation } = useSignedIn();
  return <Terminal key={organisation.selectedParentOrgId} />;
}

function Terminal() {
  const { t } = useTranslation();
  const { session, form, formKey, reset, startNext } = useTerminal();
  const { stage, message } = session;
  const notice = <SessionNotice message={message} onClose={session.closeMessage} />;
  // A rejection is shown at the button, the end of the last session at the top of the form.
  const isRefused = stage.step === 'form' && message?.name === 'not_created';
  const focus = useFormFocus(
    stage.step,
    form.values.currency !== '' && form.data.configuration !== undefined,
  );
  const isUnsaved = stage.step === 'form' && isTouchedForm(form.typed);
  const isOpenHere = stage.step !== 'form' && stage.session.address !== undefined;
  const summary = isOpenHere ? summaryOf(form) : undefined;
  return (
    <Page width="form" title={t('screen.virtualTerminal')} subtitle={t('terminal.intro')}>
      <UnsavedGuard isDirty={isUnsaved || stage.step === 'paying'} />
      <div className="stack">
        {!isRefused && notice}
        {stage.step === 'form' && (
          <TerminalFields
            key={formKey}
            headingRef={focus.heading}
            amountRef={focus.amount}
            form={form}
            isBusy={session.isCreating}
            notice={isRefused && notice}
            onReset={reset}
          />
        )}
        {stage.step === 'paying' && (
          <PaymentSection
            stage={stage}
            summary={summary}
            isStatusUnknown={session.isStatusUnknown}
            isClosing={session.isClosing}
            onEnd={session.refreshStatus}
            onCancel={session.cancel}
          />
        )}
        {stage.step === 'result' && (
          <ResultSection
            key={stage.session.sessionId}
            stage={stage}
            summary={summary}
            isOpening={session.isCreating}
            onNext={() => void startNext()}
          />
        )}
        {stage.step !== 'paying' && form.data.installation !== null && (
          <LastPayments installationId={form.data.installation} />
        )}
      </div>
    </Page>
  );
}

/** The session, the form, and what the clerk does with them. */
function useTerminal() {
  const { language } = useTranslation();
  const session = useTerminalSession();
  const { stage } = session;
  const [formKey, setFormKey] = useState(0);
  const [last, setLast] = useLastChoice(session.lastInstallation);
  const form = useTerminalForm(last, submit);
  const { isLastGone } = form.data;
  const { dropLast } = session;
  useEffect(() => {
    if (isLastGone) dropLast();
    // `dropLast` does the same in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isLastGone]);

  async function submit(adaptedForm: TerminalForm, configuration: TerminalConfiguration): Promise<void> {
    if (stage.step !== 'form') return;
    const { installation, currency } = adaptedForm;
    if (installation !== null) setLast({ installation, currency });
    await openSession(adaptedForm, configuration);
  }

  async function openSession(
    adaptedForm: TerminalForm,
    configuration: TerminalConfiguration,
  ): Promise<boolean> {
    const place = {
      returnUrl: `${location.origin}/virtual-terminal/transaction-redirect`,
      skin: startupConfig().virtualTerminalSkinId,
      locale: language,
    };
    return session.start(
      String(configuration.installation.id),
      buildSessionBody(adaptedForm, configuration, place),
      { isNext: stage.step === 'result' },
    );
  }

  function reset(): void {
    form.reset();
    setLast(undefined);
    session.closeMessage();
    setFormKey(formKey + 1);
  }

  async function startNext(): Promise<void> {
    const { configuration } = form.data;
    if (configuration !== undefined && opensNextCard(form.values, configuration)) {
      // The result stays until the next payment is open, and when it could not be opened.
      if (!(await openSession(nextForm(form.values), configuration))) return;
    } else {
      session.another();
    }
    form.next();
  }
  return { session, form, formKey, reset, startNext };
}

/** The installation of the last payment in this tab, else what the user chose last in this browser. */
function useLastChoice(installation: string | undefined) {
  const { userId } = useSignedIn();
  const [last, setLast] = useState(() => {
    const stored = parseLastChoice(readColumns(userId, 'terminal'));
    return installation === undefined || stored?.installation === installation
      ? stored
      : { installation, currency: '' };
  });
  function remember(choice: LastChoice | undefined): void {
    if (choice !== undefined) writeColumns(userId, 'terminal', choice);
    setLast(choice);
  }
  return [last, remember] as const;
}

/** What the clerk has entered, while the card is entered and in the result. */
function summaryOf({ values, data }: TerminalFormState): PaymentSummary {
  return {
    amount: values.amount,
    currency: values.currency,
    place: data.configuration?.installation,
    reference: values.merchantReference.trim(),
    isAuthorisation: values.preauth,
    mailTo:
      isMailable(values.customerEmail) && !values.emailReceipt ? values.customerEmail.trim() : undefined,
  };
}

/**
 * Where the focus goes with the form: to the amount of the next payment, and of the first when everything before it is chosen
 * already; to the heading after a payment without a result.
 */
function useFormFocus(step: string, isReady: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (step === 'form' && before.current === 'result') amount.current?.focus();
    else if (step === 'form' && before.current === 'paying') heading.current?.focus();
    before.current = step;
  }, [step]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isReady || !isFirst.current) return;
    isFirst.current = false;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === 'main') amount.current?.focus();
  }, [isReady]);
  return { heading, amount };
}

interface TerminalFieldsProps {
  form: TerminalFormState;
  isBusy: boolean;
  notice: ReactNode;
  onReset: () => void;
  headingRef: Ref<HTMLHeadingElement>;
  amountRef: Ref<HTMLInputElement>;
}

/** The first section: everything about the payment except the card. */
function TerminalFields(props: TerminalFieldsProps) {
  const { form, isBusy } = props;
  const { t } = useTranslation();
  const { data } = form;
  return (
    <FormStack label={t('terminal.form')} onSubmit={form.submit}>
      <Card title={t('terminal.section.payment')} headingRef={props.headingRef}>
        <SelectField
          label={t('terminal.field.installation')}
          required
          value={form.values.installation}
          choices={data.choices}
          placeholder={t(data.isLoading ? 'ui.loading' : 'terminal.choose_installation')}
          nothingFoundMessage={t('terminal.no_installation')}
          error={form.error('installation')}
          onChange={form.choose}
        />
        <TerminalNotices data={data} />
        <PaymentFields form={form} amountRef={props.amountRef} />
      </Card>
      {showsFinancialData(data.configuration?.mcc) && (
        <Card title={t('terminal.section.fsd')}>
          <FinancialFields form={form} />
        </Card>
      )}
      <Card title={t('terminal.section.customer')}>
        <CustomerFields form={form} />
      </Card>
      <Card title={t('terminal.section.order')}>
        <OrderFields form={form} />
      </Card>
      {props.notice}
      <FormFooter>
        <Button variant="default" onClick={props.onReset}>
          {t('terminal.reset')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('terminal.submit')}
        </Button>
      </FormFooter>
    </FormStack>
  );
}

/** Failed requests that don't block the form (docs/domain.md#virtual-terminal). */
function TerminalNotices({ data }: { data: TerminalData }) {
  const { t } = useTranslation();
  const notice = (text: string, failure: CallFailure, retry: () => void) => (
    <Notice
      kind="pending"
      action={
        <Button variant="default" size="xs" onClick={retry}>
          {t('ui.retry')}
        </Button>
      }
    >
      <p>{text}</p>
      <RequestId id={failure.requestId} />
    </Notice>
  );
  return (
    <>
      {data.listFailure && notice(t('terminal.list_failed'), data.listFailure, data.retryList)}
      {data.configurationFailure &&
        notice(t('terminal.configuration_failed'), data.configurationFailure, data.retryConfiguration)}
      {data.installations?.length === 0 && (
        <Notice>
          {t('terminal.no_installations')}
          <NextStep />
        </Notice>
      )}
    </>
  );
}

interface SessionOptions {
  /** The redirect page on the portal's own origin, where the frame returns. */
  returnUrl: string;
  skin: string;
  /** The user's locale, also of receipts without a language of the customer. */
  locale: string;
}

/**
 * The request for the hosted session (docs/domain.md#virtual-terminal). Only for a form without errors. Empty fields
 * are left out.
 */
export function buildSessionBody(
  form: TerminalForm,
  configuration: TerminalConfiguration,
  { returnUrl, skin, locale }: SessionOptions,
): BodyInputOf<typeof createPaymentSession> {
  const email = form.customerEmail.trim();
  const fsd = showsFinancialData(configuration.mcc) ? withoutEmpty(form.fsd) : undefined;
  return withoutEmpty({
    session: { returnUrl: { url: returnUrl }, skin },
    transaction: withoutEmpty({
      money: { currency: form.currency, amount: { fixed: form.amount } },
      commerceType: 'MOTO',
      channel: 'VIRTUAL_TERMINAL',
      deferred: form.preauth,
      recurring: form.continuousAuthority === 'recurring' || undefined,
      instalment: form.continuousAuthority === 'instalment' || undefined,
      merchantReference: form.merchantReference,
      description: form.description,
    }),
    customer: withoutEmpty({
      registered: false,
      identity: withoutEmpty({ merchantCustomerId: form.merchantCustomerReference }),
      details: withoutEmpty({
        emailAddress: email,
        address: withoutEmpty({
          line1: form.addressLine1,
          line2: form.addressLine2,
          city: form.city,
          region: form.region,
          postcode: form.postcode,
        }),
      }),
    }),
    features: { paymentMethods: ['card'], showResultsPage: false },
    financialServices:
      fsd && withoutEmpty(Object.fromEntries(financialFields.map((field) => [field, fsd[field]]))),
    order: form.hasOrder ? toOrder(form) : undefined,
    schedule: toSchedule(form.schedule),
    emailReceipt: (form.emailReceipt && isMailable(email)) || undefined,
    receiptLocale: form.customerLanguage ?? undefined,
    locale,
  }) as BodyInputOf<typeof createPaymentSession>;
}

const toOrder = (form: TerminalForm) =>
  withoutEmpty({
    orderRef: form.orderRef,
    shippingAddress: withoutEmpty({
      name: form.shippingName,
      line1: form.shippingLine1,
      line2: form.shippingLine2,
      city: form.shippingCity,
      region: form.shippingRegion,
      postcode: form.shippingPostcode,
    }),
  });

/** Drops empty parts; undefined when all are empty. */
function withoutEmpty(parts: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const filled = Object.entries(parts)
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}
