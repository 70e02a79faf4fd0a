// Builds the images that tests need while checks that need none run. A failed build fails in its own test, with its
// reason.
import { ensureBaseOs, RELEASES } from '#server/compute/base-os.ts';
import { createImages } from '#server/compute/images.ts';
import { ensureMachineImage } from '#server/compute/machine-image.ts';
import { catalogue } from '#server/features/catalogue/catalogue.ts';
import { engine } from '../compute/support.ts';

/** A build mostly waits for packages. */
const AT_ONCE = 3;

const images = createImages();
const silent = () => undefined;
const builds: (() => Promise<string>)[] = [];

builds.push(() => images.ensureImage(engine, { language: 'nodejs', database: 'none' }));
builds.push(() => images.ensureOverParts(engine));
for (const kind of ['host', 'builder', 'probe', 'registry'] as const) {
  builds.push(() => ensureMachineImage(engine, kind, silent));
}
for (const item of catalogue()) {
  if (item.script !== null) builds.push(() => images.ensureServiceImage(engine, { ...item, official: null }));
}
for (const { id } of await images.listLanguages()) {
  builds.push(() => images.ensureImage(engine, { language: id, database: 'none' }));
}
const several = { language: 'nodejs', languageVersion: '26', moreLanguages: ['python', 'go'], database: 'none' };
builds.push(() => images.ensureImage(engine, several));
for (const { id } of await images.listDatabases()) {
  builds.push(() => images.ensureImage(engine, { language: 'nodejs', database: id }));
}

const total = builds.length;
let built = 0;
async function buildNext(): Promise<void> {
  for (let build = builds.shift(); build; build = builds.shift()) {
    const done = await build().then(Boolean, () => false);
    if (done) built += 1;
  }
}
await Promise.all(RELEASES.map((release) => ensureBaseOs(engine, release, silent)));
await Promise.all(Array.from({ length: AT_ONCE }, buildNext));
process.stdout.write(`${built} of ${total} images are there\n`);
