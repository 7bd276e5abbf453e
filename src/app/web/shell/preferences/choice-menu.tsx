import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';

type Props<Value extends string> = {
  /** The button that opens it, with a name for screen readers. */
  target: ReactElement;
  choices: readonly { value: Value; label: ReactNode; lang?: string; icon?: ReactNode }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** One of a few: a menu that marks the present choice. */
export function ChoiceMenu<Value extends string>(props: Props<Value>) {
  return (
    // Inside the top bar and not at the end of the page: whatever a page shows stands in one of its landmarks.
    <Menu position="bottom-end" withinPortal={false} checkIcon={<IconCheck size={16} aria-hidden />}>
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={props.value} onChange={(value) => props.onChoose(value as Value)}>
          {props.choices.map(({ value, label, lang, icon }) => (
            <Menu.RadioItem key={value} value={value} lang={lang} rightSection={icon} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
