import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from '../rules.module.css';

/** The way back to the manager. */
export function BackToRules({ kind }: { kind: 'rule' | 'territoryRule' }) {
  const { t } = useTranslation();
  const isRule = kind === 'rule';
  return (
    <Link {...(isRule ? paths.rules() : paths.territories())} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden />
      {t(isRule ? 'screen.rules' : 'screen.territoryManager')}
    </Link>
  );
}
