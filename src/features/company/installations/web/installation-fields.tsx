import { type ReactNode, useState } from 'react';
import { Button, FileInput } from '@mantine/core';
import { countryList } from '#shared/countries.ts';
import { currencies } from '#shared/currencies.ts';
import { payerAddresses } from '#features/payments/hosted-sessions/payer-address.ts';
import { skins } from '#features/payments/hosted-sessions/skins.ts';
import { fieldLabel } from '#ui/form/field-label.tsx';
import { MultiSelectField } from '#ui/form/multi-select-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Section } from '#ui/layout/section.tsx';
import type { FormState } from '#web/form/use-form.ts';
import { NoMailNotice } from '#web/no-mail-notice.tsx';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  channels,
  detectLogoType,
  logoTypes,
  maxInstallationName,
  maxLogoBytes,
  maxSenderName,
  threeDSecureChoices,
} from '../installation.ts';
import { type InstallationErrors, type InstallationForm, toChannel } from '../installation-form.ts';
import { CategoryField } from './category-field.tsx';
import classes from './installations.module.css';

interface Props {
  form: FormState<InstallationForm, InstallationErrors>;
  merchants: readonly { id: number; name: string }[] | undefined;
  mayChange: boolean;
  moreChecks: ReactNode;
}

/** The settings of an installation, by topic. */
export function InstallationFields({ form, merchants, mayChange, moreChecks }: Props) {
  const { t } = useTranslation();
  const part = { form, isOff: !mayChange };
  return (
    <div className="stack">
      <Section title={t('installations.general')}>
        <General {...part} merchants={merchants} />
      </Section>
      <Section title={t('installations.payment_page')}>
        <PaymentPage {...part} />
      </Section>
      <Section title={t('installations.checks')}>
        <div className="stack">
          <Checks {...part} />
          {moreChecks}
        </div>
      </Section>
      <Section title={t('installations.subscriptions')}>
        <div className="stack">
          {(['recurring', 'instalments'] as const).map((name) => (
            <SwitchField
              key={name}
              label={t(`installations.${name}`)}
              help={t(`installations.${name}_help`)}
              isOn={form.values[name]}
              disabled={!mayChange}
              onChange={(isOn) => form.change({ [name]: isOn })}
            />
          ))}
        </div>
      </Section>
      <Section title={t('installations.receipts')}>
        <Receipts {...part} />
      </Section>
    </div>
  );
}

interface PartProps {
  form: Props['form'];
  isOff: boolean;
}

function General({ form, isOff, merchants }: PartProps & Pick<Props, 'merchants'>) {
  const { t } = useTranslation();
  const { channel, currencies: selected } = form.values;
  return (
    <div className="stack">
      <TextField
        {...form.field('name')}
        label={t('installations.name')}
        help={t('installations.name_help')}
        maxLength={maxInstallationName}
        autoComplete="off"
        disabled={isOff}
      />
      {merchants !== undefined && (
        <SelectField
          label={t('installations.merchant')}
          choices={merchants.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={form.values.merchant || null}
          error={form.error('merchant')}
          onChange={(merchant) => form.change({ merchant: merchant ?? '' })}
        />
      )}
      <div className="pair">
        <SelectField
          label={t('installations.channel')}
          choices={channels.map((value) => ({ value, label: t(`installations.channels.${value}`) }))}
          value={toChannel(channel)}
          disabled={isOff}
          onChange={(value) => form.change({ channel: value ?? 'WEB' })}
        />
        <CategoryField
          value={form.values.mcc}
          error={form.error('mcc')}
          disabled={isOff}
          onChange={(mcc) => form.change({ mcc })}
        />
      </div>
      <MultiSelectField
        label={t('installations.currencies')}
        choices={currencies().map((value) => ({ value, label: value }))}
        value={selected}
        error={form.error('currencies')}
        disabled={isOff}
        onChange={(value) => form.change({ currencies: value })}
      />
    </div>
  );
}

function PaymentPage({ form, isOff }: PartProps) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <TextAreaField
        {...form.field('webOrigins')}
        label={t('installations.origins')}
        isOptional
        help={t('installations.origins_help')}
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        disabled={isOff}
      />
      <SelectField
        label={t('installations.skin')}
        help={t('installations.skin_help')}
        choices={skins.map((value) => ({ value, label: t(`installations.skins.${value}`) }))}
        value={form.values.skin}
        disabled={isOff}
        onChange={(value) => form.change({ skin: skins.find((skin) => skin === value) ?? '1' })}
      />
      <SelectField
        label={t('installations.payer_address')}
        help={t('installations.payer_address_help')}
        choices={payerAddresses.map((value) => ({
          value,
          label: t(`installations.payer_addresses.${value}`),
        }))}
        value={form.values.payerAddress}
        disabled={isOff}
        onChange={(value) => form.change({ payerAddress: value === 'FULL' ? 'FULL' : 'POSTCODE' })}
      />
      <WalletFields form={form} isOff={isOff} />
      <LogoField logo={form.values.logo} isOff={isOff} onChange={(logo) => form.change({ logo })} />
    </div>
  );
}

/** What payment pages need to offer the wallets. A country is asked for once there is an identifier. */
function WalletFields({ form, isOff }: PartProps) {
  const { t, language } = useTranslation();
  const locale = browserLocale(language);
  const regions = new Intl.DisplayNames([locale], { type: 'region' });
  const countries = countryList()
    .map(({ alpha2 }) => ({ value: alpha2, label: regions.of(alpha2) ?? alpha2 }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
  const hasGoogle = form.values.googlePayMerchantId.trim() !== '';
  return (
    <>
      <div className="pair">
        <TextField
          {...form.field('applePayMerchantId')}
          label={t('installations.apple_id')}
          isOptional
          help={t('installations.apple_id_help')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          disabled={isOff}
        />
        {form.values.applePayMerchantId.trim() !== '' && (
          <SelectField
            label={t('installations.apple_country')}
            choices={countries}
            value={form.values.applePayCountry}
            error={form.error('applePayCountry')}
            disabled={isOff}
            onChange={(applePayCountry) => form.change({ applePayCountry })}
          />
        )}
      </div>
      <div className="pair">
        <TextField
          {...form.field('googlePayMerchantId')}
          label={t('installations.google_id')}
          isOptional
          help={t('installations.google_id_help')}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          disabled={isOff}
        />
        {hasGoogle && (
          <SelectField
            label={t('installations.google_country')}
            choices={countries}
            value={form.values.googlePayCountry}
            error={form.error('googlePayCountry')}
            disabled={isOff}
            onChange={(googlePayCountry) => form.change({ googlePayCountry })}
          />
        )}
      </div>
      {hasGoogle && (
        <TextField
          {...form.field('googlePayName')}
          label={t('installations.google_name')}
          isOptional
          help={t('installations.google_name_help')}
          maxLength={maxSenderName}
          disabled={isOff}
        />
      )}
    </>
  );
}

function Checks({ form, isOff }: PartProps) {
  const { t } = useTranslation();
  const { threeDSecure } = form.values;
  return (
    <div className="pair">
      <SelectField
        label={t('installations.three_d_secure')}
        help={t(`installations.three_d_secure_help.${threeDSecure}`)}
        choices={threeDSecureChoices.map((value) => ({
          value,
          label: t(`installations.three_d_secure_choice.${value}`),
        }))}
        value={threeDSecure}
        disabled={isOff}
        onChange={(value) =>
          form.change({ threeDSecure: threeDSecureChoices.find((choice) => choice === value) ?? 'OFF' })
        }
      />
      <TextField
        {...form.field('fraudGuardThreshold')}
        label={t('installations.threshold')}
        isOptional
        help={t('installations.threshold_help')}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        disabled={isOff}
      />
    </div>
  );
}

function Receipts({ form, isOff }: PartProps) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <NoMailNotice about="receipts" />
      <SwitchField
        label={t('installations.send_receipts')}
        help={t('installations.send_receipts_help')}
        isOn={form.values.sendReceipts}
        disabled={isOff}
        onChange={(sendReceipts) => form.change({ sendReceipts })}
      />
      <div className="pair">
        <TextField
          {...form.field('receiptName')}
          label={t('installations.receipt_name')}
          isOptional
          help={t('installations.receipt_name_help')}
          maxLength={maxSenderName}
          autoComplete="off"
          disabled={isOff}
        />
        <TextField
          {...form.field('receiptReplyTo')}
          label={t('installations.reply_to')}
          isOptional
          help={t('installations.reply_to_help')}
          type="email"
          maxLength={254}
          autoComplete="off"
          disabled={isOff}
        />
      </div>
    </div>
  );
}

interface LogoFieldProps {
  /** Base64. */
  logo: string | null;
  isOff: boolean;
  onChange: (logo: string | null) => void;
}

/** The logo of payment pages: an image that the user chooses, or none. */
function LogoField({ logo, isOff, onChange }: LogoFieldProps) {
  const { t } = useTranslation();
  const [logoError, setLogoError] = useState<'too_large' | 'type'>();
  async function choose(file: File | null): Promise<void> {
    if (file === null) return;
    if (file.size > maxLogoBytes) return setLogoError('too_large');
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (detectLogoType(bytes) === undefined) return setLogoError('type');
    setLogoError(undefined);
    onChange(toBase64(bytes));
  }
  return (
    <div className={classes.logo}>
      <FileInput
        label={fieldLabel(t('installations.logo'), true)}
        placeholder={t('installations.logo_choose')}
        description={logoError === undefined ? t('installations.logo_help') : undefined}
        error={logoError === undefined ? undefined : t(`installations.logo_error.${logoError}`)}
        accept={logoTypes.join(',')}
        value={null}
        disabled={isOff}
        onChange={(file) => void choose(file)}
      />
      {logo !== null && (
        <>
          <img src={dataUrl(logo)} alt={t('installations.logo')} />
          {!isOff && (
            <Button variant="default" onClick={() => onChange(null)}>
              {t('installations.logo_remove')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));

function dataUrl(logo: string): string {
  const start = Uint8Array.from(atob(logo.slice(0, 24)), (char) => char.codePointAt(0) ?? 0);
  return `data:${detectLogoType(start) ?? 'image/png'};base64,${logo}`;
}
