// The rules of the tree that neither the compiler nor the linter knows: who may import whom, and how long a file is.
import { posix } from 'node:path'

const LONGEST = 450

const importing =
  /(?:^|[\n;])\s*(?:import|export)\s[^'"`;()]*?\sfrom\s*['"]([^'"]+)['"]|(?:^|[\n;])\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]\s*\)/g

/** What is loaded, or read for its types, before the file itself; not what a page asks for later. */
export const staticImportsOf = (text) => [...text.matchAll(importing)].flatMap((match) => match[1] ?? match[2] ?? [])

export const importsOf = (text) => [...text.matchAll(importing)].map((match) => match[1] ?? match[2] ?? match[3])

/** Tests and their helpers in test/ folders. */
export const isTest = (file) => /\.test\.[mt]sx?$|\/test\/[^/]+\.ts$/.test(file)
export const areaOf = (path, tree) => path.match(new RegExp(`^${tree}/areas/([^/]+)/`))?.[1]

/** '#server/kit/db' and './db.ts' as paths of the checkout without ending; undefined for a package. */
export function targetOf(file, name) {
  const own = name.match(/^#(contract|server|web|simulator)\/(.*)$/)
  if (own) return `${own[1]}/${own[2]}`.replace(/\.tsx?$/, '')
  if (name.startsWith('.')) return posix.join(posix.dirname(file), name).replace(/\.tsx?$/, '')
  return undefined
}

/** Which trees a file of a tree may import, besides its own. */
const reach = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  simulator: ['contract'],
}

function faultOf(file, name) {
  const tree = file.split('/')[0]
  const target = targetOf(file, name)
  if (target === undefined) {
    const allowed = isTest(file) ? /^(@sinclair\/typebox|vitest)(\/|$)/ : /^@sinclair\/typebox(\/|$)/
    return tree === 'contract' && !allowed.test(name) ? 'the contract imports only its validator' : undefined
  }
  if (target === 'package.json' || target === 'CHANGELOG.md?raw') return undefined
  // Helpers of tests lie in test/ beside them. Trees that are not listed above have no '#' name of their own.
  const near = isTest(file) ? /^\.\/(test\/)?[^/]+$/ : /^\.\/[^/]+$/
  if (reach[tree] && name.startsWith('.') && !near.test(name)) return 'a relative import stays in its folder'
  const other = target.split('/')[0]
  // A test of the server may let a simulated device speak to it, and demo data is what simulated sleepers did.
  const simulated = tree === 'server' && other === 'simulator' && (isTest(file) || /\/demo\//.test(file))
  if (other !== tree && reach[tree] && !reach[tree].includes(other) && !simulated) {
    return `${tree} does not import ${other}`
  }
  for (const side of ['server', 'web']) {
    if (tree !== side || other !== side) continue
    const from = areaOf(file, side)
    const to = areaOf(target, side)
    if (to && file.startsWith(`${side}/kit/`)) return 'the kit knows no area'
    // Foreign keys name the tables of other areas; only the definitions may.
    const keys = /ables\.ts$/.test(file) && /ables$/.test(target)
    if (from && to && from !== to && !keys && !isTest(file) && posix.basename(target) !== 'public') {
      return `area ${from} reaches area ${to} only through its public.ts`
    }
  }
  return undefined
}

/** `files` maps paths of the checkout to their text; answers one line per fault. */
export function boundaryFaults(files) {
  const faults = []
  for (const [file, text] of files) {
    for (const name of importsOf(text)) {
      const fault = faultOf(file, name)
      if (fault) faults.push(`${file}: imports ${name}: ${fault}`)
    }
    if (/^(index|utils)\.tsx?$/.test(posix.basename(file))) faults.push(`${file}: no barrels and no utils`)
  }
  return faults
}

export function lengthFaults(files) {
  return [...files].flatMap(([file, text]) => {
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
    return lines > LONGEST ? [`${file}: ${lines} lines, at most ${LONGEST}`] : []
  })
}

const withoutComments = (css) => css.replace(/\/\*[\s\S]*?\*\//g, '')

/** Styles of a page stay when another one is opened: a class that two folders give a rule of its own is styled by both. */
export function styleFaults(files) {
  const homes = new Map()
  for (const [file, text] of files) {
    if (!/^web\/(kit|areas)\/.*\.css$/.test(file)) continue
    for (const [, selectors] of withoutComments(text).matchAll(/([^{}]+)\{/g)) {
      for (const selector of selectors.replace(/\([^()]*\)/g, '').split(',')) {
        const name = selector.trim().match(/^\.(yy-[\w-]+)$/)?.[1]
        if (name) homes.set(name, new Set([...(homes.get(name) ?? []), posix.dirname(file)]))
      }
    }
  }
  return [...homes]
    .filter(([, folders]) => folders.size > 1)
    .map(([name, folders]) => `.${name}: has rules in ${[...folders].sort().join(' and ')}`)
}

/** Declared pages against the files that exist. */
export function pageFaults(declared, present) {
  const [wanted, found] = [new Set(declared), new Set(present)]
  return [
    ...declared.filter((file) => !found.has(file)).map((file) => `${file}: declared page without a file`),
    ...present.filter((file) => !wanted.has(file)).map((file) => `${file}: page that no contract declares`),
  ]
}
