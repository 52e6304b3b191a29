import { defineConfig } from 'vite';

/** Builds the replacement for Stripe.js: one classic script, loaded like Stripe's own. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    lib: { entry: 'src/browser/stripe.ts', formats: ['iife'], name: 'StripeSandbox', fileName: () => 'stripe.js' },
  },
});
