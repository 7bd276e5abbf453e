// Longer handlers, each in a file of its own.
export { explainRule } from './explain-rule.ts';
