import { describe, expect, it } from 'vitest';
import { groupCardNumber, groupExpiry, parseExpiry } from '#renderer/features/billing/card-input.ts';

describe('typing a test card', () => {
  it('groups the number by four and drops all but digits', () => {
    expect(groupCardNumber('4242-4242 42x42')).toBe('4242 4242 4242');
    expect(groupCardNumber('4'.repeat(30))).toHaveLength(19 + 4);
  });

  it('brings the expiry into shape while typing', () => {
    expect(groupExpiry('4')).toBe('04');
    expect(groupExpiry('1')).toBe('1');
    expect(groupExpiry('0434')).toBe('04 / 34');
    expect(groupExpiry('04 / 3')).toBe('04 / 3');
  });

  it.each([
    ['04 / 34', { exp_month: 4, exp_year: 2034 }],
    ['12/30', { exp_month: 12, exp_year: 2030 }],
    ['13 / 30', undefined],
    ['00 / 30', undefined],
    ['04', undefined],
  ])('reads %j', (text, expected) => {
    expect(parseExpiry(text)).toEqual(expected);
  });
});
