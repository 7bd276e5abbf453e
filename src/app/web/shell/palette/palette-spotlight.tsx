import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useRouter } from '@tanstack/react-router';
import { IconReceipt, IconSearch, IconSwitchHorizontal } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { hasCardNumber } from '#shared/card-number.ts';
import { MenuIcon } from '#app/web/shell/menu/menu-icon.tsx';
import { askForOrganisation } from '#features/organisations/web/organisation-choice.ts';
import { guessSearch } from '#features/transactions/guess-search.ts';
import { defaultSearch } from '#features/transactions/search-params.ts';
import { useSearchFields } from '#features/transactions/web/use-search-fields.ts';
import { paths } from '#web/paths.ts';
import { flatMenu, type MenuEntry } from '#web/session/menu-rules.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const [store, palette] = createSpotlight();

type Props = { isOpen: boolean; onClose: () => void; entries: readonly MenuEntry[] };

/** The screens this person may open, and the searches that what is typed may mean. */
export function PaletteSpotlight(props: Props) {
  const { t } = useTranslation();
  const router = useRouter();
  const session = useSignedIn();
  const { tree } = session;
  const [query, setQuery] = useState('');
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  // Opened again before it had quite closed: what was typed then is not meant now.
  if (wasOpen !== props.isOpen) {
    setWasOpen(props.isOpen);
    if (props.isOpen) setQuery('');
  }
  const typed = query.trim();

  // Mounted closed and opened afterwards, so that the focus finds its way back.
  useEffect(() => {
    if (props.isOpen) palette.open();
    else palette.close();
  }, [props.isOpen]);

  const groups = useMemo(() => {
    const byGroup = new Map<string, ReturnType<typeof flatMenu>>();
    for (const item of flatMenu(props.entries)) {
      const group = item.groups[0] ?? '';
      byGroup.set(group, [...(byGroup.get(group) ?? []), item]);
    }
    return [...byGroup];
  }, [props.entries]);
  const fits = (label: string): boolean => label.toLocaleLowerCase().includes(typed.toLocaleLowerCase());
  const searchFields = useSearchFields();
  const mayView = isAllowed(session, { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'] });
  const guesses = mayView ? guessSearch(typed).filter(({ field }) => searchFields.includes(field)) : [];
  const shown = groups
    .map(([group, items]) => ({
      group,
      items: items.filter(({ entry }) =>
        fits(`${t(`menu.${group || entry.name}`)} ${t(`menu.${entry.name}`)}`),
      ),
    }))
    .filter(({ items }) => items.length > 0);
  const hasSwitch = tree.length > 1 && fits(t('organisation.change'));
  const openTransaction = (id: string) => router.navigate(paths.transaction(id));
  const search = (searchField: string, value: string) =>
    router.navigate(paths.search({ ...defaultSearch, searchField, value, searchRange: 'ANY_TIME' }));
  const isEmpty = shown.length === 0 && guesses.length === 0 && !hasSwitch;

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={props.onClose}
      shortcut={null}
      lockScroll={false}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
    >
      <Spotlight.Search
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {shown.map(({ group, items }) => (
          <Spotlight.ActionsGroup
            key={group}
            label={group === '' ? t('palette.screens') : t(`menu.${group}`)}
          >
            {items.map(({ entry }) => (
              <Spotlight.Action
                key={entry.name}
                leftSection={<MenuIcon name={group || entry.name} />}
                label={t(`menu.${entry.name}`)}
                onClick={() => router.navigate({ href: entry.path ?? paths.home().to })}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {hasSwitch && (
          <Spotlight.Action
            leftSection={<IconSwitchHorizontal size={18} aria-hidden />}
            label={t('organisation.change')}
            onClick={() => setTimeout(askForOrganisation, 200)}
          />
        )}
        {/* What it may mean beside the name of a screen comes after the screens. */}
        {guesses.map(({ field, value }) => (
          <Spotlight.Action
            key={`${field} ${value}`}
            leftSection={<IconReceipt size={18} aria-hidden />}
            label={
              field === 'txn_id'
                ? t('palette.find_transaction', { id: value })
                : t('palette.search', { field: t(`search.field_name.${field}`), value })
            }
            onClick={() => void (field === 'txn_id' ? openTransaction(value) : search(field, value))}
          />
        ))}
        {isEmpty && (
          <Spotlight.Empty>
            {t(hasCardNumber(typed) ? 'search.wrong.card_number' : 'palette.nothing')}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
