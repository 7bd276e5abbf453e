/** `support` reports a problem; the others are suggestions (spec 3 §3). */
export const feedbackTypes = ['support', 'newFeature', 'improvement', 'other'] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

/** Characters a message may have (spec 3 §9). */
export const maxMessageLength = 2000;

export type MessageError = 'required' | 'too-long';

/** Required, and not longer than it may be (spec 3 §5). */
export function messageError(message: string): MessageError | undefined {
  if (message.trim() === '') return 'required';
  return message.length > maxMessageLength ? 'too-long' : undefined;
}

/** Support confirms a problem report, everything else a suggestion (spec 3 §4). */
export const confirmationFor = (type: FeedbackType): 'support' | 'suggestion' =>
  type === 'support' ? 'support' : 'suggestion';
