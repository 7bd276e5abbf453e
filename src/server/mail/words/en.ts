import type { MailWords } from '../mail-words.ts';

export const en: MailWords = {
  greeting: 'Hello {name},',
  linkHelp: 'If the button does not work, copy this address into your browser:',
  footer: 'Countinghouse sends this mail by itself; nobody reads answers to it.',
  facts: {
    time: 'Time',
    ip: 'IP address',
    device: 'Device',
    oldUsername: 'Old username',
    newUsername: 'New username',
    from: 'From',
    organisation: 'Organisation',
    description: 'Description',
    validUntil: 'Valid until',
    feedbackType: 'Kind',
    merchant: 'Merchant',
    amount: 'Amount',
    card: 'Card',
    reference: 'Reference',
  },
  templates: {
    invitation: {
      subject: 'Your access to Countinghouse',
      before: [
        'An account at {organisation} has been set up for you.',
        'Choose a password to sign in for the first time.',
      ],
      button: 'Choose a password',
      after: ['The link works once and for 7 days. Afterwards your administrator can send you a new one.'],
    },
    passwordReset: {
      subject: 'Choose a new password',
      before: ['Somebody, probably you, asked for a new password for your account.'],
      button: 'Choose a new password',
      after: [
        'The link works once and for 24 hours.',
        'If it was not you, you need do nothing: your password stays as it is.',
      ],
    },
    usernameChange: {
      subject: 'Your username has changed',
      before: ['From now on you sign in with a new username. Your password stays as it is.'],
      after: ['If you did not expect this, ask your administrator.'],
    },
    passwordChanged: {
      subject: 'Your password has been changed',
      before: ['The password of your account has been changed. All other sessions have been signed out.'],
      after: [
        'If it was not you, choose “Forgotten your password?” on the sign-in page at once and tell your administrator.',
      ],
    },
    newDevice: {
      subject: 'Sign-in from a new device',
      before: ['Your account has been used from a device that we did not know.'],
      after: [
        'If it was you, you need do nothing. If not, change your password at once and tell your administrator.',
      ],
    },
    smartLink: {
      subject: 'Payment link from {merchant}',
      before: ['{merchant} has sent you a link. Enter your card on a secure page to complete it.'],
      button: 'Open the payment page',
      after: ['If you did not expect this mail, you need do nothing: without you nothing is paid.'],
    },
    feedback: {
      subject: 'Feedback from Countinghouse',
      before: ['{name} has sent feedback.'],
      after: [],
    },
    settlementStuck: {
      subject: 'A transaction needs attention',
      before: [
        'Transaction {transactionId}: {kind} failed {attempts} times. Countinghouse keeps retrying.',
        'Last error: {error}',
      ],
      after: [],
    },
    processorOutage: {
      subject: 'A processor is unavailable',
      before: [
        '{processor} has been unavailable since {since}. {episodes} scheduled payments were postponed in the last hour.',
        'Countinghouse retries them after 1 hour, 4 hours and then every 12 hours for 3 days. No schedule is suspended.',
      ],
      after: [],
    },
    paymentReceipt: {
      subject: 'Your payment to {merchant}',
      before: ['Thank you. Your payment has been taken.'],
      after: [
        'Please keep this receipt. If you have a question about the payment, ask the merchant and name the reference.',
      ],
    },
    reservationReceipt: {
      subject: 'Amount reserved by {merchant}',
      before: [
        'The amount below has been reserved on your card. It is charged only when the merchant completes the payment.',
      ],
      after: ['If you have a question about the payment, ask the merchant and name the reference.'],
    },
  },
};
