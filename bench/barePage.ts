// Pages of antd and nothing else, for comparison.
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'vite'
import { precompress } from '../web/vite/precompress.ts'

export const BARE = 'bare-bench'

/** Beside the product's own files, so that the same server serves them; removed again afterwards. */
export async function withBarePage<T>(work: () => Promise<T>): Promise<T> {
  const outDir = resolve('dist/web', BARE)
  for (const [at, page] of ['index', 'hands'].entries()) {
    await build({
      configFile: false,
      root: resolve('bench/bare'),
      base: `/${BARE}/`,
      logLevel: 'error',
      plugins: [precompress()],
      build: {
        outDir,
        emptyOutDir: at === 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 2000,
        // One after the other: sharing files would cost the first more requests.
        rolldownOptions: { input: resolve('bench/bare', `${page}.html`) },
      },
    })
  }
  try {
    return await work()
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
