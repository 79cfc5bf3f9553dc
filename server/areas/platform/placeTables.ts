// Tables of the building: location levels, locations, rooms and beds.
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { BedDisplay, BedUse } from '#contract/platform/bed'
import { RoomType } from '#contract/platform/room'
import { createdAt, idColumn, optionColumn } from '#server/kit/columns'
import { dept, organization } from './tables.ts'

/** The kinds of place an organisation has, from the outermost (level 1) inwards. */
export const locationLevel = pgTable(
  'location_level',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    levelId: idColumn('level_id').notNull(),
    level: integer('level').notNull(),
    /** location, building, unit, floor, house */
    locationType: text('location_type').notNull(),
    locationName: text('location_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.levelId] }),
    unique('location_level_type').on(t.orgId, t.locationType),
    check('location_level_range', sql`${t.level} between 1 and 5`),
  ],
)

export const location = pgTable(
  'location',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    locationId: idColumn('location_id').notNull(),
    parentId: idColumn('parent_id'),
    locationName: text('location_name').notNull(),
    locationType: text('location_type').notNull(),
    level: integer('level').notNull(),
    sort: integer('sort').notNull().default(0),
    /** Names from the outermost place inwards, joined by '>': lists show and search it without walking the tree. */
    path: text('path').notNull().default(''),
    /** First letters of the path's pinyin. */
    initials: text('initials').notNull().default(''),
    /** Its number when the whole tree is walked in order: rooms and beds are listed by it. */
    place: integer('place').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.locationId] }),
    unique('location_name').on(t.orgId, t.parentId, t.locationName).nullsNotDistinct(),
    foreignKey({
      name: 'location_parent',
      columns: [t.orgId, t.parentId],
      foreignColumns: [t.orgId, t.locationId],
    }),
    check('location_range', sql`${t.level} between 1 and 5`),
  ],
)

export const room = pgTable(
  'room',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    roomId: idColumn('room_id').notNull(),
    roomName: text('room_name').notNull(),
    /** 1 房间, 2 病房, 3 诊室, 4 检查室, 5 窗口 */
    roomType: optionColumn('room_type', RoomType).notNull().default(RoomType.is.room),
    /** The location it lies in. */
    area: idColumn('area'),
    deptId: idColumn('dept_id'),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.roomId] }),
    unique('room_name').on(t.orgId, t.area, t.roomName).nullsNotDistinct(),
    index('room_dept').on(t.orgId, t.deptId),
    foreignKey({
      name: 'room_area',
      columns: [t.orgId, t.area],
      foreignColumns: [location.orgId, location.locationId],
    }),
    foreignKey({ name: 'room_dept', columns: [t.orgId, t.deptId], foreignColumns: [dept.orgId, dept.deptId] }),
    check('room_type_range', sql`${t.roomType} between 1 and 5`),
  ],
)

export const bed = pgTable(
  'bed',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    bedId: idColumn('bed_id').notNull(),
    bedName: text('bed_name').notNull(),
    roomId: idColumn('room_id').notNull(),
    /** 0 shown, 1 hidden */
    display: optionColumn('display', BedDisplay).notNull().default(BedDisplay.is.shown),
    /** 0 free, 1 taken; kept by the area that owns the stays, in the transaction of the stay. */
    isUsed: optionColumn('is_used', BedUse).notNull().default(BedUse.is.free),
    /** Text that clients build and read back; stored as it is. */
    remark: text('remark'),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.bedId] }),
    unique('bed_name').on(t.orgId, t.roomId, t.bedName),
    foreignKey({ name: 'bed_room', columns: [t.orgId, t.roomId], foreignColumns: [room.orgId, room.roomId] }),
    check('bed_display', sql`${t.display} in (0, 1)`),
    check('bed_used', sql`${t.isUsed} in (0, 1)`),
  ],
)

/**
 * From when to when a bed counted, and in which room: shown beds have an open period, a hidden or deleted one has only
 * past ones. Triggers on `bed` keep it; nothing else writes it. The names are those at the deletion of the bed, so that
 * reports about earlier months can still say them; until then they are null and the bed itself says them.
 */
export const bedOpen = pgTable(
  'bed_open',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    bedId: idColumn('bed_id').notNull(),
    roomId: idColumn('room_id').notNull(),
    openFrom: date('open_from').notNull(),
    /** The first day on which it no longer counted; null while it counts. */
    openTo: date('open_to'),
    bedName: text('bed_name'),
    roomName: text('room_name'),
    area: idColumn('area'),
    deptId: idColumn('dept_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.bedId, t.openFrom] }),
    uniqueIndex('bed_open_now').on(t.orgId, t.bedId).where(sql`${t.openTo} is null`),
    check('bed_open_days', sql`${t.openTo} > ${t.openFrom}`),
  ],
)
