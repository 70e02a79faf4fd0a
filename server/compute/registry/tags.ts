const OURS = /^slipway\/([a-z-]+):([\w.-]+)$/;
const KINDS = ['workspace', 'service', 'probe', 'snapshot', 'backup'] as const;

/**
 * All images are in one repository, so that they share layers: `slipway/snapshot:4f2…` has the tag `snapshot-4f2…`.
 * @throws Error for an image that isn't ours
 */
export function tagOf(image: string): string {
  const [, kind, name] = OURS.exec(image) ?? [];
  if (!kind || !name || !isKind(kind)) throw new Error(`${image} is no image that travels`);
  return `${kind}-${name}`;
}

/** The image behind a tag; null for a tag that isn't ours. */
export function imageOf(tag: string): string | null {
  const kind = KINDS.find((each) => tag.startsWith(`${each}-`));
  return kind ? `slipway/${kind}:${tag.slice(kind.length + 1)}` : null;
}

function isKind(text: string): text is (typeof KINDS)[number] {
  return (KINDS as readonly string[]).includes(text);
}
