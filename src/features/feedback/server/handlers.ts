// Longer handlers, each in a file of its own.
export { sendFeedback } from './send-feedback.ts';
