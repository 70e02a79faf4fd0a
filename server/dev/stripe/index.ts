export { type StripeEmulator, type StripeEmulatorOptions, startStripeEmulator } from './start-stripe-emulator.ts';
