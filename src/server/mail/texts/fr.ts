import type { MailTexts } from '../mail-texts.ts';

export const fr: MailTexts = {
  greeting: 'Bonjour {name},',
  facts: {
    ip: 'Adresse IP',
    device: 'Appareil',
    oldUsername: 'Ancien nom d’utilisateur',
    newUsername: 'Nouveau nom d’utilisateur',
    from: 'De',
    organisation: 'Organisation',
    feedbackType: 'Type',
  },
  approvals: {
    refund: 'Remboursement',
    payout: 'Versement',
    activateRule: 'Activation d’une règle',
    grantRole: 'Attribution d’un rôle',
    changeProcessors: 'Processeurs et routes',
    answerDispute: 'Réponses aux litiges',
    erasePerson: 'Effacement de données de personnes',
    changePolicy: 'Règles d’approbation assouplies',
    exemptKey: 'Clé API sans approbations',
  },
  templates: {
    invitation: {
      subject: 'Votre invitation à Countinghouse',
      before: [
        'Vous avez un nouveau compte chez {organisation}.',
        'Choisissez un mot de passe pour vous connecter la première fois.',
      ],
      button: 'Choisir un mot de passe',
      after: [
        'Ce lien fonctionne une seule fois et expire après 7 jours. Votre administrateur peut vous en envoyer un autre.',
      ],
    },
    passwordReset: {
      subject: 'Choisissez un nouveau mot de passe',
      before: ['Nous avons reçu une demande de nouveau mot de passe pour votre compte.'],
      button: 'Choisir un nouveau mot de passe',
      after: [
        'Ce lien fonctionne une seule fois et expire après 24 heures.',
        'Si vous n’avez rien demandé, ignorez cet e-mail. Votre mot de passe reste le même.',
      ],
    },
    usernameChange: {
      subject: 'Votre nom d’utilisateur a changé',
      before: [
        'Connectez-vous désormais avec votre nouveau nom d’utilisateur. Votre mot de passe reste le même.',
      ],
      after: ['Si vous ne vous y attendiez pas, prévenez votre administrateur.'],
    },
    passwordChanged: {
      subject: 'Votre mot de passe a été modifié',
      before: ['Le mot de passe de votre compte a été modifié. Toutes les autres sessions ont été fermées.'],
      after: [
        'Si ce n’était pas vous, choisissez tout de suite « Mot de passe oublié ? » sur la page de connexion et prévenez votre administrateur.',
      ],
    },
    authenticatorAdded: {
      subject: 'Application d’authentification ajoutée',
      before: [
        'Une application d’authentification a été ajoutée à votre compte. Son code est désormais demandé à la connexion.',
      ],
      after: [
        'Si ce n’était pas vous, modifiez tout de suite votre mot de passe et prévenez votre administrateur.',
      ],
    },
    authenticatorRemoved: {
      subject: 'Application d’authentification retirée',
      before: [
        'L’application d’authentification a été retirée de votre compte. Toutes les autres sessions ont été fermées.',
      ],
      after: [
        'Si ce n’était pas vous, modifiez tout de suite votre mot de passe et prévenez votre administrateur.',
      ],
    },
    passkeyAdded: {
      subject: 'Clé d’accès ajoutée',
      before: [
        'La clé d’accès « {object} » a été ajoutée à votre compte. Vous pouvez l’utiliser pour vous connecter.',
      ],
      after: [
        'Si ce n’était pas vous, modifiez tout de suite votre mot de passe et prévenez votre administrateur.',
      ],
    },
    passkeyRemoved: {
      subject: 'Clé d’accès retirée',
      before: [
        'La clé d’accès « {object} » a été retirée de votre compte. Toutes les autres sessions ont été fermées.',
      ],
      after: [
        'Si ce n’était pas vous, modifiez tout de suite votre mot de passe et prévenez votre administrateur.',
      ],
    },
    recoveryCodesRenewed: {
      subject: 'Nouveaux codes de récupération',
      before: [
        'De nouveaux codes de récupération ont été créés pour votre compte. Les précédents ne fonctionnent plus.',
      ],
      after: [
        'Si ce n’était pas vous, modifiez tout de suite votre mot de passe et prévenez votre administrateur.',
      ],
    },
    recoveryCodeUsed: {
      subject: 'Un code de récupération a été utilisé',
      before: ['Un code de récupération de votre compte a été utilisé. Codes restants : {object}.'],
      after: [
        'Si ce n’était pas vous, modifiez tout de suite votre mot de passe et prévenez votre administrateur.',
      ],
    },
    breakGlass: {
      subject: 'Accès d’urgence pour {username}',
      before: [
        '{operator}, opérateur du système, a donné à {username} un accès temporaire avec le seul mot de passe.',
      ],
      after: ['Si vous n’en connaissez pas la raison, contactez l’opérateur.'],
    },
    secondFactorReset: {
      subject: 'Votre deuxième étape a été réinitialisée',
      before: [
        '{by} a retiré les clés d’accès, l’application d’authentification et les codes de récupération de votre compte. Toutes les sessions ont été fermées.',
        'Connectez-vous avec votre mot de passe, puis ajoutez une nouvelle deuxième étape.',
      ],
      after: [
        'Si vous ne vous y attendiez pas, modifiez tout de suite votre mot de passe et prévenez votre administrateur.',
      ],
    },
    apiKeyCreated: {
      subject: 'Nouvelle clé API : {key}',
      before: ['{by} a créé la clé API « {key} ».'],
      after: ['Si vous ne vous y attendiez pas, révoquez la clé sous Paramètres, Clés API.'],
    },
    apiKeyWidened: {
      subject: 'Clé API étendue : {key}',
      before: ['{by} a étendu les autorisations, les installations ou l’expiration de la clé API « {key} ».'],
      after: ['Si vous ne vous y attendiez pas, révoquez la clé sous Paramètres, Clés API.'],
    },
    apiKeyRotated: {
      subject: 'Nouveau secret pour la clé API : {key}',
      before: [
        '{by} a créé un nouveau secret pour la clé API « {key} ». Vos paramètres indiquent quand le précédent prend fin.',
      ],
      after: ['Si vous ne vous y attendiez pas, révoquez la clé sous Paramètres, Clés API.'],
    },
    apiKeyRevoked: {
      subject: 'Clé API révoquée : {key}',
      before: ['{by} a révoqué la clé API « {key} ». Les requêtes avec cette clé sont refusées.'],
      after: ['Si vous ne vous y attendiez pas, consultez le journal d’audit.'],
    },
    signOnChanged: {
      subject: 'Authentification unique modifiée',
      before: [
        '{by} a modifié l’authentification unique de {organisation}. Les personnes qui peuvent se connecter et leurs rôles ont pu changer.',
      ],
      after: ['Si vous ne vous y attendiez pas, vérifiez Paramètres, Authentification unique.'],
    },
    organisationMoved: {
      subject: 'Organisation déplacée : {moved}',
      before: [
        '{by} a déplacé {moved} vers {parent}. Les utilisateurs qui ont accès à {parent} ont peut-être désormais accès à {moved}.',
      ],
      after: ['Si vous ne vous y attendiez pas, consultez le journal d’audit.'],
    },
    newDevice: {
      subject: 'Connexion depuis un nouvel appareil',
      before: ['Votre compte a été utilisé depuis un nouvel appareil.'],
      after: [
        'Si c’était vous, vous n’avez rien à faire. Sinon, prévenez tout de suite votre administrateur et changez votre mot de passe, si vous en avez un.',
      ],
    },
    feedback: {
      subject: 'Commentaire envoyé depuis Countinghouse',
      before: ['{name} a envoyé un commentaire.'],
      after: [],
    },
    processorReport: {
      subject: 'Un prestataire de traitement a modifié un résultat',
      before: ['Transaction {transactionId} : {report}'],
      after: [],
    },
    reportRefused: {
      subject: 'Rapport de règlement refusé : {report}',
      before: [
        'Le rapport de règlement {report} de la connexion {connection} a été refusé. Aucune de ses lignes n’a été importée.',
        '{reason}',
      ],
      after: [
        'Demandez le bon rapport au prestataire de traitement. Ouvrez-le ensuite sous Règlements, Rapports et choisissez « Réimporter ».',
      ],
    },
    reportUnread: {
      subject: 'Rapport de règlement non lu : {report}',
      before: [
        'Le prestataire de traitement a annoncé le rapport de règlement {report} de la connexion {connection} le {since}. Il n’a pas été importé.',
        '{reason}',
      ],
      after: [
        'Vérifiez la connexion et ses secrets sous Paramètres, Processeurs. Si le rapport n’est toujours pas importé, ouvrez-le sous Règlements, Rapports et choisissez « Réimporter ».',
      ],
    },
    settlementStuck: {
      subject: 'Une transaction demande votre attention',
      before: [
        'Transaction {transactionId} : {kind} a échoué {attempts} fois. Countinghouse continue d’essayer.',
        'Dernière erreur : {error}',
      ],
      after: [],
    },
    processorOutage: {
      subject: 'Un prestataire de traitement est indisponible',
      before: [
        '{processor} est indisponible depuis le {since}. {episodes} paiements planifiés ont été reportés au cours de la dernière heure.',
        'Countinghouse les retente après 1 heure, 4 heures, puis toutes les 12 heures pendant 3 jours. Aucun échéancier n’est suspendu.',
      ],
      after: [],
    },
    webhookFailing: {
      subject: 'Un webhook échoue',
      before: [
        '{url} n’a accepté aucun événement depuis le {since}.',
        'Nous continuons d’essayer. Après 5 jours d’échec, nous le mettrons en pause.',
      ],
      after: ['Vérifiez votre serveur ou modifiez l’adresse sous Paramètres, Webhooks.'],
    },
    webhookPaused: {
      subject: 'Un webhook a été mis en pause',
      before: [
        '{url} n’a accepté aucun événement depuis le {since} : nous l’avons mis en pause.',
        'Les nouveaux événements sont conservés 30 jours.',
      ],
      after: [
        'Quand votre serveur fonctionnera de nouveau, reprenez le webhook sous Paramètres, Webhooks et envoyez les événements manqués.',
      ],
    },
    disputeDue: {
      subject: 'Répondez à un litige avant le {day}',
      before: [
        'Un titulaire de carte conteste un paiement de {amount} chez {organisation}. Sans réponse, le litige est perdu.',
        'Répondez avant le {day}.',
      ],
      button: 'Ouvrir le litige',
      after: [],
    },
    scheduledFile: {
      subject: '« {view} » est prêt',
      before: [
        'Le fichier de la vue « {view} » pour {organisation} est prêt : {rows} transactions.',
        'Connectez-vous pour le télécharger avec son manifeste. Il est conservé 30 jours.',
      ],
      button: 'Ouvrir les fichiers planifiés',
      after: ['Pour ne plus recevoir ces e-mails, supprimez-y la planification.'],
    },
    rejectFailed: {
      subject: 'Un rejet a échoué : transaction {transactionId}',
      before: [
        'Le rejet de la transaction {transactionId} a échoué chez le processeur ({code}). Countinghouse répète la libération et n’encaisse rien.',
      ],
      after: ['La tâche reste dans la file jusqu’à ce que la libération réussisse.'],
    },
    approvalAsked: {
      subject: 'Approbation requise : {action}',
      before: [
        '{asker} demande votre approbation : {action}.',
        'Rien ne se passe avant une approbation dans « Approbations ».',
      ],
      after: [],
    },
    approvalApproved: {
      subject: 'Approuvé : {action}',
      before: [
        '{decider} a approuvé votre demande : {action}.',
        'Le résultat se trouve dans « Approbations ».',
      ],
      after: [],
    },
    approvalRejected: {
      subject: 'Refusé : {action}',
      before: ['{decider} a refusé votre demande : {action}. Rien n’a changé.'],
      after: [],
    },
    approvalExpired: {
      subject: 'Expiré : {action}',
      before: ['Votre demande n’a pas été traitée à temps : {action}. Rien n’a changé.'],
      after: ['Vous pouvez refaire la demande.'],
    },
  },
};
