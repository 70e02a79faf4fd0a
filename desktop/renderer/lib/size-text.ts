import { numberText } from './number-text.ts';

const KB = 2 ** 10;
const MB = 2 ** 20;
const GB = 2 ** 30;

/** Bytes as whole KB or MB, or from 1 GB on with one decimal. */
export function sizeText(bytes: number, language: string): string {
  if (bytes < MB) return `${numberText(Math.round(bytes / KB), language)} KB`;
  if (bytes < GB) return `${numberText(Math.round(bytes / MB), language)} MB`;
  return `${numberText(Math.round((bytes / GB) * 10) / 10, language)} GB`;
}
