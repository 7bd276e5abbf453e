import type { ReactElement, ReactNode } from 'react';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';

interface Props<Value extends string> {
  /** The button that opens it, with a name for screen readers. */
  target: ReactElement<object>;
  choices: readonly { value: Value; label: ReactNode; lang?: string; icon?: ReactNode }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** One of a few: a menu that marks the present choice. */
export function ChoiceMenu<Value extends string>(props: Props<Value>) {
  return (
    <DropMenu target={props.target}>
      {props.choices.map(({ value, label, lang, icon }) => (
        <DropMenuItem
          key={value}
          lang={lang}
          end={icon}
          isChosen={value === props.value}
          onChoose={() => props.onChoose(value)}
        >
          {label}
        </DropMenuItem>
      ))}
    </DropMenu>
  );
}
