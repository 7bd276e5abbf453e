import type { MailTexts } from '../mail-texts.ts';

export const cy: MailTexts = {
  greeting: 'Helo {name},',
  facts: {
    ip: 'Cyfeiriad IP',
    device: 'Dyfais',
    oldUsername: 'Hen enw defnyddiwr',
    newUsername: 'Enw defnyddiwr newydd',
    from: 'Oddi wrth',
    organisation: 'Sefydliad',
    feedbackType: 'Math',
  },
  approvals: {
    refund: 'Ad-daliad',
    payout: 'Taliad allan',
    activateRule: 'Actifadu rheol',
    grantRole: 'Rhoi rôl',
    changeProcessors: 'Proseswyr a llwybrau',
    answerDispute: 'Ymatebion i anghydfodau',
    erasePerson: 'Dileu data personau',
    changePolicy: 'Polisi cymeradwyo llai llym',
    exemptKey: 'Allwedd API heb gymeradwyaeth',
  },
  templates: {
    invitation: {
      subject: 'Eich gwahoddiad i Countinghouse',
      before: [
        'Mae gennych gyfrif newydd gyda {organisation}.',
        'Dewiswch gyfrinair i fewngofnodi am y tro cyntaf.',
      ],
      button: 'Dewis cyfrinair',
      after: [
        'Mae’r ddolen yn gweithio unwaith ac am 7 diwrnod. Wedi hynny gall eich gweinyddwr anfon un newydd atoch.',
      ],
    },
    passwordReset: {
      subject: 'Dewiswch gyfrinair newydd',
      before: ['Rydym wedi derbyn cais am gyfrinair newydd i’ch cyfrif.'],
      button: 'Dewis cyfrinair newydd',
      after: [
        'Mae’r ddolen yn gweithio unwaith ac am 24 awr.',
        'Os nad chi a wnaeth y cais, anwybyddwch yr e-bost hwn. Bydd eich cyfrinair yn aros yr un fath.',
      ],
    },
    usernameChange: {
      subject: 'Mae eich enw defnyddiwr wedi newid',
      before: [
        'O hyn ymlaen byddwch yn mewngofnodi ag enw defnyddiwr newydd. Bydd eich cyfrinair yn aros fel y mae.',
      ],
      after: ['Os nad oeddech yn disgwyl hyn, gofynnwch i’ch gweinyddwr.'],
    },
    passwordChanged: {
      subject: 'Mae eich cyfrinair wedi’i newid',
      before: ['Mae cyfrinair eich cyfrif wedi’i newid. Mae pob sesiwn arall wedi’i hallgofnodi.'],
      after: [
        'Os nad chi oedd yno, dewiswch “Wedi anghofio’ch cyfrinair?” ar y dudalen fewngofnodi ar unwaith a rhowch wybod i’ch gweinyddwr.',
      ],
    },
    authenticatorAdded: {
      subject: 'Ap dilysu wedi’i ychwanegu',
      before: [
        'Mae ap dilysu wedi’i ychwanegu at eich cyfrif. Bydd angen ei god i fewngofnodi o hyn ymlaen.',
      ],
      after: ['Os nad chi oedd yno, newidiwch eich cyfrinair ar unwaith a rhowch wybod i’ch gweinyddwr.'],
    },
    authenticatorRemoved: {
      subject: 'Ap dilysu wedi’i dynnu',
      before: ['Mae’r ap dilysu wedi’i dynnu o’ch cyfrif. Mae pob sesiwn arall wedi’i hallgofnodi.'],
      after: ['Os nad chi oedd yno, newidiwch eich cyfrinair ar unwaith a rhowch wybod i’ch gweinyddwr.'],
    },
    passkeyAdded: {
      subject: 'Allwedd fynediad wedi’i hychwanegu',
      before: [
        'Mae’r allwedd fynediad “{object}” wedi’i hychwanegu at eich cyfrif. Gallwch fewngofnodi gyda hi.',
      ],
      after: ['Os nad chi oedd yno, newidiwch eich cyfrinair ar unwaith a rhowch wybod i’ch gweinyddwr.'],
    },
    passkeyRemoved: {
      subject: 'Allwedd fynediad wedi’i thynnu',
      before: [
        'Mae’r allwedd fynediad “{object}” wedi’i thynnu o’ch cyfrif. Mae pob sesiwn arall wedi’i hallgofnodi.',
      ],
      after: ['Os nad chi oedd yno, newidiwch eich cyfrinair ar unwaith a rhowch wybod i’ch gweinyddwr.'],
    },
    recoveryCodesRenewed: {
      subject: 'Codau adfer newydd',
      before: [
        'Mae codau adfer newydd wedi’u creu ar gyfer eich cyfrif. Nid yw’r rhai blaenorol yn gweithio mwyach.',
      ],
      after: ['Os nad chi oedd yno, newidiwch eich cyfrinair ar unwaith a rhowch wybod i’ch gweinyddwr.'],
    },
    recoveryCodeUsed: {
      subject: 'Defnyddiwyd cod adfer',
      before: ['Defnyddiwyd un o godau adfer eich cyfrif. Codau sydd ar ôl: {object}.'],
      after: ['Os nad chi oedd yno, newidiwch eich cyfrinair ar unwaith a rhowch wybod i’ch gweinyddwr.'],
    },
    breakGlass: {
      subject: 'Mynediad brys i {username}',
      before: [
        'Mae {operator}, sy’n gweithredu’r system, wedi rhoi mynediad dros dro i {username} â’r cyfrinair yn unig.',
      ],
      after: ['Os nad ydych yn gwybod pam, cysylltwch â’r gweithredwr.'],
    },
    secondFactorReset: {
      subject: 'Cafodd eich ail gam ei ailosod',
      before: [
        'Tynnodd {by} allweddi mynediad, ap dilysu a chodau adfer eich cyfrif. Mae pob sesiwn wedi’i hallgofnodi.',
        'Mewngofnodwch â’ch cyfrinair, yna ychwanegwch ail gam newydd.',
      ],
      after: [
        'Os nad oeddech yn disgwyl hyn, newidiwch eich cyfrinair ar unwaith a rhowch wybod i’ch gweinyddwr.',
      ],
    },
    apiKeyCreated: {
      subject: 'Allwedd API newydd: {key}',
      before: ['Creodd {by} yr allwedd API “{key}”.'],
      after: ['Os nad oeddech yn disgwyl hyn, diddymwch yr allwedd o dan Gosodiadau system, Allweddi API.'],
    },
    apiKeyWidened: {
      subject: 'Allwedd API wedi’i hehangu: {key}',
      before: ['Ehangodd {by} ganiatadau, gosodiadau neu ddyddiad dod i ben yr allwedd API “{key}”.'],
      after: ['Os nad oeddech yn disgwyl hyn, diddymwch yr allwedd o dan Gosodiadau system, Allweddi API.'],
    },
    apiKeyRotated: {
      subject: 'Cyfrinach newydd i’r allwedd API: {key}',
      before: [
        'Creodd {by} gyfrinach newydd i’r allwedd API “{key}”. Mae Gosodiadau system yn dangos pryd daw’r un flaenorol i ben.',
      ],
      after: ['Os nad oeddech yn disgwyl hyn, diddymwch yr allwedd o dan Gosodiadau system, Allweddi API.'],
    },
    apiKeyRevoked: {
      subject: 'Diddymwyd allwedd API: {key}',
      before: ['Diddymodd {by} yr allwedd API “{key}”. Gwrthodir ceisiadau â hi.'],
      after: ['Os nad oeddech yn disgwyl hyn, edrychwch yn y cofnod archwilio.'],
    },
    signOnChanged: {
      subject: 'Newidiwyd y mewngofnodi sengl',
      before: [
        'Newidiodd {by} fewngofnodi sengl {organisation}. Gall pwy sy’n mewngofnodi, a chyda pa rolau, fod yn wahanol nawr.',
      ],
      after: ['Os nad oeddech yn disgwyl hyn, edrychwch ar Gosodiadau, Mewngofnodi sengl.'],
    },
    organisationMoved: {
      subject: 'Symudwyd sefydliad: {moved}',
      before: [
        'Symudodd {by} {moved} i {parent}. Gall defnyddwyr â mynediad i {parent} gael mynediad i {moved} nawr.',
      ],
      after: ['Os nad oeddech yn disgwyl hyn, edrychwch yn y cofnod archwilio.'],
    },
    newDevice: {
      subject: 'Mewngofnodi o ddyfais newydd',
      before: ['Mae eich cyfrif wedi’i ddefnyddio o ddyfais newydd.'],
      after: [
        'Os chi oedd yno, nid oes angen gwneud dim. Os nad chi, rhowch wybod i’ch gweinyddwr ar unwaith a newidiwch eich cyfrinair, os oes gennych un.',
      ],
    },
    feedback: {
      subject: 'Adborth o Countinghouse',
      before: ['Mae {name} wedi anfon adborth.'],
      after: [],
    },
    processorReport: {
      subject: 'Mae prosesydd wedi newid canlyniad',
      before: ['Trafodyn {transactionId}: {report}'],
      after: [],
    },
    reportRefused: {
      subject: 'Gwrthodwyd adroddiad setlo: {report}',
      before: [
        'Gwrthodwyd adroddiad setlo {report} y cysylltiad {connection}. Ni fewnforiwyd yr un o’i linellau.',
        '{reason}',
      ],
      after: [
        'Gofynnwch i’r prosesydd am yr adroddiad cywir. Yna agorwch ef o dan Setlo, Adroddiadau a dewiswch “Ailfewnforio”.',
      ],
    },
    reportUnread: {
      subject: 'Ni ddarllenwyd adroddiad setlo: {report}',
      before: [
        'Cyhoeddodd y prosesydd adroddiad setlo {report} y cysylltiad {connection} am {since}. Nid yw wedi’i fewnforio.',
        '{reason}',
      ],
      after: [
        'Gwiriwch y cysylltiad a’i gyfrinachau o dan Gosodiadau, Proseswyr. Os na chaiff yr adroddiad ei fewnforio wedyn, agorwch ef o dan Setlo, Adroddiadau a dewiswch “Ailfewnforio”.',
      ],
    },
    settlementStuck: {
      subject: 'Mae angen sylw ar drafodyn',
      before: [
        'Trafodyn {transactionId}: methodd {kind} {attempts} gwaith. Mae Countinghouse yn dal i geisio.',
        'Gwall diwethaf: {error}',
      ],
      after: [],
    },
    processorOutage: {
      subject: 'Nid yw prosesydd ar gael',
      before: [
        'Nid yw {processor} ar gael ers {since}. Gohiriwyd {episodes} o daliadau a drefnwyd yn yr awr ddiwethaf.',
        'Mae Countinghouse yn rhoi cynnig arall arnynt ar ôl 1 awr, 4 awr ac yna bob 12 awr am 3 diwrnod. Ni chaiff unrhyw amserlen ei hatal.',
      ],
      after: [],
    },
    webhookFailing: {
      subject: 'Mae gwe-fachyn yn methu',
      before: [
        'Nid yw {url} wedi derbyn unrhyw ddigwyddiad ers {since}.',
        'Rydym yn dal i geisio. Os yw’n dal i fethu ar ôl 5 diwrnod, byddwn yn ei oedi.',
      ],
      after: ['Gwiriwch eich gweinydd, neu newidiwch y cyfeiriad o dan Gosodiadau system, Gwe-fachau.'],
    },
    webhookPaused: {
      subject: 'Cafodd gwe-fachyn ei oedi',
      before: [
        'Nid yw {url} wedi derbyn unrhyw ddigwyddiad ers {since}, felly rydym wedi’i oedi.',
        'Cedwir digwyddiadau newydd am 30 diwrnod.',
      ],
      after: [
        'Pan fydd eich gweinydd yn gweithio eto, ailddechreuwch y gwe-fachyn o dan Gosodiadau system, Gwe-fachau ac anfonwch y digwyddiadau a gollwyd.',
      ],
    },
    disputeDue: {
      subject: 'Ymatebwch i anghydfod erbyn {day}',
      before: [
        'Mae deiliad cerdyn yn herio taliad o {amount} yn {organisation}. Heb ymateb, collir yr anghydfod.',
        'Ymatebwch erbyn {day}.',
      ],
      button: 'Agor yr anghydfod',
      after: [],
    },
    scheduledFile: {
      subject: 'Mae “{view}” yn barod',
      before: [
        'Mae ffeil yr olwg “{view}” ar gyfer {organisation} yn barod: {rows} o drafodion.',
        'Mewngofnodwch i’w lawrlwytho gyda’i maniffest. Fe’i cedwir am 30 diwrnod.',
      ],
      button: 'Agor ffeiliau a drefnwyd',
      after: ['I roi’r gorau i’r e-byst hyn, dilëwch yr amserlen yno.'],
    },
    rejectFailed: {
      subject: 'Methodd gwrthod: trafodyn {transactionId}',
      before: [
        'Methodd gwrthod trafodyn {transactionId} gyda’r prosesydd ({code}). Mae Countinghouse yn ailadrodd y rhyddhau ac nid yw’n cymryd arian.',
      ],
      after: ['Mae’r dasg yn aros yn y ciw nes i’r rhyddhau lwyddo.'],
    },
    approvalAsked: {
      subject: 'Angen cymeradwyaeth: {action}',
      before: [
        'Mae {asker} yn gofyn am eich cymeradwyaeth: {action}.',
        'Does dim yn digwydd nes i rywun ei gymeradwyo o dan Cymeradwyaethau.',
      ],
      after: [],
    },
    approvalApproved: {
      subject: 'Cymeradwywyd: {action}',
      before: ['Cymeradwyodd {decider} eich cais: {action}.', 'Mae’r canlyniad o dan Cymeradwyaethau.'],
      after: [],
    },
    approvalRejected: {
      subject: 'Gwrthodwyd: {action}',
      before: ['Gwrthododd {decider} eich cais: {action}. Does dim wedi newid.'],
      after: [],
    },
    approvalExpired: {
      subject: 'Daeth i ben: {action}',
      before: ['Ni phenderfynwyd ar eich cais mewn pryd: {action}. Does dim wedi newid.'],
      after: ['Gallwch ofyn eto.'],
    },
  },
};
