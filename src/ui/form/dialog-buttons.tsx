import { Button } from '@mantine/core';
import { useDialogLock } from '../overlay/dialog-guards.ts';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  /** Names the act. */
  submit: string;
  onCancel: () => void;
  /** The act is under way. */
  isBusy: boolean;
  isDisabled?: boolean;
  /** The act cannot be undone. */
  isDangerous?: boolean;
}

/** The buttons of a form in a dialog. */
export function DialogButtons({ submit, onCancel, isBusy, isDisabled = false, isDangerous = false }: Props) {
  const texts = useUiTexts();
  useDialogLock(isBusy);
  return (
    <>
      <Button variant="default" onClick={onCancel} disabled={isBusy}>
        {texts.cancel}
      </Button>
      <Button type="submit" loading={isBusy} disabled={isDisabled} color={isDangerous ? 'red' : undefined}>
        {submit}
      </Button>
    </>
  );
}
