// Roles a house begins with: the usual jobs, with duties that do not belong in one hand kept apart. They are a beginning:
// a house changes, renames and deletes them as it likes.

import { signNames } from '#contract/expense/settlementWords'
import type { RailKey } from '#contract/kit/page'
import { AuthorityKind } from '#contract/platform/authority'
import { DUTIES, type DutyKey } from '#contract/platform/duties'
import { landingEnds } from '#server/areas/platform/seed/fixedRows'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'

/** Residents' pages that the nurses of a group use: reading, outings and visits, but no check-in and no contracts. */
const WARD_CODES = [
  'live:outing:',
  'live:visit:list',
  'live:visit:add',
  'live:visit:edit',
  'live:residence:list',
  'live:archive:list',
  'live:archive:health',
  'live:family:list',
  'live:residentForm:list',
  'live:residentForm:add',
  'live:residentForm:edit',
]

/** Looks of the whole organisation that only its administrator sets. */
const administratorsOwn: readonly string[] = ['home:roomMap:config']

export interface PresetRole {
  name: string
  desc: string
  /** The rails whose pages and buttons it has. */
  rails: readonly RailKey[]
  /** Looks at everything of its rails and changes nothing. */
  looksOnly?: boolean
  /** Pages and buttons of other rails, by their codes; a code that ends in : stands for all that begin with it. */
  codes?: readonly string[]
  /** Pages and buttons of its rails that it does not have, by their codes. */
  without?: readonly string[]
}

/** Residents and their beds are no business of those who keep stores, cook or work outside the house. */
const NO_RESIDENTS = ['home:']

/** Everything of the fees, but of the signatures under a settlement only one's own. */
const signsOnly = (own: string) => Object.keys(signNames).filter((code) => code !== `expense:settle:${own}`)

const dutiesOf = (...keys: readonly DutyKey[]) => keys.flatMap((key) => DUTIES[key].codes)
/** Who takes money takes none back: refunds, voids, prices, settlements and closing belong to the accountant. */
const NOT_AT_THE_DESK = [
  ...dutiesOf('refund', 'undo', 'price', 'settle', 'close', 'takeOver'),
  'expense:account:seal',
  'expense:charge:void',
]
/** The accountant checks and puts right, and takes no money. */
const NOT_IN_THE_BOOKS = [...dutiesOf('cash'), 'expense:cashDay:hand']

/** Rules, fences, devices and settings of the monitoring belong to head nurse and administrator. */
const NO_MONITOR_SETTINGS = [
  'monitor:alarmRule:edit',
  'monitor:alarmRule:delete',
  'monitor:mattressSet:update',
  'monitor:callSet:edit',
  'monitor:callVoice:edit',
  'monitor:device:create',
  'monitor:device:edit',
  'monitor:device:delete',
  'monitor:device:secret',
  'monitor:position:map',
  'monitor:position:switch',
  'monitor:positionRecord:delete',
  'monitor:positionRule:edit',
  'monitor:positionRule:delete',
  'monitor:rail:edit',
  'monitor:rail:delete',
  'monitor:vms:update',
  'monitor:vms:duty',
]
/** What care is made of, and what it costs, belongs to head nurse and administrator. */
const NO_CARE_CATALOGUE = [
  'nursing:category:edit',
  'nursing:project:edit',
  'nursing:project:price',
  'nursing:level:edit',
  'nursing:level:price',
]
/** How carefully care is recorded is looked at by those who lead it. */
const NO_CARE_LEAD = [...NO_CARE_CATALOGUE, 'nursing:quality:list']
/** Meals stand on the same rail as the care of elders, which is none of the kitchen's business. */
const NO_CARE = [
  'category',
  'project',
  'level',
  'plan',
  'task',
  'execution',
  'record',
  'quality',
  'vital',
  'handover',
  'assessment',
  'assessAuth',
  'regrade',
].map((noun) => `nursing:${noun}:`)
/** Who may assess, how often and with which sheets is decided by the head nurse, and she voids. */
const NO_ASSESS_LEAD = ['nursing:assessAuth:', 'nursing:assessment:setting', 'nursing:assessment:void']
/** Nursing workers tell what changed and read; the standards are made by nurses and doctors. */
const NO_ASSESSING = [...NO_ASSESS_LEAD, 'nursing:assessment:fill']
/** Nurses propose another level, and the head nurse agrees; nursing workers read what comes. */
const NO_REGRADE_DECIDE = ['nursing:regrade:decide']
const NO_REGRADING = [...NO_REGRADE_DECIDE, 'nursing:regrade:propose']
/** A doctor orders and looks; drugs are set out, checked and given by nurses. */
const ORDERS_ONLY = ['drug:take:set', 'drug:take:give', 'drug:take:late']
/** What is cooked is planned by the kitchen and the head nurse; the wards read it. */
const NO_MEAL_PLANNING = [
  'nursing:dish:edit',
  'nursing:dishPlan:edit',
  'nursing:dishPlan:publish',
  'nursing:dishPlan:setting',
  'nursing:meal:kitchen',
  'nursing:meal:setting',
]
/** A doctor also says what differs for one resident; nurses do not. */
const WARD_ONLY = [
  ...NO_ASSESS_LEAD,
  ...NO_REGRADE_DECIDE,
  ...NO_CARE_LEAD,
  ...NO_MEAL_PLANNING,
  ...NO_MONITOR_SETTINGS,
  'monitor:alarmRule:override',
]

/** The dictionary of drugs, recalls and when the house warns belong to the head nurse. */
const NO_DRUG_LEAD = ['drug:dict:edit', 'drug:keep:recall', 'drug:keep:setting', 'drug:take:setting']
/** Stores keep drugs; who takes what, and when, is the nurses'. */
const NO_MEDICATION = ['drug:use:', 'drug:take:']

/** A shift is handed over by nurses; doctors and nursing workers read what was left. */
const NO_HANDOVER = ['nursing:handover:edit', 'nursing:handover:sign']
/** Limits of vital signs belong to head nurse and doctor. */
const NO_VITAL_LIMITS = ['nursing:vital:limit']
/** Nursing workers measure; what an abnormal value asks for is a nurse's to decide. */
const MEASURES_ONLY = [...NO_VITAL_LIMITS, 'nursing:vital:answer']

/** Everybody has a list of what they have to do and a calendar, is reminded of what is theirs and sets reminders for themselves. */
const EVERYBODY = [
  'administration:todo:list',
  'administration:calendar:',
  'administration:remind:list',
  'administration:remind:edit',
]
/** Who leads sees what their people have to do, and hands it on when somebody is away. */
const LEADS = ['administration:todo:manage']

export const presetRoles: readonly PresetRole[] = [
  {
    name: '院长',
    desc: '查看全院数据',
    rails: [
      'bench',
      'live',
      'expense',
      'nursing',
      'monitor',
      'drug',
      'administration',
      'warehouse',
      'homecare',
      'education',
      'government',
      'archives',
      'setting',
    ],
    looksOnly: true,
    // A closed month opens again only with a second person.
    codes: ['expense:monthClose:agree', 'expense:settle:signDirector', 'live:residenceAudit:', ...LEADS],
  },
  {
    name: '行政专员',
    desc: '行政、档案与检查，审核退住和调床',
    rails: ['bench', 'administration', 'government', 'archives'],
    codes: ['live:residenceAudit:'],
  },
  {
    name: '前台文员',
    desc: '接待、入住与收款',
    rails: ['bench', 'live', 'expense'],
    codes: ['live:familyNotice:'],
    without: [...signsOnly('signDesk'), ...NOT_AT_THE_DESK],
  },
  {
    name: '护士长',
    desc: '全院护理与监护',
    rails: ['bench', 'live', 'nursing', 'monitor', 'drug', 'education'],
    // Confirms belongings, drugs and health of those who leave.
    codes: [
      'expense:settle:list',
      'expense:settle:signNursing',
      'administration:notice:',
      'live:familyNotice:',
      ...LEADS,
    ],
  },
  {
    name: '医生',
    desc: '评估、健康与用药',
    rails: ['bench', 'nursing', 'monitor', 'drug'],
    without: [
      ...NO_ASSESS_LEAD,
      ...NO_REGRADE_DECIDE,
      ...NO_CARE_LEAD,
      ...NO_MONITOR_SETTINGS,
      ...NO_HANDOVER,
      ...NO_DRUG_LEAD,
      ...ORDERS_ONLY,
      ...NO_MEAL_PLANNING,
    ],
  },
  {
    name: '护理组长',
    desc: '本组护理与监护，审核外出',
    rails: ['bench', 'nursing', 'monitor', 'drug', 'education'],
    codes: [...WARD_CODES, 'live:outingAudit:', ...LEADS],
    without: [...WARD_ONLY, ...NO_VITAL_LIMITS, ...NO_DRUG_LEAD],
  },
  {
    name: '责任护士',
    desc: '本组护理执行',
    rails: ['bench', 'nursing', 'monitor', 'drug'],
    codes: WARD_CODES,
    without: [...WARD_ONLY, ...NO_VITAL_LIMITS, ...NO_DRUG_LEAD],
  },
  {
    name: '护理员',
    desc: '护理任务与告警',
    rails: ['bench', 'nursing', 'monitor'],
    // What nurses have checked they may give at the bedside.
    codes: ['drug:take:list', 'drug:take:give'],
    without: [...WARD_ONLY, ...MEASURES_ONLY, ...NO_HANDOVER, ...NO_ASSESSING, ...NO_REGRADING],
  },
  {
    name: '收费员',
    desc: '收款、收据与交款',
    rails: ['bench', 'expense'],
    // What a change of level costs is told to whoever collects it.
    codes: ['nursing:regrade:list'],
    without: [
      ...signsOnly(''),
      ...NOT_AT_THE_DESK,
      'expense:bill:generate',
      'expense:bill:issue',
      'expense:bill:edit',
      'expense:settle:edit',
    ],
  },
  {
    name: '会计',
    desc: '账单、价格、退款与结账',
    rails: ['bench', 'expense'],
    codes: [
      'nursing:project:list',
      'nursing:project:price',
      'nursing:level:list',
      'nursing:level:price',
      'nursing:regrade:list',
    ],
    without: [...signsOnly('signFinance'), ...NOT_IN_THE_BOOKS],
  },
  {
    name: '库管员',
    desc: '仓储与药品库存',
    rails: ['bench', 'warehouse', 'drug'],
    without: [...NO_RESIDENTS, ...NO_MEDICATION],
  },
  { name: '居家调度', desc: '居家服务派单', rails: ['bench', 'homecare'], without: NO_RESIDENTS },
  { name: '餐饮人员', desc: '膳食安排', rails: ['bench', 'nursing'], without: [...NO_RESIDENTS, ...NO_CARE] },
]

interface Authority {
  id: string
  parentId: string | null
  code: string
  type: number
  apis: string[]
}

const among = (codes: readonly string[] | undefined, code: string) =>
  codes?.some((one) => (one.endsWith(':') ? code.startsWith(one) : code === one)) ?? false

/** The rail entry decides; who only looks gets no button that changes something. */
function grants(role: PresetRole, path: readonly Authority[]): boolean {
  const own = path.at(-1)!
  if (administratorsOwn.includes(own.code) || path.some((one) => among(role.without, one.code))) return false
  if (!role.rails.some((rail) => path[0]!.code === `rail:${rail}`)) return false
  return (
    !role.looksOnly ||
    own.type === AuthorityKind.is.entry ||
    (own.apis.length > 0 && own.apis.every((api) => api.startsWith('GET ')))
  )
}

const AUTHORITIES = `select authority_id as id, parent_id as "parentId", authority_code as code, type, apis
from authority where ends @> '["WEB"]'`
const ROLE = 'insert into role (org_id, role_id, name, role_desc, role_level) values ($1, $2, $3, $4, 1)'
const GRANT = `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
select $1, $2, $3, a from unnest($4::text[]) a`

interface MadeRole {
  roleId: string
  name: string
  /** How many rights it has. */
  granted: number
}

/** For a house that has none of them yet. */
export async function addPresetRoles(
  tx: Tx,
  orgId: string,
  idOf: (name: string) => string = () => newId(),
): Promise<MadeRole[]> {
  const { rows: all } = await tx.client.query<Authority>(AUTHORITIES)
  const byId = new Map(all.map((row) => [row.id, row]))
  const path = (row: Authority): Authority[] => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId)
    return parent ? [...path(parent), row] : [row]
  }
  const made: MadeRole[] = []
  for (const role of presetRoles) {
    const roleId = idOf(role.name)
    const named = new Set(all.filter((row) => among(role.codes, row.code) || among(EVERYBODY, row.code)).flatMap(path))
    const granted = all.filter((row) => named.has(row) || grants(role, path(row)))
    await tx.client.query(ROLE, [orgId, roleId, role.name, role.desc])
    await tx.client.query(GRANT, [orgId, roleId, landingEnds.WEB.id, granted.map((row) => row.id)])
    made.push({ roleId, name: role.name, granted: granted.length })
  }
  return made
}
