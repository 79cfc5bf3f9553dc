// What the menu editors of existing clients ask for beside the tree: the calls there are, and entries as text files.
import type { Noun } from '#contract/kit/call'
import { notFound } from '#contract/kit/refusal'
import type { ApiNode, AuthorityNode } from '#contract/platform/authority'
import type { Caller } from '#server/kit/caller'
import { sha256 } from '#server/kit/ids'
import type { FileAnswer } from '#server/kit/implement'
import { authorityRows, nestedOf } from './authorityTree.ts'

const ID_LENGTH = 32
const idOf = (...parts: readonly string[]) => sha256(parts.join(' ')).slice(0, ID_LENGTH)

const nodeOf = (
  one: Pick<ApiNode, 'apiId' | 'apiName' | 'apiCode' | 'level' | 'sort'> & Partial<ApiNode>,
): ApiNode => ({
  method: null,
  url: null,
  parentId: null,
  remark: null,
  child: null,
  ...one,
})

/** Systems by the first part of the addresses, modules by noun, calls by their method and address. */
export function apiTree(nouns: readonly Noun[]): ApiNode[] {
  const systems = new Map<string, ApiNode>()
  for (const noun of nouns) {
    for (const call of Object.values(noun.calls)) {
      const root = call.path.split('/')[1]!
      const system =
        systems.get(root) ??
        nodeOf({ apiId: idOf(root), apiName: root, apiCode: root, level: 1, sort: systems.size + 1, child: [] })
      systems.set(root, system)
      const code = `${noun.area}:${noun.name}`
      let module = system.child!.find((one) => one.apiCode === code)
      if (!module) {
        const sort = system.child!.length + 1
        const apiId = idOf(root, code)
        module = nodeOf({
          apiId,
          apiName: noun.title,
          apiCode: code,
          level: 2,
          sort,
          parentId: system.apiId,
          child: [],
        })
        system.child!.push(module)
      }
      module.child!.push(
        nodeOf({
          apiId: idOf(call.method, call.path),
          apiName: call.act,
          apiCode: call.key,
          method: call.method,
          url: call.path,
          level: 4,
          sort: module.child!.length + 1,
          parentId: module.apiId,
        }),
      )
    }
  }
  return [...systems.values()]
}

export const flatApis = (nodes: readonly ApiNode[]): ApiNode[] =>
  nodes.flatMap((node) => [{ ...node, child: null }, ...flatApis(node.child ?? [])])

const below = (node: AuthorityNode): AuthorityNode[] => [node, ...(node.child ?? []).flatMap(below)]

/** The chosen entries that this reader sees, each once, with all below them. */
async function chosen(who: Caller, authorityIds: string): Promise<AuthorityNode[]> {
  const wanted = new Set(authorityIds.split(',').map((one) => one.trim()))
  const all = nestedOf(await authorityRows(who.app.pool, who.orgLevel)).flatMap(below)
  const roots = all.filter((node) => wanted.has(node.authorityId))
  if (roots.length === 0) throw notFound('菜单')
  return [...new Set(roots.flatMap(below))]
}

const textFile = (name: string, text: string): FileAnswer => ({
  name,
  mime: 'text/plain; charset=utf-8',
  content: Buffer.from(text),
})

export async function exportMenus(who: Caller, authorityIds: string): Promise<FileAnswer> {
  const entries = (await chosen(who, authorityIds)).map(({ child: _, roleCount: __, ...entry }) => entry)
  return textFile('菜单.json', `${JSON.stringify(entries, null, 2)}\n`)
}

export async function exportMenuApis(who: Caller, authorityIds: string): Promise<FileAnswer> {
  const apis = [...new Set((await chosen(who, authorityIds)).flatMap((node) => node.apis))].sort()
  return textFile('菜单接口.txt', apis.map((one) => `${one}\n`).join(''))
}
