import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { CheckField } from '#ui/form/check-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './second-factor.module.css';
import { saveBlob } from '#web/call/call.ts';

interface Props {
  codes: readonly string[];
  doneLabel: string;
  onDone: () => void | Promise<void>;
}

/** The only display of new recovery codes. It ends after the user has confirmed that they stored them. */
export function RecoveryCodes({ codes, doneLabel, onDone }: Props) {
  const { t } = useTranslation();
  const [isStored, setIsStored] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  async function finish(): Promise<void> {
    setIsBusy(true);
    try {
      await onDone();
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <div className={classes.stack}>
      <p>{t('factor.codes_text')}</p>
      <ul className={classes.codes} aria-label={t('factor.codes_title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CheckField label={t('factor.codes_stored')} isChecked={isStored} onChange={setIsStored} />
      <div className="end-buttons">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveCodes(codes)}
        >
          {t('factor.codes_download')}
        </Button>
        <Button onClick={finish} disabled={!isStored} loading={isBusy}>
          {doneLabel}
        </Button>
      </div>
    </div>
  );
}

function saveCodes(codes: readonly string[]): void {
  saveBlob(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'countinghouse-recovery-codes.txt');
}
