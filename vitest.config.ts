import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './e2e/kit/order.ts'

process.env.TZ = 'Asia/Shanghai'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export default defineConfig({
  // Vite takes only the first target of an "imports" entry; these find .ts and .tsx alike.
  resolve: {
    alias: ['contract', 'server', 'web', 'simulator'].map((name) => ({
      find: new RegExp(`^#${name}/(.*)$`),
      replacement: `${folder(name)}/$1`,
    })),
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
  },
  test: {
    env: { TZ: 'Asia/Shanghai' },
    sequence: { sequencer: LongestFirst },
    // Two also on two cores: half of the time a file waits for the database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['contract/**/*.test.ts', 'scripts/**/*.test.mjs', 'simulator/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/kit/test/globalSetup.ts'],
          // What hangs is ended; how long work takes on a busy machine is no matter of a test.
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.ts', 'web/**/*.test.tsx'] } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/kit/globalSetup.ts'],
          setupFiles: ['e2e/kit/journey.ts'],
          // A browser stays open from file to file; what a journey changes is its own product.
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // As long as a browser waits for what it is asked to find.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
