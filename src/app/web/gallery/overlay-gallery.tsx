import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Section } from '#ui/layout/section.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';

type Open = 'confirm' | 'danger' | 'success' | 'processing' | 'error';

export function OverlayGallery() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Section title="Dialogs">
      <Group>
        {(['confirm', 'danger', 'success', 'processing', 'error'] as const).map((kind) => (
          <Button key={kind} variant="default" onClick={() => setOpen(kind)}>
            Open {kind}
          </Button>
        ))}
      </Group>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        title="Refund transaction 10003699915"
        confirmLabel="Refund 12.00 GBP"
        onConfirm={() => new Promise((done) => setTimeout(() => done(close()), 600))}
        onCancel={close}
      >
        12.00 GBP of 693.34 GBP goes back to the card ending 3930.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'danger'}
        isDangerous
        isStatic
        title="Cancel schedule 4711"
        confirmLabel="Cancel schedule 4711"
        cancelLabel="Keep it"
        onConfirm={close}
        onCancel={close}
      >
        Nine payments of 12.00 GBP will not be taken.
      </ConfirmDialog>
      <ResultDialog isOpen={open === 'success'} kind="success" title="Refunded" onClose={close}>
        12.00 GBP is on its way back to the card.
      </ResultDialog>
      <ResultDialog
        isOpen={open === 'processing'}
        kind="processing"
        title="Refund is being processed"
        onClose={close}
      >
        The bank has not answered yet. The transaction shows the result as soon as it is known.
      </ResultDialog>
      <ResultDialog
        isOpen={open === 'error'}
        kind="error"
        title="Not refunded"
        requestId="req-7f31c2a9"
        onClose={close}
      >
        The bank declined the refund: insufficient funds. No money has moved.
      </ResultDialog>
    </Section>
  );
}
