import { Button, FileInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { logoTypeOf, logoTypes, maxLogoBytes } from '../installation.ts';
import classes from './installations.module.css';

interface Props {
  /** Base64. */
  logo: string | null;
  isOff: boolean;
  onChange: (logo: string | null) => void;
}

/** The logo of payment pages: an image that the user chooses, or none. */
export function LogoField({ logo, isOff, onChange }: Props) {
  const { t } = useTranslation();
  const [fault, setFault] = useState<'too_large' | 'type'>();
  async function choose(file: File | null): Promise<void> {
    if (file === null) return;
    if (file.size > maxLogoBytes) return setFault('too_large');
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (logoTypeOf(bytes) === undefined) return setFault('type');
    setFault(undefined);
    onChange(toBase64(bytes));
  }
  return (
    <div className={classes.logo}>
      <FileInput
        label={t('installations.logo')}
        placeholder={t('installations.logo_choose')}
        description={fault === undefined ? t('installations.logo_help') : undefined}
        error={fault === undefined ? undefined : t(`installations.logo_fault.${fault}`)}
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
  return `data:${logoTypeOf(start) ?? 'image/png'};base64,${logo}`;
}
