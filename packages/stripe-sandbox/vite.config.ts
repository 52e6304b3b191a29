import { defineConfig } from 'vite';

/** The stand-in for Stripe.js: one classic script that a page loads as it loads Stripe's. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    lib: { entry: 'src/browser/stripe.ts', formats: ['iife'], name: 'StripeSandbox', fileName: () => 'stripe.js' },
  },
});
