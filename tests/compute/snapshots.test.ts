import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteSnapshot } from '#server/features/snapshots/delete-snapshot.ts';
import { snapshotImage } from '#server/features/snapshots/index.ts';
import { listSnapshots } from '#server/features/snapshots/list-snapshots.ts';
import { sweepSnapshots } from '#server/features/snapshots/sweep-snapshots.ts';
import { restoreWorkspace } from '#server/features/workspaces/restore-workspace.ts';
import { DAY } from '#server/platform/clock.ts';
import { deleteWorkspace, snapshotWorkspace, startWorkspace, stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
});
afterAll(() => life?.close());

const FILES =
  'cd /home/dev && find . -path ./.cache -prune -o -path ./project -print -exec sha256sum project/notes \\;';
/** Names, links, rights and times that a copy could get wrong. */
const MAKE_ODDITIES = `import os
root = b'/home/dev/oddities/'
os.makedirs(root + b'deep/' * 40 + b'end')
def write(name, content=b'x', mode=0o644):
    with open(root + name, 'wb') as file: file.write(content)
    os.chmod(root + name, mode)
for name in ['日本語 ü', 'u\\u0308', ' spaces ', '-n', '*', 'line\\nbreak', 'n' * 255]: write(name.encode())
write(b'bytes-\\xff\\xfe')
for mode in [0o000, 0o400, 0o777, 0o4755, 0o2755]: write(b'mode-%o' % mode, b'', mode)
os.mkdir(root + b'sticky'); os.chmod(root + b'sticky', 0o1777); os.mkdir(root + b'empty')
os.symlink('nowhere/日本', root + b'dangling'); os.symlink('.', root + b'round'); os.symlink('/etc/passwd', root + b'away')
os.link(root + b'-n', root + b'same'); os.mkfifo(root + b'pipe')
for second in [0, 1, 951782400, 4102444800]: write(b'time-%d' % second); os.utime(root + b'time-%d' % second, (second, second))
with open(root + b'sparse', 'wb') as file: file.truncate(8_000_000); file.seek(4_000_000); file.write(b'here')
`;
const LIST_ODDITIES = `import os, stat, hashlib
for folder, folders, files in os.walk(b'/home/dev/oddities'):
    folders.sort()
    for name in sorted(folders + files):
        at = os.path.join(folder, name); it = os.lstat(at)
        what = os.readlink(at) if stat.S_ISLNK(it.st_mode) else ''
        if stat.S_ISREG(it.st_mode) and os.access(at, os.R_OK): what = hashlib.sha256(open(at, 'rb').read()).hexdigest()
        links = it.st_nlink if stat.S_ISREG(it.st_mode) else 0
        print(at, oct(it.st_mode), it.st_uid, it.st_gid, links, it.st_size if links else 0, int(it.st_mtime), what)
`;
const python = (script: string) => `python3 -X utf8 - <<'END'\n${script}END`;
const query = (password: string | null, text: string) =>
  `PGPASSWORD=${password} psql -h 127.0.0.1 -U dev -d dev -Atc "${text}"`;

test('files and rows are the same in a workspace launched from a snapshot and in a restored one; old passwords are not', async () => {
  const id = await life.add({ name: 'source', database: 'postgresql' });
  await life.until(id, 'Active');
  const old = (await life.get(id)).database_password;
  await life.shell(id, 'echo kept > project/notes || echo kept > /home/dev/project/notes');
  await life.shell(id, query(old, 'create table t as select n, md5(n::text) h from generate_series(1, 1000) n'));
  const digest = "select count(*) || ':' || md5(string_agg(n || h, ',' order by n)) from t";
  const files = await life.shell(id, FILES);
  await life.shell(id, python(MAKE_ODDITIES));
  const oddities = await life.shell(id, python(LIST_ODDITIES));
  expect(oddities.split('\n').length).toBeGreaterThan(60);
  const rows = await life.shell(id, query(old, digest));

  // Releases of Debian come and go: what is kept of a workspace has its own, with the database its files are of.
  const snapshotId = await life.withoutImages(async () => {
    await stopWorkspace(life.context, { id });
    const { id: taken } = await snapshotWorkspace(life.context, { id });
    // A start at once waits for the snapshot.
    await startWorkspace(life.context, { id });
    await life.until(id, 'Active');
    const { rows: listed } = await listSnapshots(life.context, { page: 1 });
    expect(listed).toMatchObject([{ id: taken, status: 'Active', size_bytes: expect.any(Number) }]);
    await life.shell(id, query(old, 'drop table t'));

    const copy = await life.add({ name: 'copy', snapshotId: taken });
    await life.until(copy, 'Active');
    const fresh = (await life.get(copy)).database_password;
    expect(fresh).not.toBe(old);
    expect(await life.shell(copy, FILES)).toBe(files);
    expect(await life.shell(copy, python(LIST_ODDITIES))).toBe(oddities);
    expect(await life.shell(copy, query(fresh, digest))).toBe(rows);
    await expect(life.shell(copy, query(old, 'select 1'))).rejects.toThrow(/password/);

    await deleteWorkspace(life.context, { id: copy });
    await life.idle();
    await restoreWorkspace(life.context, { id: copy });
    await startWorkspace(life.context, { id: copy });
    await life.until(copy, 'Active');
    const restored = (await life.get(copy)).database_password;
    expect(restored).not.toBe(fresh);
    expect(await life.shell(copy, FILES)).toBe(files);
    expect(await life.shell(copy, python(LIST_ODDITIES))).toBe(oddities);
    expect(await life.shell(copy, query(restored, digest))).toBe(rows);
    await expect(life.shell(copy, query(fresh, 'select 1'))).rejects.toThrow(/password/);
    return taken;
  });

  await deleteSnapshot(life.context, { id: snapshotId });
  await life.clear();
  life.dependencies.clock.advance(16 * DAY);
  await sweepSnapshots(life.dependencies);
  expect(await life.engine.imageExists(snapshotImage(snapshotId))).toBe(false);
  expect(await life.engine.listImages({ 'slipway.installation': await life.installationId() })).toEqual([]);
});
