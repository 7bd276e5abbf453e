import type { PayerTexts } from '../payer-texts.ts';

export const cy: PayerTexts = {
  linkHelp: 'Os nad yw’r botwm yn gweithio, copïwch y ddolen hon i’ch porwr:',
  footer: 'Neges awtomatig gan Countinghouse yw hon. Ni chaiff atebion eu darllen.',
  facts: {
    time: 'Amser',
    description: 'Disgrifiad',
    validUntil: 'Yn ddilys tan',
    merchant: 'Masnachwr',
    amount: 'Swm',
    card: 'Cerdyn',
    reference: 'Cyfeirnod',
    expectedBy: 'Disgwylir erbyn',
    arn: 'Cyfeirnod ar gyfer eich banc (ARN)',
  },
  templates: {
    smartLink: {
      subject: 'Dolen dalu gan {merchant}',
      before: [
        'Mae {merchant} wedi anfon dolen atoch. Rhowch fanylion eich cerdyn ar dudalen ddiogel i’w chwblhau.',
      ],
      button: 'Agor y dudalen dalu',
      after: ['Os nad oeddech yn disgwyl yr e-bost hwn, anwybyddwch ef. Ni chodir dim arnoch.'],
    },
    smartLinkReminder: {
      subject: 'Nodyn atgoffa: dolen dalu gan {merchant}',
      before: [
        'Mae’r ddolen a anfonodd {merchant} atoch yn dod i ben cyn hir ac nid yw wedi’i thalu eto. Rhowch fanylion eich cerdyn ar dudalen ddiogel i’w chwblhau.',
      ],
      button: 'Agor y dudalen dalu',
      after: ['Os ydych eisoes wedi talu mewn ffordd arall, anwybyddwch yr e-bost hwn.'],
    },
    paymentReceipt: {
      subject: 'Eich taliad i {merchant}',
      before: ['Diolch. Llwyddodd eich taliad.'],
      after: [
        'Cadwch y dderbynneb hon. Os oes gennych gwestiwn am y taliad, gofynnwch i’r masnachwr gan roi’r cyfeirnod.',
      ],
    },
    reservationReceipt: {
      subject: 'Swm wedi’i gadw gan {merchant}',
      before: [
        'Mae’r swm isod wedi’i gadw ar eich cerdyn. Dim ond pan fydd y masnachwr yn cwblhau’r taliad y codir y swm.',
      ],
      after: ['Os oes gennych gwestiwn am y taliad, gofynnwch i’r masnachwr gan roi’r cyfeirnod.'],
    },
    refundNotice: {
      subject: 'Ad-daliad gan {merchant}',
      before: ['Mae ad-daliad ar ei ffordd i’ch cerdyn.'],
      after: [
        'Gall gymryd rhai diwrnodau gwaith nes i’ch banc ei ddangos.',
        'Os oes gennych gwestiwn am yr ad-daliad, gofynnwch i’r masnachwr gan roi’r cyfeirnod.',
      ],
    },
  },
  sms: {
    paymentReceipt: '{merchant}: rydych wedi talu {amount}.',
    reservationReceipt: '{merchant}: mae {amount} wedi’i gadw, heb ei gymryd eto.',
    refundNotice: '{merchant}: mae ad-daliad o {amount} ar ei ffordd.',
    smartLink: '{merchant}: talwch {amount} yma: {linkUrl}',
    openLink: '{merchant}: talwch yma: {linkUrl}',
    card: 'Cerdyn yn gorffen {card}.',
    reference: 'Cyfeirnod: {reference}',
  },
};
