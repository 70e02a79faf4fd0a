/** Sample projects that a workspace can start with: folders of `resources/samples`, named for their language. */
export const SAMPLES = ['nodejs', 'python'] as const;
export type Sample = (typeof SAMPLES)[number];

/** The sample in this language, such as `nodejs-24`; undefined without one. */
export function sampleOf(language: string): Sample | undefined {
  return SAMPLES.find((sample) => language === sample || language.startsWith(`${sample}-`));
}
