import type { PayerTexts } from '../payer-texts.ts';

export const zhTw: PayerTexts = {
  linkHelp: '如果按鈕無法使用，請將此連結複製到瀏覽器中開啟：',
  footer: '這是 Countinghouse 自動寄送的郵件，請勿回覆。',
  facts: {
    time: '時間',
    description: '說明',
    validUntil: '有效期限',
    merchant: '商家',
    amount: '金額',
    card: '卡片',
    reference: '參考編號',
    expectedBy: '預計入帳日期',
    arn: '供銀行查詢的參考編號（ARN）',
  },
  templates: {
    smartLink: {
      subject: '來自 {merchant} 的付款連結',
      before: ['{merchant} 寄給您一個連結。請在安全頁面上輸入卡片資料以完成作業。'],
      button: '開啟付款頁面',
      after: ['如果這不是您預期的郵件，請忽略。不會扣款。'],
    },
    smartLinkReminder: {
      subject: '提醒：來自 {merchant} 的付款連結',
      before: ['{merchant} 寄給您的連結即將過期，尚未付款。請在安全頁面上輸入卡片資料以完成作業。'],
      button: '開啟付款頁面',
      after: ['如果您已透過其他方式付款，請忽略此郵件。'],
    },
    paymentReceipt: {
      subject: '您付給 {merchant} 的款項',
      before: ['謝謝您。您的付款已成功。'],
      after: ['請保存此收據。若對付款有疑問，請聯絡商家並提供參考編號。'],
    },
    reservationReceipt: {
      subject: '{merchant} 已保留金額',
      before: ['以下金額已在您的卡片上保留。商家完成付款時才會扣款。'],
      after: ['若對付款有疑問，請聯絡商家並提供參考編號。'],
    },
    refundNotice: {
      subject: '來自 {merchant} 的退款',
      before: ['退款正在退回您的卡片。'],
      after: ['您的銀行可能需要幾個工作天才會顯示這筆退款。', '若對退款有疑問，請聯絡商家並提供參考編號。'],
    },
  },
  sms: {
    paymentReceipt: '{merchant}：您已支付 {amount}。',
    reservationReceipt: '{merchant}：{amount} 已保留，尚未扣款。',
    refundNotice: '{merchant}：{amount} 的退款正在處理。',
    smartLink: '{merchant}：請在此支付 {amount}：{linkUrl}',
    openLink: '{merchant}：請在此付款：{linkUrl}',
    card: '卡號末四碼 {card}。',
    reference: '參考編號：{reference}',
  },
};
