import type { MailTexts } from '../mail-texts.ts';

export const en: MailTexts = {
  greeting: 'Hello {name},',
  facts: {
    ip: 'IP address',
    device: 'Device',
    oldUsername: 'Old username',
    newUsername: 'New username',
    from: 'From',
    organisation: 'Organisation',
    feedbackType: 'Type',
  },
  approvals: {
    refund: 'Refund',
    payout: 'Payout',
    activateRule: 'Rule activation',
    grantRole: 'Role assignment',
    changeProcessors: 'Processors and routes',
    answerDispute: 'Responses to disputes',
    erasePerson: 'Erasing persons’ data',
    changePolicy: 'Less strict approval policy',
    exemptKey: 'API key without approvals',
  },
  templates: {
    invitation: {
      subject: 'You’re invited to Countinghouse',
      before: [
        'You have a new account with {organisation}.',
        'Choose a password to sign in for the first time.',
      ],
      button: 'Choose a password',
      after: ['This link works once and expires after 7 days. Your administrator can send you a new one.'],
    },
    passwordReset: {
      subject: 'Reset your password',
      before: ['We received a request to reset the password of your account.'],
      button: 'Choose a new password',
      after: [
        'This link works once and expires after 24 hours.',
        'If you didn’t request this, you can ignore this email. Your password stays the same.',
      ],
    },
    usernameChange: {
      subject: 'Your username has changed',
      before: ['Sign in with your new username from now on. Your password stays the same.'],
      after: ['If you didn’t expect this, contact your administrator.'],
    },
    passwordChanged: {
      subject: 'Your password was changed',
      before: ['The password of your account was changed, and all other sessions were signed out.'],
      after: [
        'If this wasn’t you, choose “Forgot your password?” on the sign-in page right away and contact your administrator.',
      ],
    },
    authenticatorAdded: {
      subject: 'Authenticator app added',
      before: ['An authenticator app was added to your account. Sign-in now asks for its code.'],
      after: ['If this wasn’t you, change your password right away and contact your administrator.'],
    },
    authenticatorRemoved: {
      subject: 'Authenticator app removed',
      before: [
        'The authenticator app was removed from your account, and all other sessions were signed out.',
      ],
      after: ['If this wasn’t you, change your password right away and contact your administrator.'],
    },
    passkeyAdded: {
      subject: 'Passkey added',
      before: ['The passkey “{object}” was added to your account. You can sign in with it.'],
      after: ['If this wasn’t you, change your password right away and contact your administrator.'],
    },
    passkeyRemoved: {
      subject: 'Passkey removed',
      before: [
        'The passkey “{object}” was removed from your account, and all other sessions were signed out.',
      ],
      after: ['If this wasn’t you, change your password right away and contact your administrator.'],
    },
    recoveryCodesRenewed: {
      subject: 'New recovery codes',
      before: ['New recovery codes were created for your account. The earlier ones no longer work.'],
      after: ['If this wasn’t you, change your password right away and contact your administrator.'],
    },
    recoveryCodeUsed: {
      subject: 'A recovery code was used',
      before: ['A recovery code of your account was used. Codes left: {object}.'],
      after: ['If this wasn’t you, change your password right away and contact your administrator.'],
    },
    breakGlass: {
      subject: 'Emergency access for {username}',
      before: [
        '{operator}, an operator of the system, gave {username} temporary access with only a password.',
      ],
      after: ['If you don’t know why, contact the operator.'],
    },
    secondFactorReset: {
      subject: 'Your second step was reset',
      before: [
        '{by} removed the passkeys, the authenticator app and the recovery codes of your account. All sessions were signed out.',
        'Sign in with your password, then add a new second step.',
      ],
      after: ['If you didn’t expect this, change your password right away and contact your administrator.'],
    },
    apiKeyCreated: {
      subject: 'New API key: {key}',
      before: ['{by} created the API key “{key}”.'],
      after: ['If you didn’t expect this, revoke the key under Settings, API keys.'],
    },
    apiKeyWidened: {
      subject: 'API key extended: {key}',
      before: ['{by} extended the permissions, installations or expiry of the API key “{key}”.'],
      after: ['If you didn’t expect this, revoke the key under Settings, API keys.'],
    },
    apiKeyRotated: {
      subject: 'New secret for API key: {key}',
      before: [
        '{by} created a new secret for the API key “{key}”. Your settings show when the previous one stops.',
      ],
      after: ['If you didn’t expect this, revoke the key under Settings, API keys.'],
    },
    apiKeyRevoked: {
      subject: 'API key revoked: {key}',
      before: ['{by} revoked the API key “{key}”. Requests with it are rejected.'],
      after: ['If you didn’t expect this, look it up in the audit log.'],
    },
    signOnChanged: {
      subject: 'Single sign-on changed',
      before: [
        '{by} changed the single sign-on of {organisation}. Who can sign in, and with which roles, may be different now.',
      ],
      after: ['If you didn’t expect this, check Settings, Single sign-on.'],
    },
    organisationMoved: {
      subject: 'Organisation moved: {moved}',
      before: [
        '{by} moved {moved} to {parent}. Users with access to {parent} may have access to {moved} now.',
      ],
      after: ['If you didn’t expect this, look it up in the audit log.'],
    },
    newDevice: {
      subject: 'Sign-in from a new device',
      before: ['Your account was used from a new device.'],
      after: [
        'If this was you, you don’t need to do anything. If not, contact your administrator and change your password, if you have one, right away.',
      ],
    },
    feedback: {
      subject: 'Feedback from Countinghouse',
      before: ['{name} sent feedback.'],
      after: [],
    },
    processorReport: {
      subject: 'A processor has changed a result',
      before: ['Transaction {transactionId}: {report}'],
      after: [],
    },
    reportRefused: {
      subject: 'Settlement report refused: {report}',
      before: [
        'The settlement report {report} of the connection {connection} was refused. None of its lines was imported.',
        '{reason}',
      ],
      after: [
        'Ask the processor for the right report. Then open it under Settlement, Reports and choose “Import again”.',
      ],
    },
    reportUnread: {
      subject: 'Settlement report not read: {report}',
      before: [
        'The processor announced the settlement report {report} of the connection {connection} at {since}. It has not been imported.',
        '{reason}',
      ],
      after: [
        'Check the connection and its secrets under Settings, Processors. If the report is still not imported then, open it under Settlement, Reports and choose “Import again”.',
      ],
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
    webhookFailing: {
      subject: 'A webhook is failing',
      before: [
        '{url} hasn’t accepted any event since {since}.',
        'We keep trying. If it still fails after 5 days, we pause it.',
      ],
      after: ['Check your server, or change the address under Settings, Webhooks.'],
    },
    webhookPaused: {
      subject: 'A webhook was paused',
      before: [
        '{url} hasn’t accepted any event since {since}, so we paused it.',
        'New events are kept for 30 days.',
      ],
      after: [
        'When your server works again, resume the webhook under Settings, Webhooks and send the missed events.',
      ],
    },
    disputeDue: {
      subject: 'Respond to a dispute by {day}',
      before: [
        'A card holder disputes a payment of {amount} at {organisation}. Without a response the dispute is lost.',
        'Respond by {day}.',
      ],
      button: 'Open the dispute',
      after: [],
    },
    scheduledFile: {
      subject: '“{view}” is ready',
      before: [
        'The file of the view “{view}” for {organisation} is ready: {rows} transactions.',
        'Sign in to download it with its manifest. It’s kept for 30 days.',
      ],
      button: 'Open scheduled files',
      after: ['To stop these emails, delete the schedule there.'],
    },
    rejectFailed: {
      subject: 'A reject failed: transaction {transactionId}',
      before: [
        'The reject of transaction {transactionId} failed at the processor ({code}). Countinghouse repeats the release and takes no money.',
      ],
      after: ['The task stays in the queue until the release succeeds.'],
    },
    approvalAsked: {
      subject: 'Approval needed: {action}',
      before: [
        '{asker} asks for your approval: {action}.',
        'Nothing happens until someone approves it under Approvals.',
      ],
      after: [],
    },
    approvalApproved: {
      subject: 'Approved: {action}',
      before: ['{decider} approved your request: {action}.', 'The result is under Approvals.'],
      after: [],
    },
    approvalRejected: {
      subject: 'Rejected: {action}',
      before: ['{decider} rejected your request: {action}. Nothing has changed.'],
      after: [],
    },
    approvalExpired: {
      subject: 'Expired: {action}',
      before: ['Your request wasn’t decided in time: {action}. Nothing has changed.'],
      after: ['You can ask again.'],
    },
  },
};
