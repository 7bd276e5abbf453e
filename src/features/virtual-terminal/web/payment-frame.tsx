import { useEffect, useRef, useState } from 'react';
import { completeMessage } from '#features/virtual-terminal/session-outcome.ts';
import classes from '#features/virtual-terminal/web/terminal.module.css';

type Props = {
  /** The hosted payment page, on the gateway's origin. */
  address: string;
  sessionId: string;
  title: string;
  /** The frame says that it is over: time to ask how. */
  onOver: () => void;
};

/** Room for the card form before the page says how high it is. */
const firstHeight = 640;

/** The hosted payment page: card data are entered in there and never reach this page. */
export function PaymentFrame({ address, sessionId, title, onOver }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(firstHeight);
  useEffect(() => {
    const gateway = new URL(address).origin;
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source == null || event.source !== frame.current?.contentWindow) return;
      const said = (event.data ?? {}) as {
        type?: string;
        sessionId?: string;
        step?: string;
        height?: number;
      };
      if (event.origin === location.origin && said.type === completeMessage) onOver();
      if (event.origin !== gateway || said.sessionId !== sessionId) return;
      if (said.type === 'countinghouse.height' && Number.isFinite(said.height)) {
        setHeight(Math.min(Math.max(Number(said.height), 200), 2000));
      }
      const isOver = said.step === 'RESULT' || said.step === 'CLOSED';
      if (said.type === 'countinghouse.session' && isOver) onOver();
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [address, sessionId, onOver]);
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src={address}
      title={title}
      height={height}
      referrerPolicy="origin"
      // Whatever stands in it must not lead the whole window away; all of it but our blank page is another origin.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-forms allow-same-origin"
    />
  );
}
