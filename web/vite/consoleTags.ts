// index.html names only the small script that runs first. What comes right after it is named here as well, so that the
// browser fetches it at the same time; and the console's styles stand before those of any page, whichever file is there
// first.
import type { HtmlTagDescriptor, Plugin } from 'vite'

interface Chunk {
  type: 'chunk'
  name: string
  fileName: string
  imports: string[]
  viteMetadata?: { importedCss: Set<string> }
}

export const consoleTags = (): Plugin => ({
  name: 'yiyuan-console-tags',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, chunk }) {
      const chunks = new Map(
        Object.values(bundle ?? {}).flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part as Chunk]] : [])),
      )
      const console = [...chunks.values()].find((one) => one.name === 'console')
      if (!console || chunk?.name !== 'index') return
      // A set may grow while it is walked through: this one ends with everything the console needs.
      const scripts = new Set([console])
      for (const one of scripts) for (const file of one.imports) if (chunks.has(file)) scripts.add(chunks.get(file)!)
      const all = [...scripts]
      const missing = (file: string) => !html.includes(file)
      const tag = (attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' })
      const styles = new Set(all.flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]))
      return [
        ...[...styles].filter(missing).map((file) => tag({ rel: 'stylesheet', crossorigin: true, href: `/${file}` })),
        ...all
          .map((one) => one.fileName)
          .filter(missing)
          .map((file) => tag({ rel: 'modulepreload', crossorigin: true, href: `/${file}` })),
      ]
    },
  },
})
