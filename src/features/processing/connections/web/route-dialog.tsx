import { AmountField } from '#ui/form/amount-field.tsx';
import { MultiSelectField } from '#ui/form/multi-select-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { currencies, currencyDigits } from '#shared/currencies.ts';
import { useSend } from '#web/call/use-call.ts';
import { DialogForm } from '#web/form/dialog-form.tsx';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeRoute, createRoute } from '../endpoints.ts';
import { routeChannels, routeKinds, routeSchemes } from '../route-values.ts';
import { type RouteErrors, type RouteForm, routeErrors, toRouteContent, toRouteForm } from '../route-form.ts';
import type { RouteView, RoutesView } from '../schemas.ts';
import { asChoice, schemeName } from './processor-words.tsx';

interface Props {
  orgId: number;
  choices: RoutesView['choices'];
  /** The route to change; undefined for a new one. */
  route: RouteView | undefined;
  onClose: () => void;
  onSaved: () => Promise<void>;
}

/** The form of a route. */
export function RouteDialog({ orgId, choices, route, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const create = useSend(createRoute, { handlesOwnErrors: true });
  const change = useSend(changeRoute, { handlesOwnErrors: true });
  const form = useForm<RouteForm, RouteErrors>({
    initial: toRouteForm(route, choices),
    validate: routeErrors,
    errorText: (code) => t(`processors.error.${code}`),
    async send(values) {
      const body = toRouteContent(values);
      if (route === undefined) await create.mutateAsync({ path: { orgId }, body });
      else {
        const { routeId, version } = route;
        await change.mutateAsync({ path: { orgId, routeId }, body: { ...body, version } });
      }
      await onSaved();
    },
  });
  const title = t(route === undefined ? 'processors.add_route' : 'processors.change_route');
  return (
    <Dialog isOpen isStatic onClose={onClose} title={title} size="medium">
      <DialogForm form={form} submitLabel={t('processors.save_route')} onCancel={onClose}>
        <RouteFields form={form} choices={choices} />
      </DialogForm>
    </Dialog>
  );
}

interface FieldsProps {
  form: FormState<RouteForm, RouteErrors>;
  choices: RoutesView['choices'];
}

function RouteFields({ form, choices }: FieldsProps) {
  const { t } = useTranslation();
  const { values } = form;
  const [currency] = values.currencies;
  const list = (
    name: 'currencies' | 'schemes' | 'kinds' | 'channels',
    options: { value: string; label: string }[],
  ) => (
    <MultiSelectField
      label={t(`processors.field.${name}`)}
      placeholder={values[name].length === 0 ? t('processors.any') : undefined}
      choices={options}
      value={values[name]}
      error={form.error(name)}
      onChange={(next) => form.change({ [name]: next })}
    />
  );
  const amount = (name: 'minAmount' | 'maxAmount') => (
    <AmountField
      label={t(`processors.field.${name}`)}
      isOptional
      value={values[name]}
      currencyCode={currency ?? ''}
      digits={currencyDigits(currency ?? '') ?? 2}
      error={form.error(name)}
      onChange={(next) => form.change({ [name]: next })}
    />
  );
  return (
    <>
      <SelectField
        label={t('processors.field.connection')}
        value={values.connectionId}
        choices={choices.map(({ connectionId, name, mode }) => ({
          value: String(connectionId),
          label: `${name} · ${t(`processors.mode.${mode}`)}`,
        }))}
        error={form.error('connectionId')}
        onChange={(connectionId) => form.change({ connectionId })}
      />
      {list(
        'currencies',
        currencies().map((code) => ({ value: code, label: code })),
      )}
      {list(
        'schemes',
        routeSchemes.map((value) => ({ value, label: schemeName(value) })),
      )}
      {list(
        'kinds',
        routeKinds.map((value) => ({ value, label: asChoice(t(`processors.kind.${value}`)) })),
      )}
      {list(
        'channels',
        routeChannels.map((value) => ({ value, label: asChoice(t(`processors.channel.${value}`)) })),
      )}
      {values.currencies.length === 1 ? (
        <div className="pair">
          {amount('minAmount')}
          {amount('maxAmount')}
        </div>
      ) : (
        <p className="quiet">{t('processors.amount_text')}</p>
      )}
      <TextField
        {...form.field('share')}
        label={t('processors.field.share')}
        help={t('processors.share_help')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
      />
    </>
  );
}
