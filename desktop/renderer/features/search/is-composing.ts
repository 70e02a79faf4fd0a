/** What Safari calls the key that ends a composition, after it has ended. */
const PROCESSED = 'Process';
const PROCESSED_CODE = 229;

/** Enter and the arrow keys choose among an input method's proposals, and mean nothing else until it is done. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'key' | 'keyCode'>): boolean {
  return event.isComposing || event.key === PROCESSED || event.keyCode === PROCESSED_CODE;
}
