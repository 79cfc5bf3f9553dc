// What the house has set about assessments, with what the product begins with where it has set nothing.
import type pg from 'pg'
import type { Kind } from '#contract/nursing/assess/kind'
import { allKinds } from '#contract/nursing/assess/kinds'
import { AssessmentType } from '#contract/nursing/assessment'
import {
  type AssessSettingData,
  type KindSettingData,
  type LevelMapData,
  WORKER_DAY_MINUTES,
} from '#contract/nursing/assessSetting'
import { presetLevelId } from '#server/areas/nursing/level/levelPresets'

type Client = pg.Pool | pg.ClientBase
type TypeValue = KindSettingData['type']

export const ABILITY = 'ability'
/** One assessment of a family does for all of it. */
export const familyOf = (kind: Kind): string => (kind.group === 'risk' ? kind.key : ABILITY)
export const typeOf = (kind: Kind): TypeValue => (kind.type ?? AssessmentType.is.risk) as TypeValue

/** The standard that homes have to use now; the others are there for those who still do, or do more. */
const USUAL = 'of2023'
/** Before somebody moves in and once a year, says GB 38600. */
const SAFETY = 'nineHarms'

interface SetKind {
  kind: string
  enabled: boolean
  expected: boolean
  months: number
}

const KINDS = `select kind, enabled, expected, months from assess_kind where org_id = $1`

/** All kinds in their order, as the house uses them. */
export async function kindSettings(client: Client, orgId: string): Promise<KindSettingData[]> {
  const found = await client.query<SetKind>({ name: 'assess_kinds', text: KINDS, values: [orgId] })
  const set = new Map(found.rows.map((one) => [one.kind, one]))
  return allKinds.map((kind) => {
    const own = set.get(kind.key)
    return {
      kind: kind.key,
      kindName: kind.name,
      type: typeOf(kind),
      family: familyOf(kind),
      enabled: own?.enabled ?? true,
      expected: (own?.enabled ?? true) && (own?.expected ?? [USUAL, SAFETY].includes(kind.key)),
      months: own?.months ?? kind.againMonths,
      usualMonths: kind.againMonths,
    }
  })
}

interface NursingLevel {
  levelId: string
  levelName: string
}

const NURSING = `select level_id as "levelId", level_name as "levelName" from nursing_level where org_id = $1 and enabled`
const LEVELS = `select kind, level, nursing_level_id as "levelId" from assess_level where org_id = $1`

interface OwnLevel {
  kind: string
  level: number
  levelId: string | null
}

/** What the house gives to the levels of kinds: its own choice, or the level it began with. */
async function levelMaps(client: Client, orgId: string, kinds: readonly Kind[]): Promise<LevelMapData[]> {
  const nursing = await client.query<NursingLevel>({ name: 'assess_nursing_levels', text: NURSING, values: [orgId] })
  const own = await client.query<OwnLevel>({ name: 'assess_levels', text: LEVELS, values: [orgId] })
  return mapped(orgId, kinds, nursing.rows, own.rows)
}

function mapped(
  orgId: string,
  kinds: readonly Kind[],
  nursing: readonly NursingLevel[],
  own: readonly OwnLevel[],
): LevelMapData[] {
  const names = new Map(nursing.map((one) => [one.levelId, one.levelName]))
  const set = new Map(own.map((one) => [`${one.kind}:${one.level}`, one.levelId]))
  return kinds.flatMap((kind) =>
    kind.group === 'risk'
      ? []
      : kind.levels.map(({ level, short, nursing: code }) => {
          const at = `${kind.key}:${level}`
          const wanted = set.has(at) ? set.get(at)! : code ? presetLevelId(orgId, code) : null
          // A level that was switched off is proposed to nobody.
          const name = wanted === null ? undefined : names.get(wanted)
          return {
            kind: kind.key,
            level,
            levelName: short,
            nursingLevelId: name === undefined ? null : wanted,
            nursingLevelName: name ?? null,
          }
        }),
  )
}

export interface AssessHouse {
  stacking: Kind['stacking']
  suggested(level: number | null): { suggestedLevelId: string | null; suggestedLevelName: string | null }
}

const SETTING = `select raise_together as "raiseTogether", worker_day_minutes as "workerDayMinutes", version from assess_setting where org_id = $1`
interface StoredSetting {
  raiseTogether: AssessSettingData['raiseTogether']
  workerDayMinutes: number
  version: number
}

async function storedSetting(client: Client, orgId: string): Promise<StoredSetting | null> {
  const found = await client.query<StoredSetting>({ name: 'assess_setting', text: SETTING, values: [orgId] })
  return found.rows[0] ?? null
}

/** A caregiver's day of work. */
export const workerDayMinutes = async (client: Client, orgId: string): Promise<number> =>
  (await storedSetting(client, orgId))?.workerDayMinutes ?? WORKER_DAY_MINUTES

/** Every answer that is saved asks for it: all of it comes at once. */
const HOUSE = `select (select s.raise_together from assess_setting s where s.org_id = $1) as "raiseTogether",
  coalesce((select json_agg(json_build_object('levelId', n.level_id, 'levelName', n.level_name)) from nursing_level n
    where n.org_id = $1 and n.enabled), '[]') as nursing,
  coalesce((select json_agg(json_build_object('kind', l.kind, 'level', l.level, 'levelId', l.nursing_level_id)) from assess_level l
    where l.org_id = $1 and l.kind = $2), '[]') as own`
interface StoredHouse {
  raiseTogether: AssessSettingData['raiseTogether'] | null
  nursing: NursingLevel[]
  own: OwnLevel[]
}

/** What the score of one kind needs of the house. The older standard says itself that each rule raises. */
export async function houseOf(client: Client, orgId: string, kind: Kind): Promise<AssessHouse> {
  const found = await client.query<StoredHouse>({ name: 'assess_house', text: HOUSE, values: [orgId, kind.key] })
  const { raiseTogether, nursing, own } = found.rows[0]!
  const byLevel = new Map(mapped(orgId, [kind], nursing, own).map((one) => [one.level, one]))
  return {
    stacking: kind.key === 'of2013' ? kind.stacking : (raiseTogether ?? kind.stacking),
    suggested: (level) => {
      const given = level === null ? undefined : byLevel.get(level)
      return {
        suggestedLevelId: given?.nursingLevelId ?? null,
        suggestedLevelName: given?.nursingLevelName ?? null,
      }
    },
  }
}

/** The nursing level that the house gives to a level of ability; null: none is proposed. */
export async function nursingLevelFor(
  client: Client,
  orgId: string,
  kindKey: string,
  level: number,
): Promise<{ levelId: string; levelName: string } | null> {
  const kind = allKinds.find((one) => one.key === kindKey)
  if (!kind) return null
  const { suggestedLevelId, suggestedLevelName } = (await houseOf(client, orgId, kind)).suggested(level)
  return suggestedLevelId === null ? null : { levelId: suggestedLevelId, levelName: suggestedLevelName! }
}

export async function wholeSetting(client: Client, orgId: string): Promise<AssessSettingData> {
  const set = await storedSetting(client, orgId)
  return {
    kinds: await kindSettings(client, orgId),
    levels: await levelMaps(client, orgId, allKinds),
    raiseTogether: set?.raiseTogether ?? 'single',
    workerDayMinutes: set?.workerDayMinutes ?? WORKER_DAY_MINUTES,
    version: set?.version ?? 1,
  }
}
