// A .gz and a .br beside every text file of the build, so that the server compresses nothing while it serves.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|html|svg|json|txt|map)$/
const SMALL = 1024

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
    writeBundle() {
      for (const name of readdirSync(out, { recursive: true }) as string[]) {
        const file = join(out, name)
        if (!TEXT.test(name) || name.endsWith('.map') || statSync(file).size < SMALL) continue
        const content = readFileSync(file)
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(content, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 9,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            },
          }),
        )
      }
    },
  }
}
