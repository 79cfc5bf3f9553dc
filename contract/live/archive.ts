// Resident archives: the list, adding, importing, the head image and the files. Reading and changing one archive by its
// sections stands in archiveSection.ts, the family in family.ts.

import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { cardNo, phoneNo } from '#contract/kit/privacy'
import {
  bool,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
  type TObject,
  type TProperties,
  text,
} from '#contract/kit/schema'
import { importCalls } from '#contract/kit/sheet'
import { ArchiveFields, FamilyFields, FileFields, FileRow, OldmanFileKind } from './archiveFields.ts'
import { SettleState } from './residenceWords.ts'
import { AttentionNote, NoteFilter, ResidenceStatus, ResidentMarks, ResidentSex } from './resident.ts'

export const archiveNeeds = {
  list: 'live:archive:list',
  add: 'live:archive:add',
  edit: 'live:archive:edit',
  delete: 'live:archive:delete',
  import: 'live:archive:import',
  export: 'live:archive:export',
  file: 'live:archive:file',
  /** Whole numbers of cards and phones; looking at them stands in the log. */
  idCard: 'live:archive:idCard',
} as const

/** Archives below this share are work to be done. */
export const GAP_BELOW = 60

export const Arrears = options('Arrears', '欠费', [
  [0, 'paid', '已缴清'],
  [1, 'owes', '欠费'],
])

export const CompletenessBand = options('CompletenessBand', '完整度', [
  ['low', `低于 ${GAP_BELOW}%`],
  ['middle', `${GAP_BELOW}%–89%`],
  ['high', '90% 以上'],
])

/** One resident as other screens choose them. Nothing private: whoever is signed in may pick within their departments. */
const Choice = merge(
  ResidentMarks,
  obj({
    archiveNo: str('档案编号'),
    pinyin: str(),
    initials: str(),
    deptId: nul(str()),
    deptName: nul(str('部门')),
    bedId: nul(str()),
    /** 松鹤楼>2层>203室>02床 */
    bedPath: nul(str('床位')),
    levelId: nul(str()),
    levelName: nul(str('护理等级')),
  }),
)
export type ResidentChoiceData = Static<typeof Choice>

const Row = merge(
  ResidentMarks,
  obj({
    archiveNo: str('档案编号'),
    birthDate: str('出生日期'),
    /** Masked unless the reader asked for the whole number and may. */
    idCard: cardNo('证件号码'),
    phone: nul(phoneNo('本人电话')),
    attentionText: str('关注事项'),
    deptId: nul(str()),
    deptName: nul(str('部门')),
    /** Of the bed lived in, or of the one reserved. */
    bedId: nul(str()),
    bedPath: nul(str('床位')),
    levelId: nul(str()),
    levelName: nul(str('护理等级')),
    category: nul(str()),
    categoryName: nul(str('老人类别')),
    /** Of the check-in; for a reservation the day that is expected. */
    checkInDate: nul(str('入住日期')),
    /** The day is only expected. */
    expected: bool(),
    days: nul(int('在住天数')),
    /** Null where amounts are hidden from the reader; `owedFen` is then only a mark. */
    balanceFen: nul(fenSchema('账户余额')),
    owedFen: fenSchema('欠费'),
    contactName: nul(str('联系人')),
    contactRelation: nul(str('关系')),
    contactPhone: nul(phoneNo('联系人电话')),
    completeness: int('完整度'),
    /** 1: away now; 2: should be back already */
    outNow: int('外出'),
    /** Of the stay that ended last; null while in the house. */
    settleState: nul(SettleState.schema),
    createTime: str('建档时间'),
    /** Moves of the residence that this reader may make now. */
    can: list(str()),
    version: int(),
  }),
)
export type ArchiveRowData = Static<typeof Row>

const filters = {
  /** Name, pinyin, initials, number of the archive, identity card or phone; also of the family. */
  keyword: opt(str('老人')),
  /** One status, or several joined by commas. */
  status: opt(str('入住状态')),
  /** A building, a floor or any other place, by its id. */
  areaId: opt(named('location', '床位')),
  /** Any part of the way to the bed: 2层, 203室 */
  bed: opt(str('房间或床位')),
  levelId: opt(named('level', '护理等级')),
  attention: opt(NoteFilter.schema),
  arrears: opt(Arrears.schema),
  sex: opt(ResidentSex.schema),
  ageFrom: opt(int('年龄从', { min: 0, max: 150 })),
  ageTo: opt(int('年龄到', { min: 0, max: 150 })),
  category: opt(str('老人类别')),
  deptId: opt(named('dept', '部门')),
  checkInFrom: opt(str('入住日期从')),
  checkInTo: opt(str('入住日期到')),
  completeness: opt(CompletenessBand.schema),
  createFrom: opt(str('建档日期从')),
  createTo: opt(str('建档日期到')),
  /** gaps: who lives here and whose archive is below GAP_BELOW. */
  due: opt(str('待办')),
  /** Only these, joined by commas: what was ticked in the list. */
  ids: opt(named('resident', '所选老人')),
  /** 1: whole numbers, for those who may. */
  plain: opt(int('显示完整号码', { min: 0, max: 1 })),
}

/** All fields of an object, none of them asked for. */
const partial = <P extends TProperties>(of: TObject<P>) =>
  obj(Object.fromEntries(Object.entries(of.properties).map(([key, schema]) => [key, opt(schema)])) as TProperties)

export const NewArchive = merge(
  ArchiveFields,
  obj({
    head: opt(fileAddress('照片')),
    family: opt(list(FamilyFields, 20)),
    files: opt(list(FileFields, 50)),
  }),
)
export type NewArchiveData = Static<typeof NewArchive>

/** Fields that are not sent stay as they are; null empties a field. */
const ArchiveChange = merge(
  partial(ArchiveFields) as unknown as TObject<Record<never, never>>,
  obj({ oldmanId: id('老人', { of: 'resident' }), version: opt(int()) }),
)

const Created = obj({ oldmanId: str(), archiveNo: str(), completeness: int() })

const CardCheck = obj({
  /** The number reads as an identity card. */
  valid: bool(),
  birthDate: nul(str()),
  sex: nul(ResidentSex.schema),
  age: nul(int()),
  /** Somebody has this number already. Without a name: outside the reader's departments. */
  archive: nul(obj({ oldmanId: nul(str()), oldmanName: nul(str()), status: ResidenceStatus.schema })),
  consultation: nul(obj({ consultationId: nul(str()), oldmanName: nul(str()), consultDate: str(), status: int() })),
})
export type CardCheckData = Static<typeof CardCheck>

export const Missing = obj({ section: str(), key: str(), title: str() })
export type MissingData = Static<typeof Missing>

const BASE = '/pims/web-pi/oldmans/proFile'
const FILES = '/pims/web-pi/oldmans/files'

/** Residents that are changed in one go. */
export const MOST_AT_ONCE = 500

export const archive = noun('live', 'archive', {
  title: '老人档案',
  calls: {
    /** The plain list that other screens choose from. */
    choices: call.get('/pims/web-pi/oldmans', {
      needs: 'signedIn',
      act: '老人选择列表',
      query: pageQuery({
        /** Comma-joined; everybody unless told. */
        oldmanStatuses: opt(str('入住状态')),
        keyword: opt(str('老人')),
        oldmanName: opt(str('老人')),
        deptId: opt(named('dept', '部门')),
        /** Only these, comma-joined: to name those that stand in a field already. */
        ids: opt(named('resident')),
      }),
      data: pageOf(Choice),
    }),
    list: call.get(`${BASE}/list`, {
      needs: archiveNeeds.list,
      act: '老人档案列表',
      // Whole numbers that are shown are written down.
      writes: true,
      query: pageQuery(filters),
      data: pageOf(Row),
      exportNeeds: archiveNeeds.export,
    }),
    /** How many stand in each status, with the same filters except the status. */
    counts: call.get(`${BASE}/counts`, {
      needs: archiveNeeds.list,
      act: '各状态人数',
      query: obj(filters),
      data: list(obj({ status: ResidenceStatus.schema, count: int() })),
    }),
    /** What an identity card says, and whether somebody has it already. */
    check: call.get(`${BASE}/check`, {
      needs: `${archiveNeeds.add}|${archiveNeeds.edit}`,
      act: '检查身份证号',
      query: obj({ idCard: text('证件号码', { max: 30 }), oldmanId: opt(id('老人', { of: 'resident' })) }),
      data: CardCheck,
    }),
    completeness: call.get(`${BASE}/completeness/{oldmanId}`, {
      needs: archiveNeeds.list,
      act: '档案完整度',
      data: obj({ score: int(), missing: list(Missing) }),
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: archiveNeeds.add,
      act: '新增档案',
      body: NewArchive,
      data: Created,
      refuses: ['INVALID_INPUT', 'ALREADY_EXISTS', 'NOT_FOUND'],
      repeatable: true,
    }),
    save: call.put(BASE, {
      needs: archiveNeeds.edit,
      act: '修改档案',
      body: ArchiveChange,
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE'],
    }),
    /** The same change for many; who cannot be changed is told with the reason. */
    batch: call.put(`${BASE}/batch`, {
      needs: archiveNeeds.edit,
      act: '批量修改档案',
      body: obj({
        oldmanIds: list(id('老人', { of: 'resident' }), MOST_AT_ONCE),
        addNotes: opt(list(AttentionNote.schema, 5)),
        dropNotes: opt(list(AttentionNote.schema, 5)),
        category: opt(text('老人类别', { max: 20 })),
        deptId: opt(id('所属部门', { of: 'dept' })),
      }),
      data: obj({
        changed: int('已修改'),
        /** Were so already. */
        same: int('本来如此'),
        refused: list(obj({ oldmanId: str(), oldmanName: nul(str()), reason: str() })),
      }),
      refuses: ['INVALID_INPUT'],
      repeatable: true,
    }),
    remove: call.delete(`${BASE}/{oldmanId}`, {
      needs: archiveNeeds.delete,
      act: '删除档案',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE', 'STATE_NOT_ALLOWED'],
    }),
    ...importCalls(`${BASE}/import`, { needs: archiveNeeds.import, title: '老人档案' }),
    /** The picture is uploaded before; existing clients send its address form-encoded, as `head` or as `imagePath`. */
    setHead: call.put(`${BASE}/{id}/head`, {
      names: { id: 'resident' },
      needs: archiveNeeds.edit,
      act: '更换照片',
      body: obj({ head: opt(fileAddress('照片')), imagePath: opt(fileAddress('照片')) }),
      data: obj({ head: str() }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    removeHead: call.delete(`${BASE}/{id}/head`, {
      names: { id: 'resident' },
      needs: archiveNeeds.edit,
      act: '移除照片',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    files: call.get(`${FILES}/{oldmanId}`, {
      needs: archiveNeeds.list,
      act: '档案附件',
      query: obj({ kind: opt(OldmanFileKind.schema) }),
      data: list(FileRow),
      refuses: ['NOT_FOUND'],
    }),
    addFiles: call.post(FILES, {
      needs: archiveNeeds.file,
      act: '新增附件',
      body: obj({ oldmanId: id('老人', { of: 'resident' }), files: list(FileFields, 50) }),
      data: list(FileRow),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
      repeatable: true,
    }),
    saveFile: call.put(`${FILES}/{id}`, {
      names: { id: 'residentFile' },
      needs: archiveNeeds.file,
      act: '修改附件',
      body: merge(
        obj({ kind: FileFields.properties.kind }),
        obj({ expireDate: FileFields.properties.expireDate, remark: FileFields.properties.remark }),
      ),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    removeFile: call.delete(`${FILES}/{id}`, {
      names: { id: 'residentFile' },
      needs: archiveNeeds.file,
      act: '删除附件',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    base: {
      path: '/live/archives/base',
      title: '老人档案',
      tab: true,
      needs: archiveNeeds.list,
      ahead: 'list',
      menu: { rail: 'live', group: '老人', order: 10 },
    },
    add: {
      path: '/live/archivesAdd',
      title: '新增档案',
      tab: false,
      needs: archiveNeeds.add,
    },
  },
})
