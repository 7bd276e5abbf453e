/** `support` reports a problem; the others are suggestions (docs/domain.md#feedback). */
export const feedbackTypes = ['support', 'newFeature', 'improvement', 'other'] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

/** The maximum length of a message (docs/domain.md#feedback). */
export const maxMessageLength = 2000;

type MessageError = 'required' | 'too-long';

/** The error of a message (docs/domain.md#feedback). */
export function findMessageError(message: string): MessageError | undefined {
  if (message.trim() === '') return 'required';
  return message.length > maxMessageLength ? 'too-long' : undefined;
}

/** The confirmation: `support` is a problem report, the others are suggestions (docs/domain.md#feedback). */
export const confirmationFor = (type: FeedbackType): 'support' | 'suggestion' =>
  type === 'support' ? 'support' : 'suggestion';
