import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { AmountField } from '#ui/form/amount-field.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { currencies, currencyDigits } from '#shared/currencies.ts';
import { listInstallations } from '#features/company/installations/endpoints.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { explainRoute } from '../endpoints.ts';
import { connectionModes, routeChannels, routeKinds, routeSchemes } from '../route-values.ts';
import type { ExplainedRoute, RoutesView } from '../schemas.ts';
import { asChoice, routeSentence, schemeName } from './processor-words.tsx';
import classes from './processors.module.css';

interface Form {
  installation: string | null;
  currency: string;
  amount: string;
  scheme: (typeof routeSchemes)[number];
  kind: (typeof routeKinds)[number];
  channel: (typeof routeChannels)[number];
  mode: (typeof connectionModes)[number] | 'ANY';
}
type Errors = Partial<Record<'installation' | 'amount', 'required' | 'amount'>>;

/** "Which route, and why": the decision for a payment, without making one. */
export function RouteTester({ orgId, groups }: { orgId: number; groups: RoutesView['groups'] }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<ExplainedRoute>();
  const installations = useCall(
    listInstallations,
    { path: { orgId }, query: { pageSize: 100 } },
    { handlesOwnErrors: true },
  );
  const send = useSend(explainRoute, { handlesOwnErrors: true });
  const choices = installations.data?.items ?? [];
  const form = useForm<Form, Errors>({
    initial: {
      installation: choices[0] === undefined ? null : String(choices[0].installationId),
      currency: choices[0]?.currencies[0] ?? 'EUR',
      amount: '10.00',
      scheme: 'VISA',
      kind: 'SALE',
      channel: 'ECOM',
      mode: 'ANY',
    },
    version: choices.length,
    validate: ({ installation, amount }) => ({
      ...(installation === null ? { installation: 'required' as const } : {}),
      ...(amount === '' ? { amount: 'amount' as const } : {}),
    }),
    errorText: (code) => t(`processors.error.${code}`),
    async send({ installation, mode, ...facts }) {
      const path = { installationId: Number(installation) };
      const body = { ...facts, ...(mode === 'ANY' ? {} : { mode }) };
      setResult(await send.mutateAsync({ path, body }));
    },
  });
  return (
    <Card title={t('processors.which')}>
      <p className="quiet-text">{t('processors.which_text')}</p>
      <FormStack
        label={t('processors.which')}
        onSubmit={form.submit}
        actions={
          <Button type="submit" variant="default" loading={form.isBusy}>
            {t('processors.find_route')}
          </Button>
        }
      >
        <FailureNotice failure={form.failure} />
        <PaymentFields form={form} installations={choices} />
      </FormStack>
      {result !== undefined && <Result result={result} groups={groups} />}
    </Card>
  );
}

interface FieldsProps {
  form: FormState<Form, Errors>;
  installations: readonly { installationId: number; name: string; merchantName: string }[];
}

/** The payment of the question. */
function PaymentFields({ form, installations: choices }: FieldsProps) {
  const { t } = useTranslation();
  const { values } = form;
  const select = <K extends 'scheme' | 'kind' | 'channel' | 'mode'>(
    name: K,
    options: { value: Form[K]; label: string }[],
  ) => (
    <SelectField
      label={t(`processors.field.${name}`)}
      value={values[name]}
      choices={options}
      onChange={(value) => form.change({ [name]: value })}
    />
  );
  return (
    <>
      <SelectField
        label={t('processors.field.installation')}
        value={values.installation}
        choices={choices.map(({ installationId, name, merchantName }) => ({
          value: String(installationId),
          label: `${name} · ${merchantName}`,
        }))}
        error={form.error('installation')}
        onChange={(installation) => form.change({ installation })}
      />
      <div className="pair">
        <SelectField
          label={t('processors.field.currency')}
          value={values.currency}
          choices={currencies().map((code) => ({ value: code, label: code }))}
          onChange={(currency) => form.change({ currency: currency ?? 'EUR' })}
        />
        <AmountField
          label={t('processors.field.amount')}
          value={values.amount}
          currencyCode={values.currency}
          digits={currencyDigits(values.currency) ?? 2}
          error={form.error('amount')}
          onChange={(amount) => form.change({ amount })}
        />
      </div>
      <div className="pair">
        {select(
          'scheme',
          routeSchemes.map((value) => ({ value, label: schemeName(value) })),
        )}
        {select(
          'kind',
          routeKinds.map((value) => ({ value, label: asChoice(t(`processors.kind.${value}`)) })),
        )}
      </div>
      <div className="pair">
        {select(
          'channel',
          routeChannels.map((value) => ({ value, label: asChoice(t(`processors.channel.${value}`)) })),
        )}
        {select('mode', [
          { value: 'ANY', label: t('processors.any') },
          ...connectionModes.map((value) => ({ value, label: t(`processors.mode.${value}`) })),
        ])}
      </div>
    </>
  );
}

function Result({ result, groups }: { result: ExplainedRoute; groups: RoutesView['groups'] }) {
  const { t, language } = useTranslation();
  const routes = new Map(groups.flatMap(({ routes: own }) => own.map((route) => [route.routeId, route])));
  const { steps, chosen, code } = result;
  const names = chosen.map(({ routeId, percent }) => {
    const name = steps.find((step) => step.routeId === routeId)?.connectionName ?? '';
    return percent === 100 ? name : t('processors.part_of', { percent, connection: name });
  });
  return (
    <div className="stack" aria-live="polite">
      <Notice kind={code === null ? 'success' : 'failed'}>
        {code === null
          ? t('processors.goes_to', { connection: names.join(', ') })
          : t(`processors.refused.${code}`)}
      </Notice>
      <ol className={classes.routes} aria-label={t('processors.why')}>
        {steps.map(({ routeId, connectionName, organisationName, misfits }, index) => {
          const route = routes.get(routeId);
          const isChosen = chosen.some((one) => one.routeId === routeId);
          return (
            <li key={routeId} className={classes.route} data-chosen={isChosen || undefined}>
              <span className={classes.position}>{index + 1}</span>
              <div>
                <p className={classes.sentence}>
                  {route === undefined ? connectionName : routeSentence(t, language, route)}
                </p>
                <p className={classes.facts}>
                  <span>{organisationName ?? t('processors.operator')}</span>
                  {misfits.map((misfit) => (
                    <span key={misfit}>{t(`processors.misfit.${misfit}`)}</span>
                  ))}
                </p>
              </div>
              <StatusBadge
                tone={isChosen ? 'success' : 'neutral'}
                label={t(
                  isChosen
                    ? 'processors.step.chosen'
                    : misfits.length > 0
                      ? 'processors.step.misfit'
                      : 'processors.step.later',
                )}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
