import { expect, test } from 'vitest';
import { diffFields } from '../audit-changes.ts';

test.each([
  [{ name: 'a', limit: 5 }, { name: 'b', limit: 5 }, [{ field: 'name', before: 'a', after: 'b' }]],
  [null, { name: 'b' }, [{ field: 'name', before: undefined, after: 'b' }]],
  [{ name: 'a' }, null, [{ field: 'name', before: 'a', after: undefined }]],
  [{ name: { given: 'A' } }, { name: { given: 'B' } }, [{ field: 'name.given', before: 'A', after: 'B' }]],
  [{ tags: ['a', 'b'] }, { tags: ['b'] }, [{ field: 'tags', before: 'a, b', after: 'b' }]],
  [{ roles: [{ id: 'x' }] }, { roles: [{ id: 'y' }] }, [{ field: 'roles[0].id', before: 'x', after: 'y' }]],
  [{ on: false, gone: null }, { on: true, gone: null }, [{ field: 'on', before: 'false', after: 'true' }]],
  [null, null, []],
  [{ a: 1 }, { a: 1 }, []],
])('%j to %j', (before, after, changes) => {
  expect(diffFields(before, after)).toEqual(changes);
});
