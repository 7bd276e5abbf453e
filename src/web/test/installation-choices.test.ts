import { expect, test } from 'vitest';
import { installationChoices } from '../format/installation-choices.ts';

test('a merchant with one installation has no heading and comes first', () => {
  const choices = installationChoices([
    { id: 1, name: 'Shop', merchantName: 'Harbour Coffee' },
    { id: 2, name: 'Phone', merchantName: 'Harbour Coffee' },
    { id: 3, name: 'Harbour Books', merchantName: 'Harbour Books' },
    { id: 4, name: 'Main', merchantName: 'Quay Tea' },
  ]);
  expect(choices).toEqual([
    { value: '3', label: 'Harbour Books' },
    { value: '4', label: 'Quay Tea – Main' },
    {
      group: 'Harbour Coffee',
      items: [
        { value: '1', label: 'Shop' },
        { value: '2', label: 'Phone' },
      ],
    },
  ]);
});
