// No circle of imports: not between files, types included, and not between the areas of the server. What areas give to
// each other without knowing each other is gathered by server/app.ts (server/kit/contributions.ts).
import { areaOf, isTest, staticImportsOf, targetOf } from './boundaries.mjs'

const TREES = /^(contract|server|web|simulator)\/.*\.tsx?$/

/** Every file with the files it imports. */
function fileGraph(files) {
  const known = [...files.keys()].filter((file) => TREES.test(file) && !isTest(file))
  const byStem = new Map(known.map((file) => [file.replace(/\.tsx?$/, ''), file]))
  return new Map(
    known.map((file) => [
      file,
      new Set(staticImportsOf(files.get(file)).flatMap((name) => byStem.get(targetOf(file, name) ?? '') ?? [])),
    ]),
  )
}

/** The areas of the server with those they call; foreign keys between their tables are no calls. */
function areaGraph(graph) {
  const areas = new Map()
  for (const [file, targets] of graph) {
    const from = areaOf(file, 'server')
    if (!from) continue
    if (!areas.has(from)) areas.set(from, new Set())
    if (/ables\.ts$/.test(file)) continue
    for (const target of targets) {
      const to = areaOf(target, 'server')
      if (to && to !== from) areas.get(from).add(to)
    }
  }
  return areas
}

/** One circle for every knot of the graph, as the way around it: [a, b, a]. */
export function circlesIn(graph) {
  const circles = []
  const done = new Set()
  const way = []
  const visit = (node) => {
    const at = way.indexOf(node)
    if (at >= 0) {
      circles.push([...way.slice(at), node])
      return
    }
    if (done.has(node)) return
    way.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    way.pop()
    done.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return circles
}

export function circleFaults(files) {
  const graph = fileGraph(files)
  const globs = [...graph.keys()].filter(
    (file) => areaOf(file, 'server') && /import\.meta\.glob\b/.test(files.get(file)),
  )
  return [
    ...circlesIn(graph).map((way) => `circle of files: ${way.join(' → ')}`),
    ...circlesIn(areaGraph(graph)).map((way) => `circle of areas: ${way.join(' → ')}`),
    ...globs.map((file) => `${file}: an area does not gather files of others, server/app.ts does`),
  ]
}
