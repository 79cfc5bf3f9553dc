// The server as one bundle per entry: server/main.ts, every command line tool and the simulator. Packages stay outside.
import { readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const tools = readdirSync(folder('server/cli')).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  resolve: {
    alias: ['contract', 'server', 'simulator'].map((name) => ({
      find: new RegExp(`^#${name}/(.*)$`),
      replacement: `${folder(name)}/$1.ts`,
    })),
  },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries([
        ['main', folder('server/main.ts')],
        ['simulate', folder('simulator/main.ts')],
        ...tools.map((name) => [basename(name, '.ts'), join(folder('server/cli'), name)]),
      ]),
      external: [...builtinModules, /^node:/],
      output: { entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' },
    },
  },
})
