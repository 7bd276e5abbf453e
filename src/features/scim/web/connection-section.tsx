import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { Section } from '#ui/layout/section.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { saveProvisioning } from '../endpoints.ts';
import type { Provisioning } from '../schemas.ts';
import classes from './provisioning.module.css';

interface Props {
  orgId: number;
  provisioning: Provisioning;
  onSaved: () => void;
}

/** What an identity provider asks for, what it has done, and whether its users get an invitation. */
export function ConnectionSection({ orgId, provisioning, onSaved }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const send = useSend(saveProvisioning, { isHandledHere: true });
  const [failure, setFailure] = useState<string>();
  const { baseUrl, lastUsedAt, lastChangeAt, userCount, groupCount, sendInvitations, version } = provisioning;
  const at = (time: string | null) => (time === null ? t('provisioning.never') : times.relative(time));
  async function save(isOn: boolean): Promise<void> {
    setFailure(undefined);
    try {
      await send.mutateAsync({ path: { orgId }, body: { sendInvitations: isOn, version } });
      onSaved();
    } catch (error) {
      setFailure(error instanceof CallFailure ? errorText(error.message) : t('error.server_not_available'));
    }
  }
  return (
    <Section title={t('provisioning.connection')}>
      <div className={classes.stack}>
        <p className={classes.quiet}>{t('provisioning.connection_text')}</p>
        <DetailsList
          details={[
            {
              label: t('provisioning.address'),
              value: (
                <div className={classes.address}>
                  <CopyText text={baseUrl} />
                </div>
              ),
            },
            { label: t('provisioning.last_request'), value: at(lastUsedAt) },
            { label: t('provisioning.last_change'), value: at(lastChangeAt) },
            { label: t('provisioning.users'), value: String(userCount), isNumeric: true },
            { label: t('provisioning.groups'), value: String(groupCount), isNumeric: true },
          ]}
        />
        {failure !== undefined && <Notice kind="failed">{failure}</Notice>}
        <SwitchField
          label={t('provisioning.send_invitations')}
          help={t('provisioning.send_invitations_help')}
          isOn={sendInvitations}
          disabled={!provisioning.mayChange || send.isPending}
          onChange={(isOn) => void save(isOn)}
        />
      </div>
    </Section>
  );
}
