import type { PayerTexts } from '../payer-texts.ts';

export const ptBr: PayerTexts = {
  linkHelp: 'Se o botão não funcionar, copie este link para o seu navegador:',
  footer: 'Esta é uma mensagem automática do Countinghouse. As respostas não são lidas.',
  facts: {
    time: 'Data e hora',
    description: 'Descrição',
    validUntil: 'Válido até',
    merchant: 'Lojista',
    amount: 'Valor',
    card: 'Cartão',
    reference: 'Referência',
    expectedBy: 'Previsto até',
    arn: 'Referência para o seu banco (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Link de pagamento de {merchant}',
      before: [
        '{merchant} enviou um link para você. Informe os dados do seu cartão em uma página segura para concluir a operação.',
      ],
      button: 'Abrir a página de pagamento',
      after: ['Se você não esperava este e-mail, ignore-o. Nada será cobrado.'],
    },
    smartLinkReminder: {
      subject: 'Lembrete: link de pagamento de {merchant}',
      before: [
        'O link que {merchant} enviou para você expira em breve e ainda não foi pago. Informe os dados do seu cartão em uma página segura para concluir a operação.',
      ],
      button: 'Abrir a página de pagamento',
      after: ['Se você já pagou de outra forma, ignore este e-mail.'],
    },
    paymentReceipt: {
      subject: 'Seu pagamento para {merchant}',
      before: ['Obrigado. Seu pagamento foi realizado com sucesso.'],
      after: [
        'Guarde este recibo. Em caso de dúvidas sobre o pagamento, fale com o lojista e informe a referência.',
      ],
    },
    reservationReceipt: {
      subject: 'Valor reservado por {merchant}',
      before: [
        'O valor abaixo está reservado no seu cartão. Ele só será cobrado quando o lojista concluir o pagamento.',
      ],
      after: ['Em caso de dúvidas sobre o pagamento, fale com o lojista e informe a referência.'],
    },
    refundNotice: {
      subject: 'Reembolso de {merchant}',
      before: ['Um reembolso está a caminho do seu cartão.'],
      after: [
        'Pode levar alguns dias úteis até que seu banco o mostre.',
        'Em caso de dúvidas sobre o reembolso, fale com o lojista e informe a referência.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: você pagou {amount}.',
    reservationReceipt: '{merchant}: {amount} reservados e ainda não cobrados.',
    refundNotice: '{merchant}: um reembolso de {amount} está a caminho.',
    smartLink: '{merchant}: pague {amount} aqui: {linkUrl}',
    openLink: '{merchant}: pague aqui: {linkUrl}',
    card: 'Cartão com final {card}.',
    reference: 'Referência: {reference}',
  },
};
