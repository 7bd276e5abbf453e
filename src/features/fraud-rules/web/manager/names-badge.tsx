import { Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getInstallationNames, getMerchantNames } from '../../endpoints.ts';
import classes from '../rules.module.css';

interface Props {
  kind: 'merchants' | 'installations';
  ids: readonly number[];
}

/** A popover names this many, then how many more there are (docs/domain.md#fraud-rules). */
const maxNames = 10;

/** How many merchants or installations a rule has; a press names them. */
export function NamesBadge({ kind, ids }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" withinPortal shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.count}
          tabIndex={-1}
          aria-label={t(`rules.${kind}`, { count: ids.length })}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {ids.length}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && <Names kind={kind} ids={ids} />}</Popover.Dropdown>
    </Popover>
  );
}

function Names({ kind, ids }: Props) {
  const { t } = useTranslation();
  const input = { body: ids.slice(0, maxNames) };
  const options = { isHandledHere: true, staleTime: 60_000 };
  const merchants = useCall(getMerchantNames, input, { ...options, enabled: kind === 'merchants' });
  const installations = useCall(getInstallationNames, input, {
    ...options,
    enabled: kind === 'installations',
  });
  const { data, error } = kind === 'merchants' ? merchants : installations;
  const names = Object.keys(data ?? {});
  const more = ids.length - maxNames;
  return (
    <div className={classes.names} role="status">
      <p className={classes.namesTitle}>{t(`rules.${kind}`, { count: ids.length })}</p>
      {error != null && <p>{t('rules.names_failed')}</p>}
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {more > 0 && <p>{t('rules.and_more', { count: more })}</p>}
    </div>
  );
}
