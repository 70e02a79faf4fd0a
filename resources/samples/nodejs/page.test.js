import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.js';

test('greets by name', () => {
  assert.match(page('Ada'), /Hello, Ada!/);
});

test('shows a name as text, not as HTML', () => {
  assert.doesNotMatch(page('<script>'), /<script>/);
});
