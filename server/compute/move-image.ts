import { buildOnce } from './build-once.ts';
import type { Engine } from './engine.ts';

const MB = 2 ** 20;

/** Has an image on `to` that is on `from`; one move at a time, and nothing when it is there. @throws EngineError */
export function moveImage(
  image: string,
  { from, to, onOutput = () => undefined }: { from: Engine; to: Engine; onOutput?: (line: string) => void },
): Promise<void> {
  return buildOnce(to, image, onOutput, async (tell) => {
    tell(`Copying the image to the host (${Math.round((await from.imageSize(image)) / MB)} MB)`);
    await to.loadImage(await from.saveImage(image));
  });
}
