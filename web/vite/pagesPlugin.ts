// virtual:pages: the route table of the web, made from the pages the contract declares. The contract is evaluated at
// build time, so the browser gets titles and paths without loading every noun.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Alias, type Plugin, runnerImport } from 'vite'
import type { Noun } from '#contract/kit/call'
import type { AheadDef } from '#contract/kit/page'
import type { TObject, TSchema } from '#contract/kit/schema'
import type { PageAhead } from '#web/kit/routes'

const ID = 'virtual:pages'
const RESOLVED = `\0${ID}`

interface Found {
  area: string
  noun: string
  key: string
  path: string
  alias?: string
  title: string
  tab: boolean
  covers?: boolean
  ahead?: PageAhead
  needs: string
  file: string
}

/** What it takes to make the call, without what describes its answer. */
function aheadOf(noun: Noun, declared: string | AheadDef, nouns: readonly Noun[] = []): PageAhead {
  const { call: name, ...more } = typeof declared === 'string' ? { call: declared } : declared
  const named = (one: Noun) => Object.values(one.calls).find((call) => call.key === name)
  const call = noun.calls[name] ?? nouns.map(named).find((one) => one)
  if (call?.method !== 'GET') throw new Error(`${noun.area}.${noun.name}: ${name} is no GET call`)
  const query = (call.query as TObject | undefined)?.properties ?? {}
  const isNumber = ([, schema]: [string, TSchema]) => schema.type === 'number' || schema.type === 'integer'
  return {
    key: call.key,
    path: call.path,
    needs: call.needs,
    list: 'page' in query && 'size' in query,
    names: [...[...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!), ...Object.keys(query)],
    numbers: Object.entries(query)
      .filter(isNumber)
      .map(([key]) => key),
    ...more,
  }
}

export function pagesOf(nouns: readonly Noun[]): Found[] {
  const owners = new Map<string, string>()
  return nouns.flatMap((noun) =>
    Object.entries(noun.pages).map(([key, page]) => {
      const name = `${noun.area}.${noun.name}.${key}`
      for (const path of page.alias ? [page.path, page.alias] : [page.path]) {
        const owner = owners.get(path)
        if (owner) throw new Error(`Duplicate route ${path}: declared by ${owner} and by ${name}`)
        owners.set(path, name)
      }
      const { path, alias, title, tab, covers, ahead, needs } = page
      const file = `areas/${noun.area}/${noun.name}/${key}.page.tsx`
      const more = {
        ...(alias && { alias }),
        ...(covers && { covers }),
        ...(ahead && { ahead: aheadOf(noun, ahead, nouns) }),
      }
      return { area: noun.area, noun: noun.name, key, path, ...more, title, tab, needs, file }
    }),
  )
}

export function pagesPlugin(root: string, alias: Alias[]): Plugin {
  const web = resolve(root, 'web')
  let building = true
  const load = async () => {
    const { module } = await runnerImport<{ nouns: Noun[] }>(resolve(web, 'vite/nouns.ts'), {
      configFile: false,
      root,
      resolve: { alias },
      logLevel: 'error',
    })
    const shell = module.nouns.find((noun) => noun.area === 'platform' && noun.name === 'shell')!
    return { pages: pagesOf(module.nouns), start: { ...aheadOf(shell, 'start'), kind: 'call', method: 'GET' } }
  }
  return {
    name: 'yiyuan-pages',
    configResolved(config) {
      building = config.command === 'build'
    },
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return
      const { pages, start } = await load()
      const missing = pages.filter((page) => !existsSync(resolve(web, page.file)))
      if (missing.length > 0) {
        const message = `Pages are declared but have no file:\n${missing.map((page) => `  ${page.path}  web/${page.file}`).join('\n')}`
        // A page that is being written must not stop the development server from showing the others.
        if (building) this.error(message)
        this.warn(message)
      }
      const rows = pages
        .filter((page) => !missing.includes(page))
        .map(({ file, ...page }) => `{...${JSON.stringify(page)},load:()=>import(${JSON.stringify(`/${file}`)})}`)
      return `export const pages=[${rows.join(',\n')}]\nexport const startCall=${JSON.stringify(start)}`
    },
    configureServer(server) {
      const contract = resolve(root, 'contract')
      server.watcher.add(contract)
      const changed = (file: string) => {
        if (!file.startsWith(contract) && !file.endsWith('.page.tsx')) return
        const module = server.moduleGraph.getModuleById(RESOLVED)
        if (module) server.moduleGraph.invalidateModule(module)
        server.ws.send({ type: 'full-reload' })
      }
      server.watcher.on('add', changed).on('unlink', changed)
      server.watcher.on('change', (file) => {
        if (file.startsWith(contract)) changed(file)
      })
    },
  }
}
