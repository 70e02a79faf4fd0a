import { pathToFileURL } from 'node:url';
import { SETTINGS } from '#server/platform/config.ts';

/** resources/deploy/settings.md. To write it: `node tests/support/settings-page.ts > resources/deploy/settings.md`. */
export function settingsPage(): string {
  const entries = Object.values(SETTINGS).map(
    ({ name, help, shown }) => `- \`${name}\`: ${help}
  Default: ${shown}`,
  );
  return [
    '# Settings',
    '',
    'All settings are environment variables. `npm start -- --help` prints this list. `<NAME>` stands for the value of',
    'another setting, and — means that the setting is empty. Each can be in a file instead, which the same name with `_FILE`',
    'behind it names, such as `SLIPWAY_SECRET_FILE`.',
    '',
    ...entries,
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(settingsPage());
