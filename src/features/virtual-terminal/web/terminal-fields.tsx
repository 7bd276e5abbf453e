import { NextStep } from '#features/setup/web/next-step.tsx';
import { Button } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { showsFinancialData } from '#features/hosted-sessions/terminal-rules.ts';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CustomerFields, FinancialFields, OrderFields, PaymentFields } from './field-groups.tsx';
import type { TerminalData } from './use-terminal-data.ts';
import type { TerminalFormState } from './use-terminal-form.ts';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

interface Props {
  form: TerminalFormState;
  /** A payment is open: the form is read-only. */
  isShut: boolean;
  isBusy: boolean;
  notice: ReactNode;
  onReset: () => void;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The first section: everything about the payment except the card. */
export function TerminalFields(props: Props) {
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
      {data.installations?.length === 0 && (
        <Notice>
          {t('terminal.no_installations')}
          <NextStep />
        </Notice>
      )}
    </>
  );
}
