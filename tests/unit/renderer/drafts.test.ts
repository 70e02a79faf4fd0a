import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { harmless } from '#renderer/lib/drafts.ts';

test.each([
  { git_url: 'https://token@example.com/a.git' },
  { git_url: 'https://ada:s3cret@example.com/a.git' },
  { git_url: 'HTTPS://ada:s3cret@example.com/a.git' },
  { description: 'I use ssh://git:s3cret@example.com/a.git here' },
  { addresses: ['https://example.com', 'redis://:s3cret@example.com:6379'] },
  { new_password: 'x' },
  { card_number: '4242' },
  { api_token: 'x' },
])('of %j nothing is kept', (values) => expect(harmless(values)).toEqual({}));

test('of everything else all is kept', () => {
  const values = {
    name: 'Ada',
    git_url: 'https://example.com/@ada/a.git',
    other: 'ssh://git@example.com/a.git',
    short: 'git@example.com:a.git',
    text: 'Ada <ada@example.com>',
    groups: ['a', 'b'],
    flag: false,
    nothing: undefined,
  };
  expect(harmless(values)).toEqual(values);
});

const RENDERER = path.join(import.meta.dirname, '../../../desktop/renderer');
/** Forms that keep no draft, and why. */
const WITHOUT: Record<string, string> = {
  ...of('only passwords, codes or cards', [
    'features/auth/BecomeAdministrator.tsx',
    'features/auth/DevicePage.tsx',
    'features/auth/UpdatePasswordForm.tsx',
    'features/billing/StripeCardForm.tsx',
    'features/billing/TestCardForm.tsx',
    'features/profile/PasswordPanel.tsx',
    'features/profile/PasswordProof.tsx',
    'features/profile/SetUpTwoFactor.tsx',
  ]),
  ...of('nobody is signed in whose draft it could be', [
    'features/auth/CodeForm.tsx',
    'features/auth/ForgotPasswordPage.tsx',
    'features/auth/LoginForm.tsx',
    'features/auth/SignupForm.tsx',
    'features/surveys/BetaQuestionnaireForm.tsx',
  ]),
  ...of('answers what a program asks once', ['features/profile/AuthorizePage.tsx']),
  ...of('filters rows; the address keeps it', ['features/audit/AuditFilterBar.tsx']),
  ...of('the frame of forms from elsewhere', [
    'features/organizations/FirstWorkspaceForm.tsx',
    'ui/Form.tsx',
    'ui/use-api-form.ts',
  ]),
};

function of(why: string, files: string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, why]));
}

test('every form keeps what was typed when the person leaves, or says here why not', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: RENDERER });
  const sources = files.map((file) => ({ file, source: readFileSync(path.join(RENDERER, file), 'utf8') }));
  const forms = sources.filter(({ source }) => /\buse(Api)?Form[(<]|<form\b/.test(source));
  expect(forms.length).toBeGreaterThan(40);
  const kept = /\bdraft: [^;]*?\blasting: true|\buseDraft\([^;]*\blasting: true/;
  const forgetful = forms.filter(({ source }) => !kept.test(source)).map(({ file }) => file);
  expect(forgetful.sort()).toEqual(Object.keys(WITHOUT).sort());
});
