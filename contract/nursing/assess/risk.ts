// What finished risk sheets say about somebody: how grave each harm is, the mark that stands at the name, what is done about
// it, and which projects are proposed for the plan. Several sheets about one harm: the gravest of them counts.
import { type Family, options } from '#contract/kit/options'
import { ResidentNote, type ResidentNoteValue } from '#contract/live/resident'
import type { Assessed } from '#contract/nursing/assess/engine'
import type { Grave, HarmKey, Kind, Level, Proposal } from '#contract/nursing/assess/kind'
import { levelOf } from '#contract/nursing/assess/kindIndex'
import { kindOf, riskKinds } from '#contract/nursing/assess/kinds'

/** The nine harms, in the order of GB 38600—2019. */
export const Harm = options('Harm', '服务安全风险', [
  ['choking', ['噎食', 'red']],
  ['misIngestion', ['食品药品误食', 'green']],
  ['pressureUlcer', ['压疮', 'blue']],
  ['scald', ['烫伤', 'orange']],
  ['bedFall', ['坠床', 'amber']],
  ['fall', ['跌倒', 'orange']],
  ['harm', ['他伤和自伤', 'red']],
  ['wander', ['走失', 'purple']],
  ['activityAccident', ['文娱活动意外', 'teal']],
])

export const GRAVES: Readonly<Record<Grave, string>> = { 1: '无此风险', 2: '需防护', 3: '高风险' }

/** From here on projects are proposed, the family signs that it was told, and it is a mark at the name and a line of the handover. */
export const MARKS_FROM: Grave = 2

const note = ResidentNote.is
/** What stands at the name, by harm: to be prevented, and where the risk is high. */
const MARKS: Readonly<Record<HarmKey, readonly [ResidentNoteValue, ResidentNoteValue]>> = {
  choking: [note.choking, note.highChoking],
  misIngestion: [note.misIngestion, note.highMisIngestion],
  pressureUlcer: [note.pressureUlcer, note.highPressureUlcer],
  scald: [note.scald, note.highScald],
  bedFall: [note.bedFall, note.highBedFall],
  fall: [note.fall, note.highFall],
  harm: [note.harm, note.highHarm],
  wander: [note.wander, note.highWander],
  activityAccident: [note.activityAccident, note.highActivityAccident],
}
const markAt = (harm: HarmKey, grave: Grave): ResidentNoteValue | null =>
  grave < MARKS_FROM ? null : MARKS[harm][grave === 3 ? 1 : 0]

/** A finished sheet, as it is stored: the final level, which a person may have altered, and those of the sections. */
export interface FinishedRisk {
  kind: string
  finalLevel: number
  sectionLevels?: Readonly<Record<string, number | null>>
}

export interface HarmFound {
  harm: HarmKey
  grave: Grave
  /** The sheet it comes from, and its level in its own words. */
  kind: string
  levelName: string
  measures: readonly string[]
  proposes: readonly Proposal[]
}

const graveOf = (level: Level): Grave => level.grave ?? 1

/** Of several frequencies of a project the one for the gravest case. */
function proposalsAt(proposes: readonly Proposal[] = [], grave: Grave): Proposal[] {
  const byProject = new Map<string, Proposal>()
  for (const one of proposes) {
    const other = byProject.get(one.project)
    if (one.from <= grave && (!other || other.from < one.from)) byProject.set(one.project, one)
  }
  return [...byProject.values()]
}

/** What one finished sheet says about each harm it is about. */
export function harmsOf({ kind: key, finalLevel, sectionLevels = {} }: FinishedRisk): HarmFound[] {
  const kind = kindOf(key)
  if (kind?.group !== 'risk') return []
  if (kind.harm) {
    const level = levelOf(kind, finalLevel)
    const grave = graveOf(level)
    const proposes = proposalsAt(kind.proposes, grave)
    return [{ harm: kind.harm, grave, kind: key, levelName: level.name, measures: level.measures ?? [], proposes }]
  }
  return kind.sections.flatMap((section): HarmFound[] => {
    const at = Object.hasOwn(sectionLevels, section.key) ? sectionLevels[section.key] : null
    const level = section.grading?.names.find((one) => one.level === at)
    if (!section.harm || !level) return []
    const grave = graveOf(level)
    const measures = grave >= MARKS_FROM ? (section.measures ?? []) : []
    const proposes = proposalsAt(section.proposes, grave)
    return [{ harm: section.harm, grave, kind: key, levelName: level.name, measures, proposes }]
  })
}

/** The levels of the sections of a sheet, as `harmsOf` reads them. */
export const sectionLevelsOf = (assessed: Assessed): Record<string, number | null> =>
  Object.fromEntries(assessed.sections.map((one) => [one.key, one.level?.level ?? null]))

export interface Risk {
  harm: HarmKey
  /** 跌倒 */
  name: string
  grave: Grave
  /** 高风险 */
  graveName: string
  /** Where it stands at the name. */
  note: ResidentNoteValue | null
  /** 防跌倒·高, where it stands at the name. */
  mark: string | null
  family: Family | undefined
  /** What says so, the gravest first: 跌倒风险评估（Morse）高风险. */
  from: readonly string[]
  measures: readonly string[]
  proposes: readonly Proposal[]
}

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)]

/** The newest finished sheet of each kind together, harm by harm in their order; what was never looked at is not there. */
export function risksOf(sheets: readonly FinishedRisk[]): Risk[] {
  const found = sheets.flatMap(harmsOf)
  return Harm.list.flatMap(({ value: harm, label: name, family }): Risk[] => {
    const about = found.filter((one) => one.harm === harm).sort((a, b) => b.grave - a.grave)
    const [gravest] = about
    if (!gravest) return []
    const { grave } = gravest
    const warned = about.filter((one) => one.grave >= MARKS_FROM)
    return [
      {
        harm,
        name,
        grave,
        graveName: GRAVES[grave],
        note: markAt(harm, grave),
        mark: ResidentNote.label(markAt(harm, grave)) || null,
        family,
        from: about.map((one) => `${kindOf(one.kind)!.name}${one.levelName}`),
        measures: unique((warned.length > 0 ? warned : about).flatMap((one) => one.measures)),
        proposes: proposalsAt(
          about.flatMap((one) => one.proposes),
          grave,
        ),
      },
    ]
  })
}

/** 防跌倒, 防噎食·高: what follows the name everywhere. */
export const markWords = (risks: readonly Risk[]): string[] => risks.flatMap((one) => (one.mark ? [one.mark] : []))

/** The marks that one finished sheet gives. */
export const marksOfSheet = (sheet: FinishedRisk): ResidentNoteValue[] =>
  harmsOf(sheet).flatMap(({ harm, grave }) => markAt(harm, grave) ?? [])

const markPlaces = new Map(
  Harm.list.flatMap(({ value: harm }, at) => MARKS[harm].map((mark, high) => [mark as number, { at, high }] as const)),
)

/** The marks of the newest sheet of each kind together: of one harm the graver, high ones first. */
export function marksTogether(sheets: readonly (readonly number[])[]): number[] {
  const best = new Map<number, { mark: number; at: number; high: number }>()
  for (const mark of sheets.flat()) {
    const place = markPlaces.get(mark)
    if (!place) continue
    const other = best.get(place.at)
    if (!other || other.high < place.high) best.set(place.at, { mark, ...place })
  }
  return [...best.values()].sort((a, b) => b.high - a.high || a.at - b.at).map((one) => one.mark)
}

/** Whether the family has to sign that it was told. */
export const familyTold = (risks: readonly Risk[]): boolean => risks.some((one) => one.grave >= MARKS_FROM)

/** Results of other sheets that this one counts: input → kind whose newest level it takes. */
export const linkedKinds = (kind: Kind): readonly { input: string; kind: string }[] =>
  kind.inputs.flatMap((one) => (one.fromKind ? [{ input: one.key, kind: one.fromKind }] : []))

/** The sheets that are about a harm. */
export const kindsAbout = (harm: HarmKey): readonly Kind[] =>
  riskKinds.filter((kind) => kind.harm === harm || kind.sections.some((one) => one.harm === harm))
