import type { PayerTexts } from '../payer-texts.ts';

export const pt: PayerTexts = {
  linkHelp: 'Se o botão não funcionar, copie esta ligação para o seu navegador:',
  footer: 'Esta é uma mensagem automática do Countinghouse. As respostas não são lidas.',
  facts: {
    time: 'Data e hora',
    description: 'Descrição',
    validUntil: 'Válida até',
    merchant: 'Comerciante',
    amount: 'Montante',
    card: 'Cartão',
    reference: 'Referência',
    expectedBy: 'Previsto até',
    arn: 'Referência para o seu banco (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Ligação de pagamento de {merchant}',
      before: [
        '{merchant} enviou-lhe uma ligação. Introduza os dados do seu cartão numa página segura para concluir a operação.',
      ],
      button: 'Abrir a página de pagamento',
      after: ['Se não esperava este e-mail, ignore-o. Nada será cobrado.'],
    },
    smartLinkReminder: {
      subject: 'Lembrete: ligação de pagamento de {merchant}',
      before: [
        'A ligação que {merchant} lhe enviou expira em breve e ainda não foi paga. Introduza os dados do seu cartão numa página segura para concluir a operação.',
      ],
      button: 'Abrir a página de pagamento',
      after: ['Se já pagou de outra forma, ignore este e-mail.'],
    },
    paymentReceipt: {
      subject: 'O seu pagamento a {merchant}',
      before: ['Obrigado. O seu pagamento foi efetuado com sucesso.'],
      after: [
        'Guarde este recibo. Em caso de dúvidas sobre o pagamento, contacte o comerciante e indique a referência.',
      ],
    },
    reservationReceipt: {
      subject: 'Valor reservado por {merchant}',
      before: [
        'O valor abaixo está reservado no seu cartão. Só será cobrado quando o comerciante concluir o pagamento.',
      ],
      after: ['Em caso de dúvidas sobre o pagamento, contacte o comerciante e indique a referência.'],
    },
    refundNotice: {
      subject: 'Reembolso de {merchant}',
      before: ['O reembolso vai a caminho do seu cartão.'],
      after: [
        'Pode demorar alguns dias úteis até o seu banco o mostrar.',
        'Em caso de dúvidas sobre o reembolso, contacte o comerciante e indique a referência.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: pagou {amount}.',
    reservationReceipt: '{merchant}: {amount} reservados e ainda não cobrados.',
    refundNotice: '{merchant}: um reembolso de {amount} vai a caminho.',
    smartLink: '{merchant}: pague {amount} aqui: {linkUrl}',
    openLink: '{merchant}: pague aqui: {linkUrl}',
    card: 'Cartão terminado em {card}.',
    reference: 'Referência: {reference}',
  },
};
