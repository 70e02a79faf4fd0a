import type { Area } from 'react-easy-crop';

/** Edge length sent, in pixels; the server stores a little less. */
const EDGE = 512;

/** The chosen part of a picture as a small file, so that nothing around it leaves the device. */
export async function cutOut(address: string, { x, y, width, height }: Area): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = EDGE;
  canvas.height = EDGE;
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, EDGE, EDGE);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser gave no picture.');
  return blob;
}
