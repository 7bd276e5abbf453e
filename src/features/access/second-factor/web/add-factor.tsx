import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { type CodeErrors, codeErrors } from '../code-form.ts';
import { confirmTotp, startTotp, addPasskey, startPasskey } from '../endpoints.ts';
import { CodeField } from './code-field.tsx';
import { createPasskey, hasPasskeys } from './browser-passkey.ts';
import classes from './second-factor.module.css';
import { encode } from 'uqr';

interface Props {
  onAdded: (codes: readonly string[] | null) => void;
  onCancel: () => void;
}

interface Enrolment {
  enrolmentId: string;
  secret: string;
  uri: string;
}

/** Adds an authenticator app: QR code and secret, then the first code. */
export function AddApp({ onAdded, onCancel }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [failure, setFailure] = useState<CallFailure>();
  useEffect(() => {
    let isMounted = true;
    call(startTotp, { body: {} }).then(
      (started) => isMounted && setEnrolment(started),
      (error: unknown) => isMounted && setFailure(toFailure(error)),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  if (failure !== undefined) {
    return (
      <div className={classes.stack}>
        <FailureNotice failure={failure} />
        <div className="end-buttons">
          <Button variant="default" onClick={onCancel}>
            {texts.close}
          </Button>
        </div>
      </div>
    );
  }
  if (enrolment === undefined) return <SkeletonLines lines={8} />;
  return (
    <div className={classes.stack}>
      <p>{t('factor.app_text')}</p>
      <QrCode text={enrolment.uri} label={t('factor.qr')} />
      <div>
        <p className="quiet-text">{t('factor.secret')}</p>
        <div className={classes.secret}>
          <CopyText text={enrolment.secret} />
        </div>
      </div>
      <ConfirmApp enrolmentId={enrolment.enrolmentId} onAdded={onAdded} onCancel={onCancel} />
    </div>
  );
}

function ConfirmApp({ enrolmentId, onAdded, onCancel }: Props & { enrolmentId: string }) {
  const { t } = useTranslation();
  const form = useForm<{ code: string }, CodeErrors>({
    initial: { code: '' },
    validate: codeErrors,
    async send({ code }) {
      const { recoveryCodes } = await call(confirmTotp, { body: { enrolmentId, code: code.trim() } });
      onAdded(recoveryCodes);
    },
  });
  return (
    <FormStack
      label={t('factor.add_app')}
      onSubmit={form.submit}
      actions={<DialogButtons submit={t('factor.add_app')} isBusy={form.isBusy} onCancel={onCancel} />}
    >
      <CodeField {...form.field('code')} data-autofocus />
      <FailureNotice failure={form.failure} />
    </FormStack>
  );
}

/** A text as a QR code, dark on white in both themes: cameras read nothing else reliably. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

interface AddPasskeyProps {
  onAdded: (codes: readonly string[] | null) => void;
  onCancel: () => void;
}

/** Adds a passkey: a name, then the browser's own dialog. */
export function AddPasskey({ onAdded, onCancel }: AddPasskeyProps) {
  const { t } = useTranslation();
  const form = useForm<{ name: string }, { name?: 'factor.name_required' }>({
    initial: { name: '' },
    validate: ({ name }) => (name.trim() === '' ? { name: 'factor.name_required' } : {}),
    async send({ name }) {
      const passkey = await createPasskey(await call(startPasskey, { body: {} }));
      const { recoveryCodes } = await call(addPasskey, { body: { name: name.trim(), passkey } });
      onAdded(recoveryCodes);
    },
  });
  return (
    <FormStack
      label={t('factor.add_passkey')}
      onSubmit={form.submit}
      actions={
        <DialogButtons
          submit={t('factor.add_passkey')}
          isBusy={form.isBusy}
          isDisabled={!hasPasskeys()}
          onCancel={onCancel}
        />
      }
    >
      <p className="quiet-text">{t('factor.passkey_text')}</p>
      {!hasPasskeys() && <Notice kind="pending">{t('factor.no_passkeys')}</Notice>}
      <TextField
        {...form.field('name')}
        label={t('factor.passkey_name')}
        help={t('factor.passkey_name_help')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
      />
      <FailureNotice failure={form.failure} />
    </FormStack>
  );
}
