import type { PayerTexts } from '../payer-texts.ts';

export const zhCn: PayerTexts = {
  linkHelp: '如果按钮无法使用，请将此链接复制到浏览器中打开：',
  footer: '这是 Countinghouse 自动发送的邮件，请勿回复。',
  facts: {
    time: '时间',
    description: '说明',
    validUntil: '有效期至',
    merchant: '商家',
    amount: '金额',
    card: '银行卡',
    reference: '参考号',
    expectedBy: '预计到账日期',
    arn: '供银行查询的参考号（ARN）',
  },
  templates: {
    smartLink: {
      subject: '来自 {merchant} 的付款链接',
      before: ['{merchant} 向您发送了一个链接。请在安全页面上输入银行卡信息以完成操作。'],
      button: '打开付款页面',
      after: ['如果这不是您预期的邮件，请忽略。不会扣款。'],
    },
    smartLinkReminder: {
      subject: '提醒：来自 {merchant} 的付款链接',
      before: ['{merchant} 发送给您的链接即将过期，尚未付款。请在安全页面上输入银行卡信息以完成操作。'],
      button: '打开付款页面',
      after: ['如果您已通过其他方式付款，请忽略此邮件。'],
    },
    paymentReceipt: {
      subject: '您向 {merchant} 的付款',
      before: ['谢谢。您的付款已成功。'],
      after: ['请保存此收据。如对付款有疑问，请联系商家并提供参考号。'],
    },
    reservationReceipt: {
      subject: '{merchant} 已预留金额',
      before: ['以下金额已在您的卡上预留。商家完成付款时才会扣款。'],
      after: ['如对付款有疑问，请联系商家并提供参考号。'],
    },
    refundNotice: {
      subject: '来自 {merchant} 的退款',
      before: ['退款正在退回您的银行卡。'],
      after: ['您的银行可能需要几个工作日才会显示这笔退款。', '如对退款有疑问，请联系商家并提供参考号。'],
    },
  },
  sms: {
    paymentReceipt: '{merchant}：您已支付 {amount}。',
    reservationReceipt: '{merchant}：{amount} 已预留，尚未扣款。',
    refundNotice: '{merchant}：{amount} 的退款正在处理。',
    smartLink: '{merchant}：请在此支付 {amount}：{linkUrl}',
    openLink: '{merchant}：请在此付款：{linkUrl}',
    card: '卡号尾号 {card}。',
    reference: '参考号：{reference}',
  },
};
