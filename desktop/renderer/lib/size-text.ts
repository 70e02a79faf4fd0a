import { numberText } from './number-text.ts';

const MB = 2 ** 20;
const GB = 2 ** 30;

/** Bytes as whole MB, or from 1 GB on with one decimal. */
export function sizeText(bytes: number, language: string): string {
  const [value, unit] = bytes < GB ? [Math.round(bytes / MB), 'MB'] : [Math.round((bytes / GB) * 10) / 10, 'GB'];
  return `${numberText(value, language)} ${unit}`;
}
