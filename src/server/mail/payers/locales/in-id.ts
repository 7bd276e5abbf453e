import type { PayerTexts } from '../payer-texts.ts';

export const inId: PayerTexts = {
  linkHelp: 'Jika tombol tidak berfungsi, salin tautan ini ke peramban Anda:',
  footer: 'Ini adalah pesan otomatis dari Countinghouse. Balasan tidak dibaca.',
  facts: {
    time: 'Waktu',
    description: 'Keterangan',
    validUntil: 'Berlaku hingga',
    merchant: 'Pedagang',
    amount: 'Jumlah',
    card: 'Kartu',
    reference: 'Referensi',
    expectedBy: 'Diperkirakan paling lambat',
    arn: 'Referensi untuk bank Anda (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Tautan pembayaran dari {merchant}',
      before: [
        '{merchant} mengirimi Anda tautan. Masukkan data kartu Anda di halaman aman untuk menyelesaikannya.',
      ],
      button: 'Buka halaman pembayaran',
      after: ['Jika Anda tidak mengharapkan email ini, abaikan saja. Tidak ada yang akan ditagih.'],
    },
    smartLinkReminder: {
      subject: 'Pengingat: tautan pembayaran dari {merchant}',
      before: [
        'Tautan yang dikirim {merchant} kepada Anda akan segera kedaluwarsa dan belum dibayar. Masukkan data kartu Anda di halaman aman untuk menyelesaikannya.',
      ],
      button: 'Buka halaman pembayaran',
      after: ['Jika Anda sudah membayar dengan cara lain, abaikan email ini.'],
    },
    paymentReceipt: {
      subject: 'Pembayaran Anda kepada {merchant}',
      before: ['Terima kasih. Pembayaran Anda berhasil.'],
      after: [
        'Simpan tanda terima ini. Jika ada pertanyaan tentang pembayaran, hubungi pedagang dan sebutkan referensinya.',
      ],
    },
    reservationReceipt: {
      subject: 'Jumlah dicadangkan oleh {merchant}',
      before: [
        'Jumlah di bawah ini dicadangkan pada kartu Anda. Jumlah itu baru ditagih ketika pedagang menyelesaikan pembayaran.',
      ],
      after: ['Jika ada pertanyaan tentang pembayaran, hubungi pedagang dan sebutkan referensinya.'],
    },
    refundNotice: {
      subject: 'Pengembalian dana dari {merchant}',
      before: ['Pengembalian dana sedang dikirim ke kartu Anda.'],
      after: [
        'Mungkin perlu beberapa hari kerja sampai bank Anda menampilkannya.',
        'Jika ada pertanyaan tentang pengembalian dana, hubungi pedagang dan sebutkan referensinya.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: Anda telah membayar {amount}.',
    reservationReceipt: '{merchant}: {amount} dicadangkan dan belum ditagih.',
    refundNotice: '{merchant}: pengembalian dana {amount} sedang dikirim.',
    smartLink: '{merchant}: bayar {amount} di sini: {linkUrl}',
    openLink: '{merchant}: bayar di sini: {linkUrl}',
    card: 'Kartu berakhiran {card}.',
    reference: 'Referensi: {reference}',
  },
};
