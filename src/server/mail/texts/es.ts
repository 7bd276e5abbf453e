import type { MailTexts } from '../mail-texts.ts';

export const es: MailTexts = {
  greeting: 'Hola, {name}:',
  facts: {
    ip: 'Dirección IP',
    device: 'Dispositivo',
    oldUsername: 'Nombre de usuario anterior',
    newUsername: 'Nombre de usuario nuevo',
    from: 'De',
    organisation: 'Organización',
    feedbackType: 'Tipo',
  },
  approvals: {
    refund: 'Reembolso',
    payout: 'Abono',
    activateRule: 'Activación de una regla',
    grantRole: 'Asignación de un rol',
    changeProcessors: 'Procesadores y rutas',
    answerDispute: 'Respuestas a disputas',
    erasePerson: 'Eliminación de datos de personas',
    changePolicy: 'Política de aprobación menos estricta',
    exemptKey: 'Clave de API sin aprobaciones',
  },
  templates: {
    invitation: {
      subject: 'Su invitación a Countinghouse',
      before: [
        'Tiene una cuenta nueva en {organisation}.',
        'Elija una contraseña para iniciar sesión por primera vez.',
      ],
      button: 'Elegir contraseña',
      after: [
        'El enlace funciona una sola vez y durante 7 días. Después, su administrador puede enviarle otro.',
      ],
    },
    passwordReset: {
      subject: 'Restablezca su contraseña',
      before: ['Hemos recibido una solicitud para restablecer la contraseña de su cuenta.'],
      button: 'Elegir una contraseña nueva',
      after: [
        'El enlace funciona una sola vez y durante 24 horas.',
        'Si no lo ha pedido usted, ignore este correo. Su contraseña no cambia.',
      ],
    },
    usernameChange: {
      subject: 'Su nombre de usuario ha cambiado',
      before: ['A partir de ahora inicia sesión con un nombre de usuario nuevo. Su contraseña no cambia.'],
      after: ['Si no lo esperaba, pregunte a su administrador.'],
    },
    passwordChanged: {
      subject: 'Su contraseña ha cambiado',
      before: ['Se ha cambiado la contraseña de su cuenta. Se han cerrado todas las demás sesiones.'],
      after: [
        'Si no ha sido usted, elija enseguida «¿Ha olvidado su contraseña?» en la página de inicio de sesión y avise a su administrador.',
      ],
    },
    authenticatorAdded: {
      subject: 'Aplicación de autenticación añadida',
      before: [
        'Se ha añadido una aplicación de autenticación a su cuenta. A partir de ahora se pide su código al iniciar sesión.',
      ],
      after: ['Si no ha sido usted, cambie enseguida su contraseña y avise a su administrador.'],
    },
    authenticatorRemoved: {
      subject: 'Aplicación de autenticación eliminada',
      before: [
        'Se ha eliminado la aplicación de autenticación de su cuenta. Se han cerrado todas las demás sesiones.',
      ],
      after: ['Si no ha sido usted, cambie enseguida su contraseña y avise a su administrador.'],
    },
    passkeyAdded: {
      subject: 'Llave de acceso añadida',
      before: ['Se ha añadido la llave de acceso «{object}» a su cuenta. Puede iniciar sesión con ella.'],
      after: ['Si no ha sido usted, cambie enseguida su contraseña y avise a su administrador.'],
    },
    passkeyRemoved: {
      subject: 'Llave de acceso eliminada',
      before: [
        'Se ha eliminado la llave de acceso «{object}» de su cuenta. Se han cerrado todas las demás sesiones.',
      ],
      after: ['Si no ha sido usted, cambie enseguida su contraseña y avise a su administrador.'],
    },
    recoveryCodesRenewed: {
      subject: 'Nuevos códigos de recuperación',
      before: ['Se han creado nuevos códigos de recuperación para su cuenta. Los anteriores ya no sirven.'],
      after: ['Si no ha sido usted, cambie enseguida su contraseña y avise a su administrador.'],
    },
    recoveryCodeUsed: {
      subject: 'Se ha usado un código de recuperación',
      before: ['Se ha usado un código de recuperación de su cuenta. Códigos restantes: {object}.'],
      after: ['Si no ha sido usted, cambie enseguida su contraseña y avise a su administrador.'],
    },
    breakGlass: {
      subject: 'Acceso de emergencia para {username}',
      before: [
        '{operator}, que opera el sistema, ha dado a {username} acceso temporal solo con la contraseña.',
      ],
      after: ['Si no conoce el motivo, póngase en contacto con el operador.'],
    },
    secondFactorReset: {
      subject: 'Se ha restablecido su segundo paso',
      before: [
        '{by} ha eliminado las llaves de acceso, la aplicación de autenticación y los códigos de recuperación de su cuenta. Se han cerrado todas las sesiones.',
        'Inicie sesión con su contraseña y añada después un nuevo segundo paso.',
      ],
      after: ['Si no lo esperaba, cambie enseguida su contraseña y avise a su administrador.'],
    },
    apiKeyCreated: {
      subject: 'Nueva clave de API: {key}',
      before: ['{by} ha creado la clave de API «{key}».'],
      after: ['Si no lo esperaba, revoque la clave en Ajustes, Claves de API.'],
    },
    apiKeyWidened: {
      subject: 'Clave de API ampliada: {key}',
      before: ['{by} ha ampliado los permisos, las instalaciones o la caducidad de la clave de API «{key}».'],
      after: ['Si no lo esperaba, revoque la clave en Ajustes, Claves de API.'],
    },
    apiKeyRotated: {
      subject: 'Nuevo secreto de la clave de API: {key}',
      before: [
        '{by} ha creado un nuevo secreto para la clave de API «{key}». Sus ajustes muestran hasta cuándo vale el anterior.',
      ],
      after: ['Si no lo esperaba, revoque la clave en Ajustes, Claves de API.'],
    },
    apiKeyRevoked: {
      subject: 'Clave de API revocada: {key}',
      before: ['{by} ha revocado la clave de API «{key}». Las solicitudes con ella se rechazan.'],
      after: ['Si no lo esperaba, consulte el registro de auditoría.'],
    },
    signOnChanged: {
      subject: 'Cambió el inicio de sesión único',
      before: [
        '{by} cambió el inicio de sesión único de {organisation}. Puede haber cambiado quién inicia sesión y con qué roles.',
      ],
      after: ['Si no lo esperaba, revise Configuración, Inicio de sesión único.'],
    },
    organisationMoved: {
      subject: 'Organización movida: {moved}',
      before: [
        '{by} movió {moved} a {parent}. Los usuarios con acceso a {parent} pueden tener ahora acceso a {moved}.',
      ],
      after: ['Si no lo esperaba, consulte el registro de auditoría.'],
    },
    newDevice: {
      subject: 'Inicio de sesión desde un dispositivo nuevo',
      before: ['Se ha usado su cuenta desde un dispositivo nuevo.'],
      after: [
        'Si ha sido usted, no tiene que hacer nada. Si no, avise enseguida a su administrador y cambie su contraseña, si la tiene.',
      ],
    },
    feedback: {
      subject: 'Comentarios desde Countinghouse',
      before: ['{name} ha enviado comentarios.'],
      after: [],
    },
    processorReport: {
      subject: 'Un procesador ha cambiado un resultado',
      before: ['Transacción {transactionId}: {report}'],
      after: [],
    },
    reportRefused: {
      subject: 'Informe de liquidación rechazado: {report}',
      before: [
        'El informe de liquidación {report} de la conexión {connection} se ha rechazado. No se ha importado ninguna de sus líneas.',
        '{reason}',
      ],
      after: [
        'Pida el informe correcto al procesador. Después ábralo en Liquidación, Informes y elija «Volver a importar».',
      ],
    },
    reportUnread: {
      subject: 'Informe de liquidación sin leer: {report}',
      before: [
        'El procesador anunció el informe de liquidación {report} de la conexión {connection} el {since}. No se ha importado.',
        '{reason}',
      ],
      after: [
        'Compruebe la conexión y sus secretos en Ajustes, Procesadores. Si el informe sigue sin importarse, ábralo en Liquidación, Informes y elija «Volver a importar».',
      ],
    },
    settlementStuck: {
      subject: 'Una transacción requiere su atención',
      before: [
        'Transacción {transactionId}: {kind} ha fallado {attempts} veces. Countinghouse lo sigue intentando.',
        'Último error: {error}',
      ],
      after: [],
    },
    processorOutage: {
      subject: 'Un procesador no está disponible',
      before: [
        '{processor} no está disponible desde {since}. En la última hora se han pospuesto {episodes} pagos programados.',
        'Countinghouse los reintenta al cabo de 1 hora, 4 horas y después cada 12 horas durante 3 días. No se suspende ninguna programación.',
      ],
      after: [],
    },
    webhookFailing: {
      subject: 'Un webhook está fallando',
      before: [
        '{url} no ha aceptado ningún evento desde {since}.',
        'Seguimos intentándolo. Si sigue fallando después de 5 días, lo pausaremos.',
      ],
      after: ['Revise su servidor o cambie la dirección en Ajustes, Webhooks.'],
    },
    webhookPaused: {
      subject: 'Se ha pausado un webhook',
      before: [
        '{url} no ha aceptado ningún evento desde {since}, por lo que lo hemos pausado.',
        'Los eventos nuevos se conservan 30 días.',
      ],
      after: [
        'Cuando su servidor vuelva a funcionar, reanude el webhook en Ajustes, Webhooks y envíe los eventos perdidos.',
      ],
    },
    disputeDue: {
      subject: 'Responda a una disputa antes del {day}',
      before: [
        'Un titular disputa un pago de {amount} en {organisation}. Sin respuesta, la disputa se pierde.',
        'Responda antes del {day}.',
      ],
      button: 'Abrir la disputa',
      after: [],
    },
    scheduledFile: {
      subject: '«{view}» está listo',
      before: [
        'El archivo de la vista «{view}» de {organisation} está listo: {rows} transacciones.',
        'Inicie sesión para descargarlo con su manifiesto. Se conserva 30 días.',
      ],
      button: 'Abrir los archivos programados',
      after: ['Para dejar de recibir estos correos, elimine allí la programación.'],
    },
    rejectFailed: {
      subject: 'Falló un rechazo: transacción {transactionId}',
      before: [
        'El rechazo de la transacción {transactionId} falló en el procesador ({code}). Countinghouse repite la liberación y no cobra nada.',
      ],
      after: ['La tarea sigue en la cola hasta que la liberación funcione.'],
    },
    approvalAsked: {
      subject: 'Se necesita aprobación: {action}',
      before: [
        '{asker} solicita su aprobación: {action}.',
        'No ocurre nada hasta que alguien lo apruebe en «Aprobaciones».',
      ],
      after: [],
    },
    approvalApproved: {
      subject: 'Aprobado: {action}',
      before: ['{decider} ha aprobado su solicitud: {action}.', 'El resultado está en «Aprobaciones».'],
      after: [],
    },
    approvalRejected: {
      subject: 'Rechazado: {action}',
      before: ['{decider} ha rechazado su solicitud: {action}. No ha cambiado nada.'],
      after: [],
    },
    approvalExpired: {
      subject: 'Caducado: {action}',
      before: ['Su solicitud no se decidió a tiempo: {action}. No ha cambiado nada.'],
      after: ['Puede volver a solicitarlo.'],
    },
  },
};
