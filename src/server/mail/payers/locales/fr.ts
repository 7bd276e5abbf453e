import type { PayerTexts } from '../payer-texts.ts';

export const fr: PayerTexts = {
  linkHelp: 'Si le bouton ne fonctionne pas, copiez ce lien dans votre navigateur :',
  footer: 'Ceci est un message automatique de Countinghouse. Les réponses ne sont pas lues.',
  facts: {
    time: 'Heure',
    description: 'Description',
    validUntil: 'Valable jusqu’au',
    merchant: 'Commerçant',
    amount: 'Montant',
    card: 'Carte',
    reference: 'Référence',
    expectedBy: 'Attendu au plus tard le',
    arn: 'Référence pour votre banque (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Lien de paiement de {merchant}',
      before: [
        '{merchant} vous a envoyé un lien. Saisissez les données de votre carte sur une page sécurisée pour terminer l’opération.',
      ],
      button: 'Ouvrir la page de paiement',
      after: ['Si vous n’attendiez pas cet e-mail, ignorez-le. Rien ne sera débité.'],
    },
    smartLinkReminder: {
      subject: 'Rappel : lien de paiement de {merchant}',
      before: [
        'Le lien envoyé par {merchant} expire bientôt et n’a pas encore été payé. Saisissez les données de votre carte sur une page sécurisée pour terminer l’opération.',
      ],
      button: 'Ouvrir la page de paiement',
      after: ['Si vous avez déjà payé d’une autre façon, ignorez cet e-mail.'],
    },
    paymentReceipt: {
      subject: 'Votre paiement à {merchant}',
      before: ['Merci. Votre paiement a réussi.'],
      after: [
        'Conservez ce reçu. Pour toute question sur le paiement, adressez-vous au commerçant en indiquant la référence.',
      ],
    },
    reservationReceipt: {
      subject: 'Montant réservé par {merchant}',
      before: [
        'Le montant ci-dessous a été réservé sur votre carte. Il ne sera débité que lorsque le commerçant finalisera le paiement.',
      ],
      after: ['Pour toute question sur le paiement, adressez-vous au commerçant en indiquant la référence.'],
    },
    refundNotice: {
      subject: 'Remboursement de {merchant}',
      before: ['Un remboursement est en route vers votre carte.'],
      after: [
        'Quelques jours ouvrés peuvent s’écouler avant que votre banque ne l’affiche.',
        'Pour toute question sur le remboursement, adressez-vous au commerçant en indiquant la référence.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant} : vous avez payé {amount}.',
    reservationReceipt: '{merchant} : {amount} réservés, pas encore débités.',
    refundNotice: '{merchant} : un remboursement de {amount} est en cours.',
    smartLink: '{merchant} : payez {amount} ici : {linkUrl}',
    openLink: '{merchant} : payez ici : {linkUrl}',
    card: 'Carte finissant par {card}.',
    reference: 'Référence : {reference}',
  },
};
