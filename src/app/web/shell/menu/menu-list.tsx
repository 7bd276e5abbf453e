import { Link } from '@tanstack/react-router';
import { IconChevronRight, IconSelector } from '@tabler/icons-react';
import { Suspense, lazy, useState } from 'react';
import { openOrganisationChoice } from '#features/company/organisations/web/organisation-choice.ts';
import { readCurrentSession, useSignedIn } from '#web/session/session-store.ts';
import { readRememberedAddress, unpackAddress } from '#web/session/remembered-address.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { currentZone } from '#web/format/current-zone.ts';
import { MenuIcon } from './menu-icon.tsx';
import classes from './menu.module.css';
import { createPreference } from '#web/preferences.ts';
import { paths } from '#web/paths.ts';
import { activeNames, type MenuEntry } from '#web/session/menu-rules.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const PinnedViews = lazy(async () => ({
  default: (await import('#features/reports/views/web/pinned-views.tsx')).PinnedViews,
}));

interface Props {
  entries: readonly MenuEntry[];
  path: string;
  /** Icons only. */
  isSmall?: boolean;
  onFollow?: () => void;
}

/** The entries a person may see, in two levels. The group of the current route is open, and those that the user opened stay open. */
export function MenuList(props: Props) {
  const { t } = useTranslation();
  const active = activeNames(props.entries, props.path);
  return (
    <nav className={classes.nav} aria-label={t('shell.menu')}>
      <ul className={classes.list}>
        {props.entries.map((entry) => (
          <MenuItem key={entry.name} {...props} entry={entry} active={active} level={0} />
        ))}
      </ul>
    </nav>
  );
}

const openGroups = createPreference<string>('menu.open', (stored) =>
  typeof stored === 'string' ? stored : '',
);

/** Names of the groups that the user has opened. */
const useOpenGroups = openGroups.use;

type ItemProps = Props & { entry: MenuEntry; active: readonly string[]; level: number };

function MenuItem(props: ItemProps) {
  const { entry, active, level, isSmall } = props;
  const { t } = useTranslation();
  const isActive = active.includes(entry.name);
  const [closed, setClosed] = useState<{ path: string }>();
  const kept = useOpenGroups().split(',');
  const label = t(`menu.${entry.name}`);
  const screen = firstScreen(entry);
  const isOpen = kept.includes(entry.name) || (isActive && closed?.path !== props.path);

  if (entry.children === undefined || entry.path !== undefined || (isSmall === true && level === 0)) {
    return (
      <li>
        <Link
          to={screen?.path ?? paths.home().to}
          // The screen that is open returns to its defaults.
          search={isActive ? {} : rememberedSearch(screen)}
          className={classes.item}
          data-level={level}
          data-active={isActive || undefined}
          aria-current={isActive ? 'page' : undefined}
          aria-label={isSmall ? label : undefined}
          title={isSmall ? label : undefined}
          onClick={props.onFollow}
        >
          {level === 0 && <MenuIcon name={entry.name} />}
          {!isSmall && <span>{label}</span>}
        </Link>
      </li>
    );
  }
  // A group inside a group is a heading.
  if (level > 0) {
    return (
      <li>
        <span className={classes.heading} id={`menu-${entry.name}`}>
          {label}
        </span>
        <ul className={classes.list} aria-labelledby={`menu-${entry.name}`}>
          {entry.children.map((child) => (
            <MenuItem key={child.name} {...props} entry={child} level={level} />
          ))}
        </ul>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        data-level={level}
        aria-expanded={isOpen}
        onClick={() => {
          setClosed(isOpen ? { path: props.path } : undefined);
          const others = kept.filter((name) => name !== entry.name && name !== '');
          openGroups.set((isOpen ? others : [...others, entry.name]).join(','));
        }}
      >
        {level === 0 && <MenuIcon name={entry.name} />}
        <span>{label}</span>
        <IconChevronRight size={16} className={classes.chevron} aria-hidden />
      </button>
      {isOpen && (
        <ul className={classes.list}>
          {entry.children.map((child) => (
            <MenuItem key={child.name} {...props} entry={child} level={level + 1} />
          ))}
          {entry.name === 'transactions' && (
            <li>
              <Suspense>
                <PinnedViews onFollow={props.onFollow} />
              </Suspense>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function firstScreen(entry: MenuEntry): MenuEntry | undefined {
  return entry.path !== undefined || entry.children === undefined
    ? entry
    : entry.children.map(firstScreen)[0];
}

/** Range, filters and order that the user last had on a screen. */
function rememberedSearch(entry: MenuEntry | undefined): Record<string, string> {
  const session = readCurrentSession();
  if (entry?.remembered === undefined || session === undefined) return {};
  const stored = readRememberedAddress(session.userId, entry.name);
  return unpackAddress(stored, entry.remembered, zonedDate(new Date(), currentZone()));
}

const year = new Date().getFullYear();

/** The current year (docs/domain.md#menu). */
export function MenuFooter(props: { isSmall?: boolean }) {
  const { t } = useTranslation();
  return (
    <footer className={classes.footer}>
      {props.isSmall === true ? year : `© ${year} ${t('product.name')}`}
    </footer>
  );
}

interface OrganisationButtonProps {
  isSmall?: boolean;
  onOpen?: () => void;
}

/** The organisation at work; a button only when the tree has more than one entry (docs/domain.md#organisations). */
export function OrganisationButton(props: OrganisationButtonProps) {
  const { t } = useTranslation();
  const { organisation, tree } = useSignedIn();
  const name = organisation.selectedOrgName;
  const mark = (
    <span className={classes.mark} aria-hidden>
      {name.slice(0, 1).toLocaleUpperCase()}
    </span>
  );
  if (tree.length <= 1) {
    return (
      <div className={classes.organisation} title={name}>
        {mark}
        {!props.isSmall && <span className={classes.organisationName}>{name}</span>}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={classes.organisation}
      aria-haspopup="dialog"
      aria-label={props.isSmall ? `${name}, ${t('organisation.change')}` : undefined}
      title={props.isSmall ? name : undefined}
      onClick={() => {
        props.onOpen?.();
        openOrganisationChoice();
      }}
    >
      {mark}
      {!props.isSmall && (
        <>
          <span className={classes.organisationText}>
            <span className={classes.organisationName}>{name}</span>
            <span className={classes.organisationHint}>{t('organisation.change')}</span>
          </span>
          <IconSelector size={16} aria-hidden />
        </>
      )}
    </button>
  );
}
