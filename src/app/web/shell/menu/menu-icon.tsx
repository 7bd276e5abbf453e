import {
  IconArrowsExchange,
  IconCalendarRepeat,
  IconCircle,
  IconCreditCard,
  IconHome,
  IconKey,
  IconLink,
  IconMessage,
  IconSettings,
  IconShield,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';

/** By the name of the top entry of the menu. */
const icons: Record<string, Icon> = {
  home: IconHome,
  transactions: IconArrowsExchange,
  risk_management: IconShield,
  smartLinks: IconLink,
  virtualTerminal: IconCreditCard,
  configuration: IconSettings,
  schedules: IconCalendarRepeat,
  users: IconUsers,
  settings: IconKey,
  feedback: IconMessage,
};

export function MenuIcon(props: { name: string | undefined }) {
  const Icon = icons[props.name ?? ''] ?? IconCircle;
  return <Icon size={18} stroke={1.7} aria-hidden />;
}
