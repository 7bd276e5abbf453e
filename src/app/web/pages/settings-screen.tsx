import { Link } from '@tanstack/react-router';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useMenu } from '#web/session/menu-rules.ts';
import { paths } from '#web/paths.ts';
import { apiDocsUrl } from '#web/startup-config.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './pages.module.css';

/** By what they are about. A new setting without a section comes last. */
const sections = {
  company: ['organisations', 'installations', 'customFields'],
  access: ['roles', 'security', 'approvals', 'approvalPolicy'],
  integration: ['processors', 'apiKeys', 'apiRequests', 'webhooks', 'testClock'],
  records: ['audit', 'personalData', 'legalHolds'],
} as const;
type Section = keyof typeof sections;
const sectionNames = Object.keys(sections) as Section[];
const isIn = (section: Section, name: string): boolean =>
  (sections[section] as readonly string[]).includes(name);

/** In small letters without accents. */
const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** /settings: everything that administers, by what it is about, with a search. */
export function SettingsScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const [typed, setTyped] = useState('');
  const entries = useMenu().find(({ name }) => name === 'settings')?.children ?? [];
  const words = fold(typed).split(' ');
  const matches = (name: string): boolean => {
    const text = fold(
      [
        t(`menu.${name}`),
        t(`settings_page.text.${name}`),
        t(`palette.words.${name}`, { defaultValue: '' }),
      ].join(' '),
    );
    return words.every((word) => text.includes(word));
  };
  const found = entries.filter(({ name }) => matches(name));
  const hasDocs = matches('apiDocs') && entries.some(({ name }) => isIn('integration', name));
  return (
    <Page width="form" title={t('screen.settings')} subtitle={organisation.selectedOrgName}>
      <TextInput
        data-search
        type="search"
        aria-label={t('settings_page.search')}
        placeholder={t('settings_page.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.length === 0 && !hasDocs && (
        <EmptyState title={t(entries.length === 0 ? 'settings_page.empty' : 'settings_page.none')} />
      )}
      {sectionNames.map((section) => {
        const shown = found.filter(({ name }) => isIn(section, name));
        const showsDocs = section === 'integration' && hasDocs;
        if (shown.length === 0 && !showsDocs) return null;
        return (
          <section key={section} aria-labelledby={`settings-${section}`}>
            <h2 id={`settings-${section}`} className={classes.section}>
              {t(`settings_page.section.${section}`)}
            </h2>
            <ul className={classes.settings}>
              {shown.map(({ name, path }) => (
                <li key={name}>
                  <Link to={path ?? paths.settings().to} className={classes.setting}>
                    <strong>{t(`menu.${name}`)}</strong>
                    <span>{t(`settings_page.text.${name}`)}</span>
                  </Link>
                </li>
              ))}
              {showsDocs && (
                <li>
                  <a href={apiDocsUrl()} target="_blank" rel="noopener" className={classes.setting}>
                    <strong>{t('menu.apiDocs')}</strong>
                    <span>{t('settings_page.text.apiDocs')}</span>
                  </a>
                </li>
              )}
            </ul>
          </section>
        );
      })}
    </Page>
  );
}
