// Builds the images that the tests run in while checks that need none go on, the most wanted first. What can't be built
// fails in its own test, with its reason.
import { createImages } from '#server/compute/images.ts';
import { ensureMachineImage } from '#server/compute/machine-image.ts';
import { catalogue } from '#server/features/services/catalogue.ts';
import { engine } from '../compute/support.ts';

const images = createImages();
let built = 0;
let wanted = 0;

async function build(image: Promise<unknown>): Promise<void> {
  wanted += 1;
  await image.then(
    () => {
      built += 1;
    },
    () => undefined,
  );
}

for (const { id } of await images.listDatabases()) {
  await build(images.ensureImage(engine, { language: 'nodejs', database: id }));
}
for (const kind of ['host', 'probe', 'registry'] as const) {
  await build(ensureMachineImage(engine, kind, () => undefined));
}
for (const { id } of await images.listLanguages()) {
  await build(images.ensureImage(engine, { language: id, database: 'none' }));
}
for (const item of catalogue()) {
  if (item.script !== null) await build(images.ensureServiceImage(engine, { ...item, official: null }));
}
process.stdout.write(`${built} of ${wanted} images are there\n`);
