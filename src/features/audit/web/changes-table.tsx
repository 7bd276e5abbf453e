import { useTranslation } from '#web/translate/use-translation.ts';
import { diffFields } from '../audit-changes.ts';
import classes from './audit.module.css';

/** The fields that an action changed, before and after. Empty without a difference. */
export function ChangesTable(props: { before: unknown; after: unknown }) {
  const { t } = useTranslation();
  const changes = diffFields(props.before, props.after);
  if (changes.length === 0) return null;
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{before === undefined ? <span className={classes.none}>–</span> : <del>{before}</del>}</td>
            <td>{after === undefined ? <span className={classes.none}>–</span> : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
