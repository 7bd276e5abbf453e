import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  type TerminalConfiguration,
  type TerminalForm,
  isTouchedForm,
  isMailable,
} from '../terminal-form.ts';
import { PaymentSection, ResultSection, SessionNotice } from './session-sections.tsx';
import { type TerminalFormState, useTerminalForm, type TerminalData } from './use-terminal-form.ts';
import { useTerminalSession } from './use-terminal-session.ts';
import { Page } from '#ui/layout/page.tsx';
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
  const { t, language } = useTranslation();
  const session = useTerminalSession();
  const { stage, message } = session;
  /** The form of the last payment, which has no unsaved changes. */
  const [paid, setPaid] = useState<TerminalForm>();
  const [formKey, setFormKey] = useState(0);
  const [last, setLast] = useState(session.lastInstallation);
  const form = useTerminalForm(last, submit);
  const { typed } = form;
  const { isLastGone } = form.data;
  const { dropLast } = session;
  useEffect(() => {
    if (isLastGone) dropLast();
    // `dropLast` does the same in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isLastGone]);

  async function submit(adaptedForm: TerminalForm, configuration: TerminalConfiguration): Promise<void> {
    if (stage.step !== 'form') return;
    const place = {
      returnUrl: `${location.origin}/virtual-terminal/transaction-redirect`,
      skin: startupConfig().virtualTerminalSkinId,
      locale: language,
    };
    await session.start(
      String(configuration.installation.id),
      buildSessionBody(adaptedForm, configuration, place),
    );
  }

  function startAnother(): void {
    setPaid(typed);
    session.another(isTouchedForm(typed) ? { name: 'form_kept' } : undefined);
  }

  const notice = <SessionNotice message={message} onClose={session.closeMessage} />;
  // A rejection is shown at the button, the end of the last session at the top of the form.
  const isRefused = stage.step === 'form' && message?.name === 'not_created';
  const heading = useFormHeading(stage.step);
  const isUnsaved = stage.step === 'form' && typed !== paid && isTouchedForm(typed);
  return (
    <Page width="form" title={t('screen.virtualTerminal')} subtitle={t('terminal.intro')}>
      <UnsavedGuard isDirty={isUnsaved || stage.step === 'paying'} />
      <div className="stack">
        {stage.step === 'form' && !isRefused && notice}
        <TerminalFields
          key={formKey}
          headingRef={heading}
          form={form}
          isShut={stage.step !== 'form'}
          isBusy={session.isCreating}
          notice={isRefused && notice}
          onReset={() => {
            form.reset();
            setLast(undefined);
            session.closeMessage();
            setFormKey(formKey + 1);
          }}
        />
        {stage.step !== 'form' && notice}
        {stage.step === 'paying' && (
          <PaymentSection
            stage={stage}
            isStatusUnknown={session.isStatusUnknown}
            isClosing={session.isClosing}
            onEnd={session.refreshStatus}
            onCancel={session.cancel}
          />
        )}
        {stage.step === 'result' && <ResultSection stage={stage} onAnother={startAnother} />}
      </div>
    </Page>
  );
}

/** Moves the focus to the form's heading when the payment section closes. */
function useFormHeading(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (step === 'form' && before.current !== 'form') heading.current?.focus();
    before.current = step;
  }, [step]);
  return heading;
}

interface TerminalFieldsProps {
  form: TerminalFormState;
  /** A payment is open: the form is read-only. */
  isShut: boolean;
  isBusy: boolean;
  notice: ReactNode;
  onReset: () => void;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The first section: everything about the payment except the card. */
function TerminalFields(props: TerminalFieldsProps) {
  const { form, isShut, isBusy } = props;
  const { t } = useTranslation();
  const { data } = form;
  return (
    <FormStack label={t('terminal.form')} onSubmit={form.submit}>
      <Card title={t('terminal.section.payment')} isShut={isShut} headingRef={props.headingRef}>
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
        <PaymentFields form={form} />
      </Card>
      {showsFinancialData(data.configuration?.mcc) && (
        <Card title={t('terminal.section.fsd')} isShut={isShut}>
          <FinancialFields form={form} />
        </Card>
      )}
      <Card title={t('terminal.section.customer')} isShut={isShut}>
        <CustomerFields form={form} />
      </Card>
      <Card title={t('terminal.section.order')} isShut={isShut}>
        <OrderFields form={form} />
      </Card>
      {props.notice}
      {!isShut && (
        <FormFooter>
          <Button variant="default" onClick={props.onReset}>
            {t('terminal.reset')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('terminal.submit')}
          </Button>
        </FormFooter>
      )}
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
  /** The user's locale, also used for the payer's receipt. */
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
