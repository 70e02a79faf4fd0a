import fc from 'fast-check';

/**
 * Generated inputs, the same in every run, so that a change is judged by itself. `SLIPWAY_TEST_SEED=random` tries others,
 * and a number repeats those of a failure.
 */
const seed = process.env.SLIPWAY_TEST_SEED ?? '1';
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

export { fc };
