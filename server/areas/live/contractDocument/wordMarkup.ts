// The markup of a document as a tree: what the server itself wrote from the editor's allow-list.
import { tokens } from '#server/areas/systemSetting/public'

export interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
  children: (Element | string)[]
}

const VOID = new Set(['br', 'hr', 'img', 'col'])

export function treeOf(html: string): Element {
  const root: Element = { name: 'body', attributes: new Map(), children: [] }
  const open = [root]
  for (const token of tokens(html)) {
    const at = open.at(-1)!
    if (token.kind === 'text') at.children.push(token.text)
    else if (token.kind === 'open') {
      const element: Element = { name: token.name, attributes: token.attributes, children: [] }
      at.children.push(element)
      if (!VOID.has(token.name)) open.push(element)
    } else {
      const from = open.findLastIndex((one) => one.name === token.name)
      if (from > 0) open.length = from
    }
  }
  return root
}

export const styleOf = (element: Element, name: string) =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`).exec(element.attributes.get('style') ?? '')?.[1]?.trim()
