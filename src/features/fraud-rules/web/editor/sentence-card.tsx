import { useEffect, useState } from 'react';
import type { RuleContent } from '../../rule.ts';
import { type SentenceWords, plainSentence, ruleSentence } from '../../sentence.ts';
import classes from '../rules.module.css';

const restMs = 800;

/** The rule in words. Changes are announced after a rest. */
export function SentenceCard({ rule, words }: { rule: RuleContent; words: SentenceWords }) {
  const { text, items } = ruleSentence(rule, words);
  const announced = useRested(plainSentence(rule, words));
  return (
    <div className={classes.sentence}>
      <p>{text}</p>
      {items.length > 0 && (
        <ol>
          {items.map((item, index) => (
            <li key={index}>{item}</li>
          ))}
        </ol>
      )}
      <span className="visually-hidden" aria-live="polite">
        {announced}
      </span>
    </div>
  );
}

/** The text once it has not changed for a while; nothing at first. */
function useRested(text: string): string {
  const [first] = useState(text);
  const [rested, setRested] = useState('');
  useEffect(() => {
    if (text === first) return undefined;
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text, first]);
  return rested;
}
