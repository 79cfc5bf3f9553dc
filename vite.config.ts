// The web: the console, and the light pages around it. They are built one after the other (WEB_PART; without it both at
// once), so that a phone that opens a light page loads nothing of the console, and the console comes in few files.
// dist/web is served by the server as it is, with its precompressed copies.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Alias, build, defineConfig, type UserConfig } from 'vite'
import { consoleTags } from './web/vite/consoleTags.ts'
import { type DraftFile, planFiles } from './web/vite/filePlan.ts'
import { pagesPlugin } from './web/vite/pagesPlugin.ts'
import { precompress } from './web/vite/precompress.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const web = resolve(root, 'web')
const alias: Alias[] = ['contract', 'web'].map((name) => ({
  find: new RegExp(`^#${name}/(.*)$`),
  replacement: `${resolve(root, name)}/$1`,
}))
const LIGHT = ['login', 'settleIn', 'error', 'fullchart', 'family', 'payer', 'bedside']
const part = process.env.WEB_PART
const entries = {
  ...(part !== 'console' && Object.fromEntries(LIGHT.map((name) => [name, resolve(web, `${name}.html`)]))),
  // The alarm wall as a display is a page of the console and shares its files.
  // main.ts loads console.tsx; as an entry of its own it has everything it begins with in the groups below.
  ...(part !== 'light' && {
    index: resolve(web, 'index.html'),
    console: resolve(web, 'console.tsx'),
    alarmWall: resolve(web, 'alarmWall.html'),
  }),
}
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:8080'
/** First path parts of the calls; everything else is a file of the web. */
const CALLS =
  '^/(passport|api|devops|ptms|tams|omms|pims|ifms|tdms|bmms|homecare|spvs|ecms|loms|wnms|hpms|yhpay|files|openapi\\.json|docs)(/|$|\\?)'

const isPart = (id: string) => id.startsWith(resolve(web, 'areas')) && /(?:\.part\.tsx|\/public\.tsx?)$/.test(id)

type Group = { name: string; test: RegExp | ((id: string) => boolean); tags?: '$initial'[]; priority?: number }

/** Alone, so that a release of the product leaves it in the browsers' caches. */
const REACT: Group = { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 1000 }
/** What the console begins with. A group takes along all that its modules import, so none needs one that comes after it. */
const BEGINNING: Group[] = [
  { name: 'ahead', test: /\/web\/kit\/ahead\.ts$|rolldown\/runtime/, priority: 1001 },
  REACT,
  { name: 'vendor', test: /node_modules\//, tags: ['$initial'], priority: 999 },
  { name: 'kit', test: /\/(?:web\/kit|contract)\/|\/web\/areas\/.*\.css$/, tags: ['$initial'], priority: 998 },
]

const configOf = (groups: Group[]): UserConfig => ({
  root: web,
  publicDir: resolve(web, 'public'),
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [react(), pagesPlugin(root, alias), consoleTags(), precompress()],
  resolve: { alias, extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'] },
  // Pages are loaded lazily; found up front, none of them makes the development server start over.
  optimizeDeps: { entries: ['*.html', 'areas/**/*.page.tsx', 'kit/mqtt.ts'] },
  server: {
    proxy: {
      [CALLS]: { target: server },
      '^/(websocket/|mqtt$)': { target: server, ws: true },
    },
  },
  build: {
    outDir: resolve(root, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no inline script, which the preload polyfill would be.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // A part does nothing by being loaded: whoever takes one name of a public.ts does not load the rest of it.
      treeshake: { moduleSideEffects: (id) => !isPart(id) },
      output: { codeSplitting: { groups } },
      input: entries,
    },
  },
})

/** Built once as it comes, to see what belongs together (web/vite/filePlan.ts). */
async function plannedGroups(): Promise<Group[]> {
  const config = configOf(BEGINNING)
  const made = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, cssMinify: false },
  })
  const output = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []))
  const chunks = output.flatMap((one) => (one.type === 'chunk' ? [one] : []))
  const initial = new Set(chunks.filter((one) => one.name === 'index' || one.name === 'console'))
  for (const one of initial) for (const other of chunks) if (one.imports.includes(other.fileName)) initial.add(other)
  const files = chunks.map<DraftFile>((one) => ({
    name: one.fileName,
    modules: Object.keys(one.modules),
    size: one.code.length,
    imports: one.imports,
    entry: one.isEntry || one.isDynamicEntry,
    initial: initial.has(one),
  }))
  return planFiles(files).map((modules, at) => {
    const own = new Set(modules)
    return { name: `shared${at + 1}`, test: (id: string) => own.has(id), priority: 900 - at }
  })
}

export default defineConfig(async ({ command }) => {
  if (part !== 'console') return configOf([REACT])
  return configOf(command === 'build' ? [...BEGINNING, ...(await plannedGroups())] : BEGINNING)
})
