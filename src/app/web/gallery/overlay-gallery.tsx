import { Button } from '@mantine/core';
import { IconMoon, IconPencil, IconSun, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { DropMenuIcons, DropMenuItem, DropMenu, DropMenuHeading } from '#ui/overlay/drop-menu.tsx';
import { DropPanel } from '#ui/overlay/drop-panel.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { RotateDialog } from '#web/secrets/rotate-dialog.tsx';
import { SecretDialog } from '#web/secrets/secret-dialog.tsx';
import { serverFault } from './feedback-gallery.tsx';
import { openers, type Overlay, Samples } from './gallery-frame.tsx';

const delay = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 600));
const longText = 'Twelve payments of 693.34 GBP were planned. '.repeat(40);

const dialogs: Readonly<Record<string, Overlay>> = {
  small: (close) => (
    <Dialog isOpen title="Small dialog" onClose={close} actions={<Button onClick={close}>Close</Button>}>
      420 pixels wide.
    </Dialog>
  ),
  'large, long text': (close) => (
    <Dialog
      isOpen
      size="large"
      title="A large dialog whose title is much longer than its frame allows on the screen of a phone"
      onClose={close}
      actions={<Button onClick={close}>Close</Button>}
    >
      {longText}
    </Dialog>
  ),
  confirm: (close) => (
    <ConfirmDialog
      isOpen
      title="Refund transaction 10003699915"
      confirmLabel="Refund 12.00 GBP"
      onConfirm={async () => {
        await delay();
        close();
      }}
      onCancel={close}
    >
      12.00 GBP of 693.34 GBP goes back to the card ending 3930.
    </ConfirmDialog>
  ),
  'confirm, failing': (close) => <FailingDialog onClose={close} />,
  'confirm, dangerous': (close) => (
    <ConfirmDialog
      isOpen
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
  ),
  success: (close) => (
    <ResultDialog isOpen kind="success" title="Refunded" onClose={close}>
      12.00 GBP is on its way back to the card.
    </ResultDialog>
  ),
  processing: (close) => (
    <ResultDialog isOpen kind="processing" title="Refund is being processed" onClose={close}>
      The bank has not responded yet. The transaction shows the result as soon as it is known.
    </ResultDialog>
  ),
  error: (close) => (
    <ResultDialog isOpen kind="error" title="Not refunded" requestId="req-7f31c2a9" onClose={close}>
      The bank declined the refund: insufficient funds. No money has moved.
    </ResultDialog>
  ),
  sheet: (close) => (
    <Sheet isOpen title="Filters" onClose={close}>
      {longText}
    </Sheet>
  ),
  'side panel': (close) => (
    <SidePanel isOpen title="6.95 USD" onClose={close}>
      {longText}
    </SidePanel>
  ),
  'side panel, with steps': (close) => (
    <SidePanel isOpen title="6.95 USD" onClose={close} steps={{ previous: undefined, next: () => {} }}>
      Two paperbacks
    </SidePanel>
  ),
  secret: (close) => (
    <SecretDialog
      title="API key created"
      text="Copy the key now. It is shown once."
      secret="ch_live_3Vt0c9yQvX1m7uJ2wB8nL5rE6aK4sD0f"
      onClose={close}
    />
  ),
  'secret, shown before': (close) => (
    <SecretDialog
      title="API key created"
      text=""
      secret={null}
      missing={{
        title: 'Key already created',
        text: 'The first response showed the key. Create another one.',
      }}
      onClose={close}
    />
  ),
  'new secret': (close) => (
    <RotateDialog
      title="Create a new signing secret"
      text="Messages are signed with the new secret at once."
      hasOlder
      onRotate={async () => {
        await delay();
        throw serverFault;
      }}
      onClose={close}
    />
  ),
};

/** Dialogs, panels, sheets and menus. Each opens from a button named after its state. */
export function OverlayGallery() {
  return (
    <>
      <Samples title="Dialogs and panels" samples={openers(dialogs)} />
      <Samples title="Menus" samples={menus} />
    </>
  );
}

/** The cause appears in the dialog, which stays open. */
function FailingDialog({ onClose }: { onClose: () => void }) {
  const [failure, setFailure] = useState<CallFailure>();
  return (
    <ConfirmDialog
      isOpen
      title="Delete the webhook for harbour.example"
      confirmLabel="Delete webhook"
      isDangerous
      onConfirm={async () => {
        await delay();
        setFailure(serverFault);
      }}
      onCancel={onClose}
    >
      <FailureNotice failure={failure} />
      <p>Its deliveries stay for 30 days.</p>
    </ConfirmDialog>
  );
}

const target = <Button variant="default">Menu</Button>;
const menus = [
  {
    name: 'actions',
    show: (
      <DropMenu target={target}>
        <DropMenuItem icon={<IconPencil size={16} aria-hidden />} onChoose={() => {}}>
          Edit user
        </DropMenuItem>
        <DropMenuItem isDisabled onChoose={() => {}}>
          Unlock user
        </DropMenuItem>
        <DropMenuItem isNewGroup isDangerous icon={<IconTrash size={16} aria-hidden />} onChoose={() => {}}>
          Delete a user with a name that is longer than the menu is wide
        </DropMenuItem>
      </DropMenu>
    ),
  },
  {
    name: 'choices',
    show: (
      <DropMenu target={target} isWide>
        <DropMenuHeading>Language</DropMenuHeading>
        <DropMenuItem isChosen lang="en" onChoose={() => {}}>
          English
        </DropMenuItem>
        <DropMenuItem isChosen={false} lang="cy" end="beta" onChoose={() => {}}>
          Cymraeg
        </DropMenuItem>
        <DropMenuIcons
          title="Theme"
          value="light"
          choices={[
            { value: 'light', label: 'Light', Icon: IconSun },
            { value: 'dark', label: 'Dark', Icon: IconMoon },
          ]}
          onChoose={() => {}}
        />
        <DropMenuItem isSwitch isChosen isNewGroup onChoose={() => {}}>
          Single keys
        </DropMenuItem>
      </DropMenu>
    ),
  },
  { name: 'panel', show: <SamplePanel /> },
];

function SamplePanel() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button ref={button} variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Panel
      </Button>
      <DropPanel target={button} isOpen={isOpen} onChange={setIsOpen} align="start" label="Sample panel">
        <Button variant="default">Focus stays here</Button>
      </DropPanel>
    </div>
  );
}
