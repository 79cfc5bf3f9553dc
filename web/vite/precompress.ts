// A .gz and a .br beside every text file of the build, so that the server compresses nothing while it serves.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipOf } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|html|svg|json|txt|map)$/
const SMALL = 1024
const gzip = promisify(gzipOf)
const brotli = promisify(brotliCompress)
const SMALLEST = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
})

export function precompress(): Plugin {
  let out = ''
  return {
    name: 'yiyuan-precompress',
    apply: 'build',
    configResolved(config) {
      out = join(config.root, config.build.outDir)
      if (config.build.outDir.startsWith('/')) out = config.build.outDir
    },
    // Not closeBundle: that also runs after a failed build and would hide its error.
    async writeBundle() {
      const names = (readdirSync(out, { recursive: true }) as string[]).filter((name) => {
        if (!TEXT.test(name) || name.endsWith('.map') || statSync(join(out, name)).size < SMALL) return false
        return !existsSync(join(out, `${name}.br`))
      })
      // Off the main thread, all at once: the best compression takes its time.
      await Promise.all(
        names.map(async (name) => {
          const file = join(out, name)
          const content = await readFile(file)
          const [gz, br] = await Promise.all([gzip(content, { level: 9 }), brotli(content, SMALLEST(content.length))])
          await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)])
        }),
      )
    },
  }
}
