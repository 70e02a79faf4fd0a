import en from '#shared/i18n/en/validation.json' with { type: 'json' };

/** Schema messages are catalogue keys (`validation.required`); the API answers with their English text. */
export function translateMessage(message: string): string {
  const found = message.startsWith('validation.')
    ? lookup(en, message.slice('validation.'.length).split('.'))
    : undefined;
  return found ?? message;
}

function lookup(tree: unknown, path: string[]): string | undefined {
  let node: unknown = tree;
  for (const part of path) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as Record<string, unknown>)[part];
  }
  return typeof node === 'string' ? node : undefined;
}
