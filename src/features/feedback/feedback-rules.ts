/** `support` reports a problem; the others are suggestions (docs/domain.md#feedback). */
export const feedbackTypes = ['support', 'newFeature', 'improvement', 'other'] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

/** Characters a message may have (docs/domain.md#feedback). */
export const maxMessageLength = 2000;

export type MessageError = 'required' | 'too-long';

/** Required, and not longer than it may be (docs/domain.md#feedback). */
export function messageError(message: string): MessageError | undefined {
  if (message.trim() === '') return 'required';
  return message.length > maxMessageLength ? 'too-long' : undefined;
}

/** Support confirms a problem report, everything else a suggestion (docs/domain.md#feedback). */
export const confirmationFor = (type: FeedbackType): 'support' | 'suggestion' =>
  type === 'support' ? 'support' : 'suggestion';
