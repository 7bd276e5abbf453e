import { Button } from '@mantine/core';
import { useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { scheduleErrors } from '#features/schedules/form/schedule-form.ts';
import { showsFinancialData } from '#features/hosted-sessions/terminal-rules.ts';
import { terminalErrors, type TerminalField } from '#features/virtual-terminal/terminal-errors.ts';
import {
  type TerminalConfiguration,
  type TerminalForm,
  fittedTo,
  withInstallation,
} from '#features/virtual-terminal/terminal-form.ts';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CustomerFields } from '#features/virtual-terminal/web/form/customer-fields.tsx';
import { FinancialFields } from '#features/virtual-terminal/web/form/financial-fields.tsx';
import { TerminalNotices } from '#features/virtual-terminal/web/form/terminal-notices.tsx';
import { OrderFields } from '#features/virtual-terminal/web/form/order-fields.tsx';
import { PaymentFields } from '#features/virtual-terminal/web/form/payment-fields.tsx';
import type { TerminalData } from '#features/virtual-terminal/web/use-terminal-data.ts';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { currentZone } from '#web/format/current-zone.ts';

type Props = {
  typed: TerminalForm;
  onType: (form: TerminalForm) => void;
  ground: TerminalData;
  /** A payment is open: what was typed is shown and cannot be changed. */
  isShut: boolean;
  isBusy: boolean;
  remark: ReactNode;
  onSubmit: (form: TerminalForm, configuration: TerminalConfiguration) => Promise<void>;
  onReset: () => void;
  headingRef: Ref<HTMLHeadingElement>;
};

/** The first section: everything about the payment but the card. */
export function TerminalFields(props: Props) {
  const { typed, onType, ground, isShut, isBusy, onSubmit } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [today] = useState(() => zonedDate(new Date(), currentZone()));
  const [isTried, setIsTried] = useState(false);
  const { configuration } = ground;
  const form = configuration == null ? typed : fittedTo(typed, configuration);
  const errors = terminalErrors(form, configuration);
  const ofSchedule = scheduleErrors(form.schedule, today);
  const parts = {
    form,
    configuration,
    change: (part: Partial<TerminalForm>) => onType({ ...form, ...part }),
    errorOf: (field: TerminalField) => {
      const error = errors[field];
      const isDue = isTried || (shown.has(field) && error !== 'required');
      if (error == null || !isDue) return undefined;
      return error === 'required'
        ? t(`terminal.error.required.${field.replace('fsd.', '')}`)
        : t(`terminal.error.${error}`);
    },
    scheduleErrors: isTried ? ofSchedule : {},
    onLeave: (field: TerminalField) => setShown(new Set([...shown, field])),
  };

  function choose(installation: string | null): void {
    onType(withInstallation(form, installation));
    // Cleared fields have not been touched (docs/domain.md#virtual-terminal).
    setShown(new Set([...shown].filter((field) => field !== 'currency' && field !== 'amount')));
    setIsTried(false);
  }

  async function submit(): Promise<void> {
    setIsTried(true);
    if (configuration == null || isBusy || isShut) return;
    if (Object.keys({ ...errors, ...ofSchedule }).length > 0) return;
    await onSubmit(form, configuration);
  }

  return (
    <FormStack label={t('terminal.form')} onSubmit={submit}>
      <Card title={t('terminal.section.payment')} isShut={isShut} headingRef={props.headingRef}>
        <SelectField
          label={t('terminal.field.installation')}
          required
          value={typed.installation}
          choices={ground.choices}
          placeholder={t(ground.isLoading ? 'ui.loading' : 'terminal.choose_installation')}
          nothingFoundMessage={t('terminal.no_installation')}
          error={parts.errorOf('installation')}
          onChange={choose}
        />
        <TerminalNotices ground={ground} />
        <PaymentFields
          {...parts}
          isConfigurationLoading={ground.isConfigurationLoading}
          isQueueEnabled={ground.isQueueEnabled}
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
      {props.remark}
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
