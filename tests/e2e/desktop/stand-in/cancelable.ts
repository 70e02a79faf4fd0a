const prevented = new WeakSet<object>();

/** An event that a listener can prevent. */
export function cancelable<Details extends object>(details?: Details): Details & { preventDefault(): void } {
  const event = { ...(details as Details), preventDefault: () => void prevented.add(event) };
  return event;
}

export const wasPrevented = (event: object) => prevented.has(event);
