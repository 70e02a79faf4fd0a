import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../desktop/cli/client/api-error.ts';
import { report } from '../../../desktop/cli/report.ts';

function reported(error: unknown): { code: number; lines: string[] } {
  let said = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  const code = report(error);
  write.mockRestore();
  return { code, lines: said.trimEnd().split('\n') };
}

test.each([
  [0, 5, 'Check the address and your network.'],
  [401, 3, 'slipway login'],
  [403, 4, 'slipway whoami says who you are logged in as.'],
  [404, 4, 'slipway ls lists what you can see.'],
  [503, 1, 'Try again in a moment.'],
])('an answer of %d ends with %d, and says what to do next', (status, code, hint) => {
  expect(reported(new ApiError(status, 'It did not work.'))).toMatchObject({ code, lines: [expect.any(String), hint] });
});

test('what is wrong with each field is said, on a line of its own', () => {
  const errorsObj = { name: 'Too\nlong.', ssh_key_id: 'Add one.' };
  const { code, lines } = reported(new ApiError(422, 'There were errors.', { errorsObj }));
  expect([code, ...lines.slice(1)]).toEqual([1, '  name: Too long.', '  ssh_key_id: Add one.']);
});
