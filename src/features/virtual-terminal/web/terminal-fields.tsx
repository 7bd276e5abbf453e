import { Button } from '@mantine/core';
import { useState, type ReactNode, type Ref } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { scheduleErrors } from '#features/schedules/form/schedule-form.ts';
import { showsFinancialData } from '#features/hosted-sessions/terminal-rules.ts';
import { terminalErrors } from '../terminal-errors.ts';
import {
  type TerminalConfiguration,
  type TerminalForm,
  fitToConfiguration,
  withInstallation,
} from '../terminal-form.ts';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Card } from '#ui/layout/card.tsx';
import {
  CustomerFields,
  FinancialFields,
  OrderFields,
  type FieldsProps,
  PaymentFields,
} from './field-groups.tsx';
import type { TerminalData } from './use-terminal-data.ts';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { currentZone } from '#web/format/current-zone.ts';
import { Notice } from '#ui/feedback/notice.tsx';

interface Props {
  typed: TerminalForm;
  onType: (form: TerminalForm) => void;
  data: TerminalData;
  /** A payment is open: the form is read-only. */
  isShut: boolean;
  isBusy: boolean;
  notice: ReactNode;
  onSubmit: (form: TerminalForm, configuration: TerminalConfiguration) => Promise<void>;
  onReset: () => void;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The first section: everything about the payment except the card. */
export function TerminalFields(props: Props) {
  const { typed, data, isShut, isBusy } = props;
  const { t } = useTranslation();
  const { parts, choose, submit } = useTerminalForm(props);
  const { configuration } = data;
  return (
    <FormStack label={t('terminal.form')} onSubmit={submit}>
      <Card title={t('terminal.section.payment')} isShut={isShut} headingRef={props.headingRef}>
        <SelectField
          label={t('terminal.field.installation')}
          required
          value={typed.installation}
          choices={data.choices}
          placeholder={t(data.isLoading ? 'ui.loading' : 'terminal.choose_installation')}
          nothingFoundMessage={t('terminal.no_installation')}
          error={parts.errorOf('installation')}
          onChange={choose}
        />
        <TerminalNotices data={data} />
        <PaymentFields
          {...parts}
          isConfigurationLoading={data.isConfigurationLoading}
          isQueueEnabled={data.isQueueEnabled}
        />
      </Card>
      {showsFinancialData(configuration?.mcc) && (
        <Card title={t('terminal.section.fsd')} isShut={isShut}>
          <FinancialFields {...parts} />
        </Card>
      )}
      <Card title={t('terminal.section.customer')} isShut={isShut}>
        <CustomerFields {...parts} />
      </Card>
      <Card title={t('terminal.section.order')} isShut={isShut}>
        <OrderFields {...parts} />
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

/** Validation of the form: which errors are shown, and when it may be submitted. */
function useTerminalForm({ typed, onType, data, isShut, isBusy, onSubmit }: Props) {
  const { t } = useTranslation();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [today] = useState(() => zonedDate(new Date(), currentZone()));
  const [isTried, setIsTried] = useState(false);
  const { configuration } = data;
  const form = configuration == null ? typed : fitToConfiguration(typed, configuration);
  const errors = terminalErrors(form, configuration);
  const errorsOfSchedule = scheduleErrors(form.schedule, today);
  const parts: FieldsProps = {
    form,
    configuration,
    change: (part) => onType({ ...form, ...part }),
    errorOf: (field) => {
      const error = errors[field];
      const isShown = isTried || (left.has(field) && error !== 'required');
      if (error == null || !isShown) return undefined;
      return error === 'required'
        ? t(`terminal.error.required.${field.replace('fsd.', '')}`)
        : t(`terminal.error.${error}`);
    },
    scheduleErrors: isTried ? errorsOfSchedule : {},
    onLeave: (field) => setLeft(new Set([...left, field])),
  };

  function choose(installation: string | null): void {
    onType(withInstallation(form, installation));
    // Cleared fields count as untouched (docs/domain.md#virtual-terminal).
    setLeft(new Set([...left].filter((field) => field !== 'currency' && field !== 'amount')));
    setIsTried(false);
  }

  async function submit(): Promise<void> {
    setIsTried(true);
    if (configuration == null || isBusy || isShut) return;
    if (Object.keys({ ...errors, ...errorsOfSchedule }).length > 0) return;
    await onSubmit(form, configuration);
  }
  return { parts, choose, submit };
}

/** Failed requests that don't block the form (docs/domain.md#virtual-terminal). */
function TerminalNotices({ data }: { data: TerminalData }) {
  const { t } = useTranslation();
  const notice = (text: string, retry: () => void) => (
    <Notice
      kind="pending"
      action={
        <Button variant="default" size="xs" onClick={retry}>
          {t('ui.retry')}
        </Button>
      }
    >
      {text}
    </Notice>
  );
  return (
    <>
      {data.hasListFailed && notice(t('terminal.list_failed'), data.retryList)}
      {data.hasConfigurationFailed && notice(t('terminal.configuration_failed'), data.retryConfiguration)}
      {data.installations?.length === 0 && <Notice>{t('terminal.no_installations')}</Notice>}
    </>
  );
}
