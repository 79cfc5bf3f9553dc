// The web: the console, and the light pages around it. They are built one after the other (WEB_PART; without it both at
// once), so that a phone that opens a light page loads nothing of the console, and the console comes in few files.
// dist/web is served by the server as it is, with its precompressed copies.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Alias, defineConfig } from 'vite'
import { consoleTags } from './web/vite/consoleTags.ts'
import { pagesPlugin } from './web/vite/pagesPlugin.ts'
import { precompress } from './web/vite/precompress.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const web = resolve(root, 'web')
const alias: Alias[] = ['contract', 'web'].map((name) => ({
  find: new RegExp(`^#${name}/(.*)$`),
  replacement: `${resolve(root, name)}/$1`,
}))
const LIGHT = ['login', 'settleIn', 'error', 'fullchart', 'family', 'payer']
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

/** Alone, so that a release of the product leaves it in the browsers' caches. */
const REACT = { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// }
/**
 * Every file costs a browser a few milliseconds even from its cache. A group takes along all that its modules import, so
 * none depends on one that comes after it. What only pages need stays in files of its own.
 */
const CONSOLE_GROUPS = [
  { name: 'ahead', test: /\/web\/kit\/ahead\.ts$/ },
  REACT,
  { name: 'icons', test: /node_modules\/lucide-react\// },
  { name: 'vendor', test: /node_modules\//, tags: ['$initial' as const] },
  { name: 'contract', test: /\/contract\//, tags: ['$initial' as const] },
  { name: 'kit', test: /\/web\/kit\//, tags: ['$initial' as const] },
]

export default defineConfig({
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
      output: { codeSplitting: { groups: part === 'console' ? CONSOLE_GROUPS : [REACT] } },
      input: entries,
    },
  },
})
