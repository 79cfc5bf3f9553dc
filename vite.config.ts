// The web: seven pages, one build. dist/web is served by the server as it is, with its precompressed copies.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Alias, defineConfig } from 'vite'
import { pagesPlugin } from './web/vite/pagesPlugin.ts'
import { precompress } from './web/vite/precompress.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const web = resolve(root, 'web')
const alias: Alias[] = ['contract', 'web'].map((name) => ({
  find: new RegExp(`^#${name}/(.*)$`),
  replacement: `${resolve(root, name)}/$1`,
}))
const entries = ['index', 'login', 'settleIn', 'error', 'fullchart', 'family', 'payer'].filter((name) =>
  existsSync(resolve(web, `${name}.html`)),
)
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:8080'
/** First path parts of the calls; everything else is a file of the web. */
const CALLS =
  '^/(passport|omms|pims|ifms|tdms|bmms|homecare|spvs|ecms|loms|wnms|hpms|yhpay|files|openapi\\.json|docs)(/|$|\\?)'

const isPart = (id: string) => id.startsWith(resolve(web, 'areas')) && /(?:\.part\.tsx|\/public\.tsx?)$/.test(id)

export default defineConfig({
  root: web,
  publicDir: resolve(web, 'public'),
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [react(), pagesPlugin(root, alias), precompress()],
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
      // React stands alone so that a release of the product leaves it in the browsers' caches.
      output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// }] } },
      input: Object.fromEntries(entries.map((name) => [name, resolve(web, `${name}.html`)])),
    },
  },
})
