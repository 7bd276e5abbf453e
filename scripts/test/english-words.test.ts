import { describe, expect, test } from 'vitest';
import { englishComplaints, wordComplaints } from '../english-words.ts';

describe('rejects', () => {
  test.each([
    ['a code with an underscore', 'Status PASSWORD_EXPIRED', 'PASSWORD_EXPIRED is a raw code: write words'],
    ['a code of one word', 'Payment was DECLINED', 'DECLINED is a raw code: write words'],
    ['a reason code', 'Requests are rejected with V104', 'V104 is a raw code: write words'],
    ['user name', 'Enter your user name', '“user name”: write “username”'],
    ['cardholder', 'The cardholder paid', '“cardholder”: write “card holder”'],
    ['post code', 'Enter the post code', '“post code”: write “postcode”'],
    ['meanwhile', 'Changed meanwhile', '“meanwhile”: write when it changed'],
    ['Not done', 'Not done: try again', '“Not done”: write what failed'],
    ['by hand', 'Added by hand', '“by hand”: write “manually”'],
    ['e-mail with a hyphen', 'Customer E-mail', '“E-mail”: write “email”'],
    ['mail', 'We send you a mail', '“mail”: write “email” or “post”'],
    ['somebody', 'Somebody else was quicker', '“Somebody”: name the actor'],
    ['told', 'Both addresses are told', '“told”: write what is sent or shown'],
    ['cannot be had', 'The news cannot be had', '“cannot be had”: write “is unavailable”'],
    ['given up', 'Given up', '“Given up”: write “failed”'],
    ['by itself', 'It ends by itself', '“by itself”: write “automatically”'],
    ['a black list', 'On the black list', '“black list”: write “block list” or “allow list”'],
    ['please', 'Please try again', '“Please”: leave out “please”'],
    ['an exclamation mark', 'Saved!', '“d!”: end with a full stop'],
  ])('%s', (_title, text, complaint) => {
    expect(englishComplaints(text)).toEqual([complaint]);
  });
});

describe('accepts', () => {
  test.each([
    ['abbreviations', 'Enter the ID, IBAN or IP address'],
    ['placeholders in capitals', 'Sent to {{ADDRESS_LINE}}'],
    ['the trade’s name of a channel', 'Mail or telephone order'],
    ['a list of permitted characters', 'Use only letters and _ . , ! ( ) ? # @ ; : / -'],
    ['email', 'We’ll email you a link'],
  ])('%s', (_title, text) => {
    expect(englishComplaints(text)).toEqual([]);
  });
});

test('permits codes in texts for developers', () => {
  expect(wordComplaints('MOTO is rejected with V104')).toEqual([]);
  expect(wordComplaints('The user name of V104')).toEqual(['“user name”: write “username”']);
});
