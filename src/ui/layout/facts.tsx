import { Button } from '@mantine/core';
import { useState } from 'react';
import { DetailsList, type Detail } from './details-list.tsx';
import classes from './layout.module.css';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  facts: readonly Detail[];
  columns?: 1 | 2;
}

/** Names and values of an object. Empty values are shown on request. */
export function Facts({ facts, columns = 2 }: Props) {
  const texts = useUiTexts();
  const [isWhole, setIsWhole] = useState(false);
  const filledFacts = facts.filter(({ value }) => value != null && value !== '' && value !== false);
  const missing = facts.length - filledFacts.length;
  const visibleFacts = isWhole ? facts : filledFacts;
  return (
    <div className={classes.facts}>
      {visibleFacts.length > 0 && (
        <DetailsList columns={columns} placeholder={texts.noValue} details={visibleFacts} />
      )}
      {missing > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.showEmpty ?? ''}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? texts.hideEmpty : texts.showEmpty(missing)}
        </Button>
      )}
    </div>
  );
}
