import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/modules/**/*tables.server.ts',
    './src/platform/{backups,db,jobs,limits}/tables.server.ts',
    './packages/*/src/tables.ts',
  ],
  out: './db/migrations',
});
