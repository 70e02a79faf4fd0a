/**
 * Gives up on a promise after `milliseconds`: a locked keyring waits forever for a prompt that nobody may see, and must
 * not block the app.
 * @throws Error with the given message when the time is over
 */
export async function withTimeout<T>(promise: Promise<T>, milliseconds: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  // The command line runs on Node.js 20, which has no Promise.withResolvers.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
