/** How often what is in progress is read again, should the live room be out of reach (spec/1 §9, spec/2 §9). */
export const POLL_MS = 10_000;
