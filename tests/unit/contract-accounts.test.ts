// @vitest-environment node
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { credentialsSchema, loginSchema, profileSchema, registrationSchema } from '../../src/contract/accounts.ts';

const ada = { name: 'Ada', email: 'ada@example.org', password: 'analytical' };

test.each([
  ['spaces around the name', { name: ' Ada ' }],
  ['the longest name and password', { name: 'x'.repeat(100), password: 'x'.repeat(200) }],
  ['the shortest name and password', { name: 'A', password: '12345678' }],
])('the registration schema accepts %s, and changes nothing', (_, part) => {
  expect(v.parse(registrationSchema, { ...ada, ...part })).toEqual({ ...ada, ...part });
});

test.each([
  ['an empty name', { name: '' }],
  ['a name of spaces', { name: ' \t' }],
  ['a name of 101 characters', { name: 'x'.repeat(101) }],
  ['an email without an at sign', { email: 'ada.example.org' }],
  ['an email of 255 characters', { email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(130)}.eu` }],
  ['a password of 7 characters', { password: '1234567' }],
  ['a password of 201 characters', { password: 'x'.repeat(201) }],
  ['NUL in a name', { name: 'A\0a' }],
  ['half a surrogate pair in a password', { password: '12345678\ud83d' }],
  ['a name that is a number', { name: 7 }],
])('the registration schema refuses %s', (_, part) => {
  expect(v.safeParse(registrationSchema, { ...ada, ...part }).success).toBe(false);
});

test('the login schema accepts a shorter password than registration does', () => {
  expect(v.parse(loginSchema, { email: 'ada@example.org', password: 'x' }).password).toBe('x');
});

test('the credentials schema converts a numeric userId to a string', () => {
  expect(v.parse(credentialsSchema, { token: 't', userId: 12 })).toEqual({ token: 't', userId: '12' });
});

test.each([
  { userId: 'u' },
  { token: 't' },
  { token: '', userId: 'u' },
  { token: 't', userId: '' },
  { token: 1, userId: 'u' },
  null,
  'ok',
])('the credentials schema refuses %j', (answer) => {
  expect(v.safeParse(credentialsSchema, answer).success).toBe(false);
});

test('the profile schema replaces a missing username or email by an empty string', () => {
  expect(v.parse(profileSchema, { username: 'ada' })).toEqual({ username: 'ada', email: '' });
  expect(v.parse(profileSchema, { username: null, email: 'ada@example.org' })).toEqual({
    username: '',
    email: 'ada@example.org',
  });
  expect(v.safeParse(profileSchema, 'ada').success).toBe(false);
});
