import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/kit/tables.ts', './server/areas/*/*ables.ts'],
  out: './server/migrations',
})
