import { Button } from '@mantine/core';
import { features as allFeatures } from '#shared/permissions.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';
import { saveOrganisationFeatures } from '../../endpoints.ts';
import type { ManagedOrganisation } from '../../schemas.ts';
import classes from '../organisations.module.css';

interface Props {
  organisation: ManagedOrganisation;
  onSaved: () => void;
}

/** The features of an organisation. Those from above are on, and are changed there. */
export function FeaturesForm({ organisation, onSaved }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const send = useSend(saveOrganisationFeatures, { isHandledHere: true });
  const { id, version, features, maySetFeatures } = organisation;
  const own = features.filter(({ from }) => from === null).map(({ code }) => code);
  const above = new Map(features.flatMap(({ code, from }) => (from === null ? [] : [[code, from]])));
  const form = useForm({
    initial: { chosen: own },
    validate: () => ({}),
    send: async ({ chosen }) => {
      await send.mutateAsync({ path: { orgId: id }, body: { features: chosen, version } });
      onSaved();
    },
  });
  const { chosen } = form.values;
  const isDirty = chosen.toSorted().join() !== own.toSorted().join();
  return (
    <Section title={t('organisations.features')}>
      <UnsavedGuard isDirty={isDirty} />
      <div className={classes.features}>
        {!maySetFeatures && <p className={classes.quiet}>{t('organisations.features_provider')}</p>}
        {form.failure !== undefined && <Notice kind="failed">{form.failure}</Notice>}
        {allFeatures.map((code) => {
          const from = above.get(code);
          const help = t(`organisations.feature.${code}.text`);
          return (
            <SwitchField
              key={code}
              label={t(`organisations.feature.${code}.name`)}
              help={from === undefined ? help : `${help} ${t('organisations.feature_from', { name: from })}`}
              isOn={from !== undefined || chosen.includes(code)}
              disabled={!maySetFeatures || from !== undefined}
              onChange={(isOn) =>
                form.change({
                  chosen: allFeatures.filter((one) => (one === code ? isOn : chosen.includes(one))),
                })
              }
            />
          );
        })}
        {maySetFeatures && (
          <div className={classes.footer}>
            <Button variant="default" disabled={!isDirty || form.isBusy} onClick={form.reset}>
              {texts.cancel}
            </Button>
            <Button disabled={!isDirty} loading={form.isBusy} onClick={() => void form.submit()}>
              {t('organisations.save_features')}
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}
