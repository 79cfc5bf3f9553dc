// Tables of the rules: mattresses, overrides of a single resident, positioning, fences and floor maps.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { AlarmLevel, MattressRuleStatus, PositionRuleStatus } from '#contract/monitor/words'
import { oldman } from '#server/areas/live/tables'
import { location } from '#server/areas/platform/placeTables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'

/** HH:mm to HH:mm; `to` before `from` crosses midnight. No window: all day. */
export interface Window {
  from: string
  to: string
}

export const alarmRule = pgTable(
  'alarm_rule',
  {
    orgId: idColumn('org_id').notNull(),
    ruleId: idColumn('rule_id').notNull(),
    ruleName: text('rule_name').notNull(),
    /** EXIT, MOVE, STILL, BREATH, HEART, WET */
    kind: text('kind').notNull(),
    /** ALL, DEPT, LEVEL, ELDER; the narrowest rule of a kind counts. */
    scope: text('scope').notNull().default('ALL'),
    scopeIds: jsonb('scope_ids').$type<string[]>().notNull().default([]),
    windows: jsonb('windows').$type<Window[]>().notNull().default([]),
    /** Raised above the upper or below the lower limit; recovered between the inner ones. */
    upper: integer('upper'),
    lower: integer('lower'),
    recoverUpper: integer('recover_upper'),
    recoverLower: integer('recover_lower'),
    durationS: integer('duration_s').notNull(),
    recoverS: integer('recover_s').notNull().default(60),
    /** Told again after so long while open and still true; 0: never. */
    repeatS: integer('repeat_s').notNull().default(0),
    /** After a person closed it, not again within this time. */
    cooldownS: integer('cooldown_s').notNull().default(300),
    level: optionColumn('level', AlarmLevel).notNull().default(AlarmLevel.is.middle),
    voiceTimes: integer('voice_times').notNull().default(3),
    /** 0 on, 1 off */
    status: optionColumn('status', MattressRuleStatus).notNull().default(MattressRuleStatus.is.on),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.ruleId] }),
    unique('alarm_rule_name').on(t.orgId, t.ruleName),
    check('alarm_rule_kind', sql`${t.kind} in ('EXIT', 'MOVE', 'STILL', 'BREATH', 'HEART', 'WET')`),
    check('alarm_rule_scope', sql`${t.scope} in ('ALL', 'DEPT', 'LEVEL', 'ELDER')`),
    check('alarm_rule_limits', sql`${t.upper} is null or ${t.lower} is null or ${t.upper} > ${t.lower}`),
    check('alarm_rule_status', sql`${t.status} in (0, 1)`),
    check(
      'alarm_rule_times',
      sql`${t.durationS} >= 0 and ${t.recoverS} >= 0 and ${t.repeatS} >= 0 and ${t.cooldownS} >= 0`,
    ),
  ],
)

/** What differs for one resident: other limits, another delay, or no alarm of this kind at all. */
export const alarmOverride = pgTable(
  'alarm_override',
  {
    orgId: idColumn('org_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    kind: text('kind').notNull(),
    off: boolean('off').notNull().default(false),
    upper: integer('upper'),
    lower: integer('lower'),
    durationS: integer('duration_s'),
    reason: text('reason').notNull(),
    byId: idColumn('by_id'),
    byName: text('by_name'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.oldmanId, t.kind] }),
    foreignKey({
      name: 'alarm_override_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
  ],
)

/** The picture of a floor, and how many of its pixels are a metre. Positions are metres from its upper left corner. */
export const floorMap = pgTable(
  'floor_map',
  {
    orgId: idColumn('org_id').notNull(),
    mapId: idColumn('map_id').notNull(),
    mapKey: integer('map_key').generatedAlwaysAsIdentity(),
    buildingId: idColumn('building_id').notNull(),
    /** The floor it shows; null: the whole building or the grounds. */
    floorId: idColumn('floor_id'),
    mapName: text('map_name').notNull(),
    /** Address of the uploaded picture. */
    picture: text('picture').notNull(),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    pxPerMetre: real('px_per_metre').notNull(),
    /** Rooms by name, in metres: pages say 餐厅 instead of coordinates. */
    zones: jsonb('zones').$type<{ name: string; polygon: [number, number][] }[]>().notNull().default([]),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.mapId] }),
    unique('floor_map_key').on(t.orgId, t.mapKey),
    unique('floor_map_name').on(t.orgId, t.buildingId, t.mapName),
    foreignKey({
      name: 'floor_map_building',
      columns: [t.orgId, t.buildingId],
      foreignColumns: [location.orgId, location.locationId],
    }),
    check('floor_map_size', sql`${t.widthPx} > 0 and ${t.heightPx} > 0 and ${t.pxPerMetre} > 0`),
  ],
)

export const rail = pgTable(
  'rail',
  {
    orgId: idColumn('org_id').notNull(),
    railId: idColumn('rail_id').notNull(),
    railName: text('rail_name').notNull(),
    buildingId: idColumn('building_id').notNull(),
    mapId: idColumn('map_id').notNull(),
    /** LEAVE, ENTER, STAY */
    kind: text('kind').notNull(),
    /** Corners in metres on the map; at least three, no two sides cross. */
    polygon: jsonb('polygon').$type<[number, number][]>().notNull(),
    scope: text('scope').notNull().default('ALL'),
    scopeIds: jsonb('scope_ids').$type<string[]>().notNull().default([]),
    windows: jsonb('windows').$type<Window[]>().notNull().default([]),
    /** Outside (or inside) for so long before it counts. */
    delayS: integer('delay_s').notNull().default(15),
    /** STAY: longer than this inside. */
    stayS: integer('stay_s'),
    enabled: boolean('enabled').notNull().default(true),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.railId] }),
    unique('rail_name').on(t.orgId, t.mapId, t.railName),
    index('rail_map').on(t.orgId, t.mapId),
    foreignKey({
      name: 'rail_map_fk',
      columns: [t.orgId, t.mapId],
      foreignColumns: [floorMap.orgId, floorMap.mapId],
    }),
    check('rail_kind', sql`${t.kind} in ('LEAVE', 'ENTER', 'STAY')`),
    check('rail_scope', sql`${t.scope} in ('ALL', 'DEPT', 'LEVEL', 'ELDER')`),
    check('rail_polygon', sql`jsonb_array_length(${t.polygon}) >= 3`),
    check('rail_stay', sql`${t.kind} <> 'STAY' or ${t.stayS} is not null`),
  ],
)

export const positionRule = pgTable(
  'position_rule',
  {
    orgId: idColumn('org_id').notNull(),
    ruleId: idColumn('rule_id').notNull(),
    ruleName: text('rule_name').notNull(),
    /** railAlarm, manualAlarm, sos, locationOffline, communicationOffline, lowPowerAlarm, tamperAlarm, maintenanceAlarm */
    alarmType: text('alarm_type').notNull(),
    scope: text('scope').notNull().default('ALL'),
    scopeIds: jsonb('scope_ids').$type<string[]>().notNull().default([]),
    /** railAlarm: only these fences; empty: all. */
    railIds: jsonb('rail_ids').$type<string[]>().notNull().default([]),
    windows: jsonb('windows').$type<Window[]>().notNull().default([]),
    /** Battery in percent. */
    threshold: integer('threshold'),
    recoverThreshold: integer('recover_threshold'),
    /** True for so long, or in so many reports in a row, before it is raised. */
    delayS: integer('delay_s').notNull().default(0),
    reports: integer('reports').notNull().default(1),
    recoverS: integer('recover_s').notNull().default(0),
    cooldownS: integer('cooldown_s').notNull().default(300),
    level: optionColumn('level', AlarmLevel).notNull().default(AlarmLevel.is.middle),
    voiceTimes: integer('voice_times').notNull().default(3),
    /** 0 off, 1 on */
    status: optionColumn('status', PositionRuleStatus).notNull().default(PositionRuleStatus.is.on),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.ruleId] }),
    unique('position_rule_name').on(t.orgId, t.ruleName),
    check('position_rule_scope', sql`${t.scope} in ('ALL', 'DEPT', 'LEVEL', 'ELDER')`),
    check('position_rule_status', sql`${t.status} in (0, 1)`),
  ],
)

/**
 * What decided about alarms, as it was: rules, overrides, fences, the switch of positioning, where each device hung and
 * whether it was on, in which bed, department and level each resident was. Written by triggers (said in the migration)
 * whenever one of them changes. `written_at` later than `at`: what it was in between is taken from then.
 */
export const monitorVersion = pgTable(
  'monitor_version',
  {
    orgId: idColumn('org_id').notNull(),
    /** rule, override, positionRule, rail, setting, device, resident */
    subject: text('subject').notNull(),
    subjectId: text('subject_id').notNull(),
    at: moment('at').notNull(),
    writtenAt: moment('written_at').notNull().default(sql`now()`),
    /** null: it was deleted. */
    row: jsonb('row').$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.subject, t.subjectId, t.at] }),
    index('monitor_version_at').on(t.orgId, t.subject, t.at),
  ],
)

/** The building a user looked at last on the map. */
export const userBuilding = pgTable(
  'user_building',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    buildingId: idColumn('building_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.userId] })],
)
