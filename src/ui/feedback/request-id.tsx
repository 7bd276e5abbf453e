import classes from '#ui/feedback/feedback.module.css';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';

/** The id that support asks for. Without one, the request never reached the server. */
export function RequestId({ id }: { id: string | undefined }) {
  const texts = useUiTexts();
  if (id === undefined) return null;
  return (
    <p className={classes.requestId}>
      {texts.requestId} <CopyText text={id} />
    </p>
  );
}
