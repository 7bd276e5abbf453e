import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from './layout.module.css';

interface Props {
  title: string;
  /** Of a closed section, the content is rendered when it is first opened. */
  isOpenAtFirst?: boolean;
  /** Beside the title, in both states: a count or a badge. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of a screen that opens and closes. */
export function Section({ title, isOpenAtFirst = true, aside, children }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [wasOpen, setWasOpen] = useState(isOpenAtFirst);
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 className={classes.sectionTitle}>
        <button
          type="button"
          id={`${id}-title`}
          className={classes.sectionButton}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => {
            setIsOpen(!isOpen);
            setWasOpen(true);
          }}
        >
          <span>{title}</span>
          {aside}
          <IconChevronDown size={18} className={classes.chevron} aria-hidden />
        </button>
      </h2>
      <div id={id} className={classes.fold} data-open={isOpen || undefined} inert={!isOpen}>
        <div className={classes.slideInner}>
          <div className={classes.sectionBody}>{wasOpen && children}</div>
        </div>
      </div>
    </section>
  );
}
