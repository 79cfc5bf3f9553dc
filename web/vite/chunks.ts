// How the built web is cut into files. Left alone the bundler makes one of every module that two pages share: hundreds of
// tiny ones, and a browser spends longer asking for them than reading them.
import type { CodeSplittingGroup } from 'rolldown'

type NameOf = Extract<CodeSplittingGroup['name'], (...args: never[]) => unknown>
type Context = Parameters<NameOf>[1]

/** Modules that an entry may load before anything is clicked. */
function reach(context: Context, entry: string): Set<string> {
  const found = new Set<string>()
  const open = [entry]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * What the console begins with and no smaller entry does, such as the login page, in one file. What that imports stays
 * where it is: nothing that a smaller entry begins with imports it, so no two files need each other.
 */
function consoleFile({ index: _, ...smaller }: Readonly<Record<string, string>>): CodeSplittingGroup {
  let elsewhere: Set<string> | undefined
  return {
    name(id, context) {
      elsewhere ??= new Set(Object.values(smaller).flatMap((entry) => [...reach(context, entry)]))
      return elsewhere.has(id) ? null : 'console'
    },
    tags: ['$initial'],
    includeDependenciesRecursively: false,
  }
}

export const chunkGroups = (entries: Readonly<Record<string, string>>): CodeSplittingGroup[] => [
  // React stands alone so that a release of the product leaves it in the browsers' caches.
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  consoleFile(entries),
]
