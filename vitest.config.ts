import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { Sequence } from './server/kit/test/sequence.ts'

process.env.TZ = 'Asia/Shanghai'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** What hangs is ended; how long work takes on a busy machine is no matter of a test. */
const HANGS = 120_000

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
    // Three also on two cores: a good part of the time a file waits for the database, a job or another process.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: Sequence },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'scripts/**/*.test.mjs', 'simulator/**/*.test.ts'],
          testTimeout: HANGS,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/kit/test/globalSetup.ts'],
          // The server is loaded once for many files. What lives in a module is therefore shared by them.
          isolate: false,
          alias: { '@node-rs/argon2': folder('server/kit/test/argon2.ts') },
          testTimeout: HANGS,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.ts', 'web/**/*.test.tsx'], isolate: false, testTimeout: HANGS },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/kit/globalSetup.ts'],
          setupFiles: ['e2e/kit/journey.ts'],
          // A browser stays open from file to file; what a journey changes is its own product.
          isolate: false,
          // After the others, two at a time: a journey keeps a browser, a server and a database busy. A third was measured
          // on two cores and made all of them slower.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          testTimeout: 240_000,
          // The first of them wait for the house that all others are copied from.
          hookTimeout: 600_000,
          // As long as a browser waits for what it is asked to find.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
