// The server as one bundle per entry: server/main.ts, every command line tool, the simulator and the thread that reads workbooks. Packages stay outside.
import { readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const tools = readdirSync(folder('server/cli')).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

/**
 * V8 keeps the source for as long as the process lives, and one Chinese character in it makes every other take two bytes.
 * Written as escapes, which mean the same in texts, templates, patterns and names, the source takes half.
 */
const escaped: Plugin = {
  name: 'yiyuan-escaped',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue
      part.code = part.code.replace(
        /[\u0080-\uffff]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
  },
}

export default defineConfig({
  plugins: [escaped],
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
        ['sheetWorker', folder('server/kit/sheetWorker.ts')],
        ...tools.map((name) => [basename(name, '.ts'), join(folder('server/cli'), name)]),
      ]),
      external: [...builtinModules, /^node:/],
      output: { entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' },
    },
  },
})
