// How far a sum lies from the next band on either side.
import type { Assessed } from '#contract/nursing/assess/engine'
import type { Band, Direction, Item, Kind, Level } from '#contract/nursing/assess/kind'

export interface NextBand {
  level: Level
  /** Points to it. */
  points: number
  /** The sum at which it begins. */
  at: number
}

export interface Distance {
  /** The section it is about, or null for the whole. */
  section: string | null
  name: string
  score: number
  band: Band
  level: Level
  better: NextBand | null
  worse: NextBand | null
}

const divisor = (a: number, b: number): number => (b === 0 ? Math.abs(a) : divisor(b, a % b))
/** Scores that are all multiples of five move by fives. */
const stepOf = (items: readonly Item[]) =>
  items.flatMap((item) => item.options.map((one) => one.score)).reduce(divisor, 0) || 1

function distanceOf(
  about: { section: string | null; name: string; score: number; direction: Direction },
  bands: readonly Band[],
  levels: readonly Level[],
  items: readonly Item[],
): Distance | null {
  const { score, direction } = about
  const band = bands.find((one) => score >= one.min && score <= one.max)
  if (!band) return null
  const step = stepOf(items)
  const level = (at: number) => levels.find((one) => one.level === at)!
  const above = bands.filter((one) => one.min > score).sort((a, b) => a.min - b.min)[0]
  const below = bands.filter((one) => one.max < score).sort((a, b) => b.max - a.max)[0]
  const up = above && Math.ceil(above.min / step) * step
  const down = below && Math.floor(below.max / step) * step
  const higher = above ? { level: level(above.level), points: up! - score, at: up! } : null
  const lower = below ? { level: level(below.level), points: score - down!, at: down! } : null
  const [better, worse] = direction === 'higherIsBetter' ? [higher, lower] : [lower, higher]
  return { section: about.section, name: about.name, score, band, level: level(band.level), better, worse }
}

/** Of all sums that are complete and lie in bands: those of the sections, and the total. */
export function distances(kind: Kind, assessed: Assessed): Distance[] {
  const found = kind.sections.map((section, i) => {
    const { grading } = section
    const done = assessed.sections[i]!
    // A sheet of yes and no says which questions were answered with yes; points to the next band say nothing more.
    if (grading?.by !== 'bands' || kind.preliminary.by === 'worst' || done.answered < done.of) return null
    const about = { section: section.key, name: section.name, score: done.score, direction: section.direction }
    return distanceOf(about, grading.bands, grading.names, section.items)
  })
  const { preliminary } = kind
  if (preliminary.by === 'total' && assessed.answered === assessed.of) {
    const about = { section: null, name: '总分', score: assessed.total!, direction: preliminary.direction }
    const items = kind.sections.flatMap((one) => one.items)
    found.push(distanceOf(about, preliminary.bands, kind.levels, items))
  }
  return found.filter((one) => one !== null)
}
