import classes from './feedback.module.css';
import { CopyText } from '../layout/copy-text.tsx';
import { useUiTexts } from '../ui-texts.ts';

/** The id for support. Without one, the request never reached the server. */
export function RequestId({ id }: { id: string | undefined }) {
  const texts = useUiTexts();
  if (id === undefined) return null;
  return (
    <p className={classes.requestId}>
      {texts.requestId} <CopyText text={id} />
    </p>
  );
}
