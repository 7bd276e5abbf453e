import type { PayerTexts } from '../payer-texts.ts';

export const en: PayerTexts = {
  linkHelp: 'If the button doesn’t work, copy this link into your browser:',
  footer: 'This is an automated message from Countinghouse. Replies aren’t monitored.',
  facts: {
    time: 'Time',
    description: 'Description',
    validUntil: 'Valid until',
    merchant: 'Merchant',
    amount: 'Amount',
    card: 'Card',
    reference: 'Reference',
    expectedBy: 'Expected by',
    arn: 'Reference for your bank (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Payment link from {merchant}',
      before: ['{merchant} sent you a link. Enter your card details on a secure page to complete it.'],
      button: 'Open the payment page',
      after: ['If you didn’t expect this email, you can ignore it. You won’t be charged.'],
    },
    smartLinkReminder: {
      subject: 'Reminder: payment link from {merchant}',
      before: [
        'The link that {merchant} sent you ends soon and has not been paid yet. Enter your card details on a secure page to complete it.',
      ],
      button: 'Open the payment page',
      after: ['If you have already paid in another way, you can ignore this email.'],
    },
    paymentReceipt: {
      subject: 'Your payment to {merchant}',
      before: ['Thank you. Your payment was successful.'],
      after: [
        'Keep this receipt. For questions about the payment, contact the merchant and quote the reference.',
      ],
    },
    reservationReceipt: {
      subject: 'Amount reserved by {merchant}',
      before: [
        'The amount below is reserved on your card. You’re charged only when the merchant completes the payment.',
      ],
      after: ['For questions about the payment, contact the merchant and quote the reference.'],
    },
    refundNotice: {
      subject: 'Refund from {merchant}',
      before: ['A refund is on its way to your card.'],
      after: [
        'It can take a few working days until your bank shows it.',
        'For questions about the refund, contact the merchant and quote the reference.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: you paid {amount}.',
    reservationReceipt: '{merchant}: {amount} is reserved and not taken yet.',
    refundNotice: '{merchant}: a refund of {amount} is on its way.',
    smartLink: '{merchant}: pay {amount} here: {linkUrl}',
    openLink: '{merchant}: pay here: {linkUrl}',
    card: 'Card ending {card}.',
    reference: 'Reference: {reference}',
  },
};
