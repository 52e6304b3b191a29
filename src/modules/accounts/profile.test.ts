import { expect, test } from 'vitest';

import { profileIssues, cleanProfile } from './profile.ts';

const mia = { firstName: 'Mia', lastName: 'Rose', displayName: 'Mimi', phone: '' };

test('without a display name the first name is used, and line breaks and outer spaces are removed', () => {
  expect(
    cleanProfile({ firstName: ' \u202eMia\n', lastName: 'van\u0000 Rose\u200b ', displayName: ' ', phone: ' 1 ' }),
  ).toEqual({
    firstName: 'Mia',
    lastName: 'van Rose',
    displayName: 'Mia',
    phone: '1',
  });
});

test.each([
  [{}, []],
  [{ phone: '0123456789' }, []],
  [{ phone: '+1 (415) 555.0132 99' }, []],
  [{ phone: '012345678' }, ['phone']],
  [{ phone: '012345678901234567890' }, ['phone']],
  [{ phone: 'call me maybe' }, ['phone']],
  [{ firstName: 'M'.repeat(100) }, []],
  [{ firstName: 'M'.repeat(101) }, ['firstName']],
  [{ firstName: '', displayName: '' }, ['firstName']],
  [{ lastName: '' }, ['lastName']],
  [{ displayName: 'M'.repeat(101) }, ['displayName']],
])('a profile with %j has issues in the fields %j', (change, fields) => {
  expect(Object.keys(profileIssues({ ...mia, ...change }))).toEqual(fields);
});
