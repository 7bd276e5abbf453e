import { createElement, type ComponentProps, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextField } from '../form/text-field.tsx';
import { Facts } from '../layout/facts.tsx';
import { UiProvider } from '../ui-provider.tsx';
import { englishUiTexts } from '../ui-texts.ts';

function draw(element: ReactElement): string {
  const props = { texts: englishUiTexts } as ComponentProps<typeof UiProvider>;
  return renderToStaticMarkup(createElement(UiProvider, props, element));
}
const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');

test('folds empty values and counts them', () => {
  const facts = [
    { label: 'Reference', value: 'ORD-1' },
    { label: 'Issuer', value: null },
    { label: 'Postcode', value: '' },
    { label: 'Link', value: false },
    { label: 'Attempts', value: 0 },
  ];
  const text = textOf(draw(createElement(Facts, { facts })));
  expect(text).toBe('|Reference|ORD-1|Attempts|0|Show 3 empty fields|');
});

test('shows no button when every value is known', () => {
  const html = draw(createElement(Facts, { facts: [{ label: 'Reference', value: 'ORD-1' }] }));
  expect(html).not.toContain('<button');
});

test('marks an optional field within its label', () => {
  const html = draw(createElement(TextField, { label: 'Reference', isOptional: true }));
  expect(textOf(/<label.*<\/label>/.exec(html)?.[0] ?? '')).toBe('|Reference |(optional)|');
});

test('marks a required field by its attribute alone', () => {
  const html = draw(createElement(TextField, { label: 'Reference', required: true }));
  expect(html).toMatch(/<input[^>]* required/);
  expect(textOf(/<label.*<\/label>/.exec(html)?.[0] ?? '')).toBe('|Reference|');
});
