const LONGEST = 60;

/** A first guess that people can correct: `grace.hopper@…` is Grace Hopper. */
export function nameFromAddress(email: string): { first_name: string; last_name: string } {
  const local = email.split('@')[0] ?? '';
  const words = local.replace(/\+.*$/, '').split(/[._]+/).filter(Boolean);
  const [first = local, ...rest] = words.map(capitalized);
  return { first_name: first.slice(0, LONGEST), last_name: rest.join(' ').slice(0, LONGEST) };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
