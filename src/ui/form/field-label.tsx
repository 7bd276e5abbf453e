import type { ReactNode } from 'react';
import classes from './form.module.css';
import { useUiTexts } from '../ui-texts.ts';

/** The label of a field. Optional fields are marked, required ones are not. */
export const fieldLabel = (label: string, isOptional = false): ReactNode =>
  isOptional ? <OptionalLabel label={label} /> : label;

function OptionalLabel({ label }: { label: string }) {
  const { optional } = useUiTexts();
  return (
    <>
      {label} <span className={classes.optional}>{optional}</span>
    </>
  );
}
