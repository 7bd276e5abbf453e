import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { BarChart, type ChartProps, axisTicks, isLabelled } from '../bar-chart.tsx';

describe('the axis', () => {
  test.each([
    [0, 2],
    [1, 2],
    [3, 4],
    [7, 8],
    [19, 20],
    [101, 120],
    [1234, 1600],
  ])('for values up to %d it reaches %d', (largest, top) => {
    expect(axisTicks(largest)).toEqual([0, top / 2, top]);
  });
  test('labels the last bar and at most ten', () => {
    const labelled = Array.from({ length: 31 }, (_, index) => index).filter((index) =>
      isLabelled(index, 31, 10),
    );
    expect(labelled.at(-1)).toBe(30);
    expect(labelled.length).toBeLessThanOrEqual(10);
  });
});

const chart: ChartProps = {
  label: 'Payments',
  series: [
    { id: 'accepted', label: 'Accepted', tone: 'accent' },
    { id: 'declined', label: 'Declined', tone: 'failed' },
  ],
  groups: [
    { id: 'a', label: '1', title: '1 Nov', values: [3, 1], previous: 2 },
    { id: 'b', label: '2', title: '2 Nov', values: [0, 5], previous: 0 },
  ],
  previousLabel: 'Before',
  markLabel: ({ title }, { label }, value) => `${title}: ${value} ${label}`,
  renderMark: ({ id }, series, mark) => createElement('a', { href: `/${id}/${series.id}`, ...mark }),
};

test('each part above zero is a link, and one of them is the tab stop', () => {
  const marks = [...renderToStaticMarkup(createElement(BarChart, chart)).matchAll(/<a [^>]*>/g)].map(String);
  expect(marks.map((mark) => /href="([^"]*)"/.exec(mark)?.[1])).toEqual([
    '/a/declined',
    '/a/accepted',
    '/b/declined',
  ]);
  expect(marks.map((mark) => /tabindex="([^"]*)"/i.exec(mark)?.[1])).toEqual(['-1', '-1', '0']);
  expect(marks[1]).toContain('aria-label="1 Nov: 3 Accepted"');
});

test('the table holds every value, with the period before', () => {
  const html = renderToStaticMarkup(createElement(BarChart, chart));
  expect([...html.matchAll(/<td>(\d+)<\/td>/g)].map(([, value]) => value)).toEqual([
    '3',
    '1',
    '2',
    '0',
    '5',
    '0',
  ]);
});

test('rows have a bar relative to the largest, its name and its formatted value', () => {
  const rows: ChartProps = {
    ...chart,
    isRows: true,
    groupsLabel: 'Reason',
    series: chart.series.slice(0, 1),
    groups: [
      { id: 'a', label: 'Insufficient funds', title: 'Insufficient funds', values: [4000] },
      { id: 'b', label: 'Card expired', title: 'Card expired', values: [1000] },
    ],
  };
  const html = renderToStaticMarkup(createElement(BarChart, rows));
  const marks = [...html.matchAll(/<a [^>]*>/g)].map(String);
  expect(marks.map((mark) => /width:max\(3px, (\d+)%\)/.exec(mark)?.[1])).toEqual(['100', '25']);
  expect(marks.map((mark) => /tabindex="([^"]*)"/i.exec(mark)?.[1])).toEqual(['0', '-1']);
  expect(html).toContain('4,000');
  expect(html).toContain('<th scope="col">Reason</th>');
});
