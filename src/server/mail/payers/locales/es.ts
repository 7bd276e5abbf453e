import type { PayerTexts } from '../payer-texts.ts';

export const es: PayerTexts = {
  linkHelp: 'Si el botón no funciona, copie este enlace en su navegador:',
  footer: 'Este es un mensaje automático de Countinghouse. Las respuestas no se leen.',
  facts: {
    time: 'Hora',
    description: 'Descripción',
    validUntil: 'Válido hasta',
    merchant: 'Comercio',
    amount: 'Importe',
    card: 'Tarjeta',
    reference: 'Referencia',
    expectedBy: 'Previsto antes del',
    arn: 'Referencia para su banco (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Enlace de pago de {merchant}',
      before: [
        '{merchant} le ha enviado un enlace. Introduzca los datos de su tarjeta en una página segura para completarlo.',
      ],
      button: 'Abrir la página de pago',
      after: ['Si no esperaba este correo, ignórelo. No se le cobrará nada.'],
    },
    smartLinkReminder: {
      subject: 'Recordatorio: enlace de pago de {merchant}',
      before: [
        'El enlace que le envió {merchant} caduca pronto y aún no se ha pagado. Introduzca los datos de su tarjeta en una página segura para completarlo.',
      ],
      button: 'Abrir la página de pago',
      after: ['Si ya ha pagado de otra forma, ignore este correo.'],
    },
    paymentReceipt: {
      subject: 'Su pago a {merchant}',
      before: ['Gracias. Su pago se ha realizado.'],
      after: [
        'Conserve este recibo. Si tiene alguna pregunta sobre el pago, consulte al comercio e indíquele la referencia.',
      ],
    },
    reservationReceipt: {
      subject: 'Importe reservado por {merchant}',
      before: [
        'El importe indicado a continuación se ha reservado en su tarjeta. Solo se cobrará cuando el comercio complete el pago.',
      ],
      after: ['Si tiene alguna pregunta sobre el pago, consulte al comercio e indíquele la referencia.'],
    },
    refundNotice: {
      subject: 'Reembolso de {merchant}',
      before: ['Un reembolso va de camino a su tarjeta.'],
      after: [
        'Su banco puede tardar unos días laborables en mostrarlo.',
        'Si tiene alguna pregunta sobre el reembolso, consulte al comercio e indíquele la referencia.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: ha pagado {amount}.',
    reservationReceipt: '{merchant}: {amount} reservados, aún no cobrados.',
    refundNotice: '{merchant}: un reembolso de {amount} está en camino.',
    smartLink: '{merchant}: pague {amount} aquí: {linkUrl}',
    openLink: '{merchant}: pague aquí: {linkUrl}',
    card: 'Tarjeta terminada en {card}.',
    reference: 'Referencia: {reference}',
  },
};
