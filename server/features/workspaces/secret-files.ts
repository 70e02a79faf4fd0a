import type { SecretKind } from '#shared/features/secrets/model.ts';
import type { ExecRequest } from '../../compute/engine.ts';
import { newId } from '../../platform/ids.ts';
import { bytesOf } from '../secrets/index.ts';

/** On the tmpfs that every container has: gone when it stops, and in no image, snapshot or backup. */
export const SECRETS_FOLDER = '/dev/shm/slipway-secrets';
const ENVIRONMENT = '.environment';
/** Linux refuses to start a process with much more. */
const ENVIRONMENT_MAX_BYTES = 512 * 1024;
const HOOK = `[ ! -r ${SECRETS_FOLDER}/${ENVIRONMENT} ] || . ${SECRETS_FOLDER}/${ENVIRONMENT}`;

/**
 * Reads "<name> <length>" lines, each followed by that many bytes, from standard input. Every file appears whole, in a
 * folder that only root changes, and what isn't among them goes. Containers made earlier, and of older images, learn
 * here to read the variables: every bash reads /etc/profile.d/slipway.sh.
 */
const PROGRAM = String.raw`use strict;
my ($folder, $hook) = @ARGV;
my ($dev, $group) = (getpwnam 'dev')[2, 3];
open my $mounts, '<', '/proc/mounts' or die "no mounts: $!\n";
die "/dev/shm is no tmpfs\n" unless grep { m{^\S+ /dev/shm tmpfs } } <$mounts>;
lstat $folder;
system 'rm', '-rf', '--', $folder if -e _ && !(-d _ && (lstat _)[4] == 0);
umask 077;
mkdir $folder;
chown 0, $group, $folder;
chmod 0750, $folder;
my %kept;
while (my $line = <STDIN>) {
  my ($name, $length) = $line =~ /^([\w.]+) (\d+)$/ or die "unknown input\n";
  my $bytes = '';
  while (length $bytes < $length) {
    read STDIN, $bytes, $length - length $bytes, length $bytes or die "input ended early\n";
  }
  open my $file, '>', "$folder/.new" or die "$!\n";
  print $file $bytes;
  close $file or die "$!\n";
  chown $dev, $group, "$folder/.new";
  chmod 0400, "$folder/.new";
  rename "$folder/.new", "$folder/$name" or die "$!\n";
  $kept{$name} = 1;
}
opendir my $entries, $folder or die "$!\n";
unlink map { "$folder/$_" } grep { !/^\.\.?$/ && !$kept{$_} } readdir $entries;
my $profile = '/etc/profile.d/slipway.sh';
open my $old, '<', $profile or exit;
exit if grep { $_ eq "$hook\n" } <$old>;
open my $new, '>>', $profile or die "$!\n";
print $new "$hook\n";`;

/** A secret with its value. */
export interface OpenSecret {
  name: string;
  kind: SecretKind;
  value: string;
}

/** The process, as root, that puts exactly these secrets in place; values come on standard input alone. */
export function placeSecrets(secrets: readonly OpenSecret[]): ExecRequest & { input: Buffer } {
  const files: [name: string, bytes: Buffer][] = [
    ...secrets.map(({ name, kind, value }): [string, Buffer] => [name, bytesOf(kind, value)]),
    // Last: what it names is there.
    [ENVIRONMENT, Buffer.from(environmentOf(secrets))],
  ];
  const input = Buffer.concat(files.flatMap(([name, bytes]) => [Buffer.from(`${name} ${bytes.length}\n`), bytes]));
  return { user: 'root', cwd: '/', command: ['perl', '-e', PROGRAM, SECRETS_FOLDER, HOOK], input };
}

/** Names of texts that are too much for the environment together; they are in files alone. */
export function namesInFilesOnly(secrets: readonly OpenSecret[]): string[] {
  let left = ENVIRONMENT_MAX_BYTES;
  return secrets.flatMap(({ name, kind, value }) => {
    if (kind === 'file') return [];
    left -= Buffer.byteLength(value);
    return left < 0 ? [name] : [];
  });
}

/**
 * Read once by each tree of processes, so that a value somebody sets for one command stays; and again after a change,
 * when variables of secrets that are gone go as well.
 */
function environmentOf(secrets: readonly OpenSecret[]): string {
  const version = newId();
  const without = new Set(namesInFilesOnly(secrets));
  const shown = secrets.filter(({ name }) => !without.has(name));
  const lines = shown.map(({ name, kind, value }) => {
    const text = kind === 'file' ? `${SECRETS_FOLDER}/${name}` : value;
    return `export ${name}='${text.replaceAll("'", "'\\''")}'`;
  });
  return [
    `[ "\${SLIPWAY_SECRETS_READ-}" != ${version} ] || return 0`,
    `unset \${SLIPWAY_SECRETS_NAMES-}`,
    ...lines,
    `export SLIPWAY_SECRETS_NAMES='${shown.map(({ name }) => name).join(' ')}' SLIPWAY_SECRETS_READ=${version}`,
    '',
  ].join('\n');
}

/** Hides these values in lines that people will read, as of a command that prints its environment. */
export function createMask(secrets: readonly OpenSecret[]): (line: string) => string {
  const hidden = secrets
    .flatMap(({ kind, value }) => [value, ...bytesOf(kind, value).toString('utf8').split(/\r?\n/)])
    .map((part) => part.trim())
    .filter((part) => part.length >= 4)
    .sort((a, b) => b.length - a.length);
  return (line) => hidden.reduce((text, part) => text.replaceAll(part, '***'), line);
}
