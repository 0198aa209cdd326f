// @vitest-environment node
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { credentialsSchema, loginSchema, profileSchema, registrationSchema } from '../../src/contract/accounts.ts';

const ada = { name: 'Ada', email: 'ada@example.org', password: 'analytical' };

test('a registration is accepted as it was typed', () => {
  expect(v.parse(registrationSchema, { ...ada, name: ' Ada ' })).toEqual({ ...ada, name: ' Ada ' });
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
])('a registration with %s is refused', (_, part) => {
  expect(v.safeParse(registrationSchema, { ...ada, ...part }).success).toBe(false);
});

test('the shortest and the longest allowed registration are accepted', () => {
  expect(v.safeParse(registrationSchema, { ...ada, name: 'x'.repeat(100), password: 'x'.repeat(200) }).success).toBe(
    true,
  );
  expect(v.safeParse(registrationSchema, { ...ada, name: 'A', password: '12345678' }).success).toBe(true);
});

test('a login accepts any password', () => {
  expect(v.parse(loginSchema, { email: 'ada@example.org', password: 'x' }).password).toBe('x');
});

test('credentials may have a numeric userId', () => {
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
])('%j is refused as credentials', (answer) => {
  expect(v.safeParse(credentialsSchema, answer).success).toBe(false);
});

test('a profile may lack its name or its email', () => {
  expect(v.parse(profileSchema, { username: 'ada' })).toEqual({ username: 'ada', email: '' });
  expect(v.parse(profileSchema, { username: null, email: 'ada@example.org' })).toEqual({
    username: '',
    email: 'ada@example.org',
  });
  expect(v.safeParse(profileSchema, 'ada').success).toBe(false);
});
