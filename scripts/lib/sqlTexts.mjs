// The texts of a source file that may be SQL, with what stands in their holes put in as far as it can be known: constants
// and small functions of the same file or of one it imports.

const REGEX_MAY_FOLLOW = /[(,=:[!&|?{};+\n]$|\breturn$|=>$/

/** Ends right after the closing quote of a plain string. */
function endOfString(source, at) {
  const quote = source[at]
  let i = at + 1
  while (i < source.length && source[i] !== quote) i += source[i] === '\\' ? 2 : 1
  return i + 1
}

function endOfRegex(source, at) {
  let inClass = false
  for (let i = at + 1; i < source.length; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === '[') inClass = true
    else if (source[i] === ']') inClass = false
    else if (source[i] === '/' && !inClass) return i + 1
    else if (source[i] === '\n') return at + 1
  }
  return at + 1
}

/** A template: its parts, and the source of its holes. */
function template(source, at) {
  const parts = ['']
  const holes = []
  let i = at + 1
  while (i < source.length && source[i] !== '`') {
    if (source[i] === '\\') {
      parts[parts.length - 1] += source.slice(i, i + 2)
      i += 2
    } else if (source.startsWith('${', i)) {
      const end = endOfCode(source, i + 2)
      holes.push({ at: i + 2, text: source.slice(i + 2, end) })
      parts.push('')
      i = end + 1
    } else parts[parts.length - 1] += source[i++]
  }
  return { parts, holes, end: i + 1 }
}

/** Steps over code; answers where it ends: at the brace that closes it. `found` hears of every text. */
function endOfCode(source, from, found) {
  let depth = 0
  let i = from
  while (i < source.length) {
    const char = source[i]
    if (source.startsWith('//', i)) i = (source.indexOf('\n', i) + source.length + 1) % (source.length + 1)
    else if (source.startsWith('/*', i)) i = source.indexOf('*/', i) + 2
    else if (char === "'" || char === '"') {
      const end = endOfString(source, i)
      found?.({ at: i, parts: [source.slice(i + 1, end - 1)], holes: [] })
      i = end
    } else if (char === '`') {
      const one = template(source, i)
      found?.({ at: i, ...one })
      for (const hole of one.holes) if (found) endOfCode(`${hole.text}}`, 0, (text) => found({ ...text, at: hole.at }))
      i = one.end
    } else if (char === '/' && REGEX_MAY_FOLLOW.test(source.slice(Math.max(0, i - 12), i).trimEnd())) {
      i = endOfRegex(source, i)
    } else {
      if (char === '{') depth++
      if (char === '}' && depth-- === 0) return i
      i++
    }
  }
  return i
}

/** Every string and template: { at, parts, holes: [{ text }] }. */
export function textsOf(source) {
  const all = []
  endOfCode(source, 0, (one) => all.push(one))
  return all
}

const NAMED =
  /(?:^|\n)(?:export )?const (\w+)(?:: [^=]+)? = (?:(\(?[\w\s:,[\]|'.?{}=]*\)?)(?:: \w+)? => )?\s*(?=['"`])/g
const IMPORTS = /(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/g

/** Constants and one-line functions of a file that are texts: name → where the text begins. */
function constantsOf(source) {
  const constants = new Map()
  for (const match of source.matchAll(NAMED)) constants.set(match[1], match.index + match[0].length)
  return constants
}

/** A reader of texts with their holes filled, over all files (path → source); `targetOf(file, name)` finds an import. */
export function textReader(files, targetOf) {
  const byStem = new Map([...files.keys()].map((file) => [file.replace(/\.tsx?$/, ''), file]))
  const known = new Map()
  const fileOf = (file) => {
    if (!known.has(file)) {
      const source = files.get(file)
      const texts = textsOf(source)
      const imports = new Map()
      for (const [, names, from] of source.matchAll(IMPORTS)) {
        const target = byStem.get(targetOf(file, from) ?? '')
        for (const name of names.split(',').map((one) => one.trim().replace(/^type /, ''))) {
          const [own, as = own] = name.split(/ as /)
          if (target && own) imports.set(as, { file: target, name: own })
        }
      }
      known.set(file, {
        texts,
        byPlace: new Map(texts.map((one) => [one.at, one])),
        constants: constantsOf(source),
        imports,
      })
    }
    return known.get(file)
  }
  const constant = (file, name, depth) => {
    const { constants, byPlace, imports } = fileOf(file)
    const text = byPlace.get(constants.get(name))
    if (text) return filled(file, text, depth)
    const from = imports.get(name)
    return from && depth > 0 ? constant(from.file, from.name, depth - 1) : null
  }
  const filled = (file, { parts, holes }, depth) =>
    parts.reduce((text, part, i) => {
      const hole = holes[i - 1]?.text.trim() ?? ''
      const [, name] = /^(\w+)\b/.exec(hole) ?? []
      const inside = name && depth > 0 ? constant(file, name, depth - 1) : null
      return `${text}${inside ?? `⟦${hole}⟧`}${part}`
    })
  return (file) => fileOf(file).texts.map((one) => ({ at: one.at, text: filled(file, one, 5) }))
}
