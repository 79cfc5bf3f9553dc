// Dictionaries: the lists a clerk chooses from and an administrator keeps. Records store a value's `value`, which
// never changes; its label, its place and whether it is still offered do.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { anything, bool, id, int, list, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

/** The groups dictionaries are shown in; a form may ask for a whole group at once. */
export const DictionaryModel = options('DictionaryModel', '字典分组', [
  ['oldman', '老人档案'],
  ['reception', '接待与入住'],
  ['service', '护理与活动'],
  ['drug', '药品'],
  ['expense', '费用'],
  ['warehouse', '仓储'],
  ['homecare', '居家服务'],
  ['administration', '行政人事'],
  ['system', '系统'],
  ['other', '其他'],
])

/** Who decides about the values: the organisation, a standard (its values are locked), or the programme (all are). */
export const DictionaryLock = options('DictionaryLock', '维护方式', [
  ['open', ['可维护', 'green']],
  ['standard', ['标准值锁定', 'blue']],
  ['fixed', ['系统固定', 'grey']],
])

export const MOST_VALUES = 500
/** Group, sub-group, entry. */
export const DEEPEST_VALUE = 3
/** How many dictionaries of a group are answered unless the client asks for another number. */
export const GROUP_SIZE = 20

export const DictionaryRow = obj({
  dictionaryId: str(),
  dictionaryCode: str('字典编码'),
  dictionaryName: str('字典名称'),
  model: DictionaryModel.schema,
  modelName: str(),
  lock: DictionaryLock.schema,
  /** Came with the product: stays, keeps its code and its group. */
  system: bool(),
  /** Of the standard its values come from. */
  standard: nul(str()),
  remark: nul(str()),
  valueCount: int(),
  enabledCount: int(),
  sort: int(),
  version: int(),
  createTime: str(),
})
export type DictionaryData = Static<typeof DictionaryRow>

const Value = obj({
  valueId: str(),
  value: str('编码'),
  label: str('名称'),
  /** The value it stands below, in dictionaries with levels. */
  parentValue: nul(str()),
  enabled: bool('启用'),
  /** Given by the product or a standard: label and value are locked. */
  system: bool(),
  pinyin: str(),
  initials: str(),
  extra: anything(),
  sort: int(),
})
export type DictionaryValueData = Static<typeof Value>

const Grouped = obj({
  dictionaryId: str(),
  dictionaryCode: str(),
  dictionaryName: str(),
  model: str(),
  version: int(),
  values: list(Value),
})
export type GroupedDictionaryData = Static<typeof Grouped>

const Use = obj({ what: str(), count: int() })

const ValueBody = obj({
  /** Left out for a new value. */
  valueId: opt(id('编号', { of: 'dictionaryValue' })),
  /** Of a new value; a number is given when it is left out. What is stored already never changes. */
  value: opt(text('编码', { max: 40, pattern: /^[\w-]{1,40}$/, hint: '应为字母、数字、下划线或短横线' })),
  label: text('名称', { max: 40 }),
  parentValue: opt(text('上级', { max: 40 })),
  enabled: opt(bool('启用')),
})
export type DictionaryValueBody = Static<typeof ValueBody>

const own = {
  dictionaryName: text('字典名称', { max: 30 }),
  remark: opt(text('说明', { max: 200 })),
}

export const DictionaryCreate = obj({
  ...own,
  dictionaryCode: text('字典编码', {
    max: 40,
    pattern: /^[A-Za-z]\w{0,39}$/,
    hint: '应以字母开头，只含字母、数字和下划线',
  }),
  model: opt(DictionaryModel.schema),
  values: opt(list(ValueBody, MOST_VALUES)),
})

export const DictionaryUpdate = obj({
  dictionaryName: opt(own.dictionaryName),
  remark: own.remark,
  model: opt(DictionaryModel.schema),
  /** The complete list in its order; a stored value that is missing is deleted. Left out, the values stay. */
  values: opt(list(ValueBody, MOST_VALUES)),
  /** What the form was filled from. */
  version: opt(int()),
})

const BASE = '/pims/web-org/dictionarys'
const LIST = 'systemSetting:dictionarys:list'
const SAVE = 'systemSetting:dictionarys:save'

export const dictionary = noun('systemSetting', 'dictionary', {
  title: '数据字典',
  calls: {
    list: call.get(BASE, {
      needs: `${LIST}|${SAVE}`,
      act: '数据字典列表',
      query: pageQuery({
        /** Name, code or initials, of the dictionary or of one of its values. */
        keyword: opt(str('关键字')),
        dictionaryName: opt(str('字典名称')),
        dictionaryCode: opt(str('字典编码')),
        model: opt(DictionaryModel.schema),
      }),
      data: pageOf(DictionaryRow),
    }),
    create: call.post(BASE, {
      needs: SAVE,
      act: '新增数据字典',
      body: DictionaryCreate,
      data: obj({ dictionaryId: str() }),
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
    }),
    update: call.put(`${BASE}/{dictionaryId}`, {
      needs: SAVE,
      act: '修改数据字典',
      body: DictionaryUpdate,
      data: obj({ version: int() }),
      refuses: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'IN_USE', 'ALREADY_EXISTS', 'INVALID_INPUT'],
    }),
    remove: call.delete(`${BASE}/{dictionaryId}`, {
      needs: 'systemSetting:dictionarys:delete',
      act: '删除数据字典',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    /** By the dictionary's id or by its code. Disabled values come along, marked, because old records name them. */
    values: call.get(`${BASE}/{dictionaryId}/dictionaryValues`, {
      needs: 'signedIn',
      act: '字典值列表',
      query: pageQuery({ label: opt(str('名称')), enabled: opt(bool('启用')), pageHelper: opt(int()) }),
      data: pageOf(Value),
      refuses: ['NOT_FOUND'],
    }),
    /** Where its values are used, and how often. */
    usage: call.get(`${BASE}/{dictionaryId}/usage`, {
      needs: `${LIST}|${SAVE}`,
      act: '字典使用情况',
      data: obj({
        /** Every place that stores values of it, used or not. */
        places: list(str()),
        values: list(obj({ value: str(), uses: list(Use) })),
        /** What names the dictionary as a whole: form templates. */
        whole: list(Use),
      }),
      refuses: ['NOT_FOUND'],
    }),
    /** The groups, each with its dictionaries. */
    models: call.get(`${BASE}/dictionaryModels`, {
      needs: 'signedIn',
      act: '字典分组',
      query: pageQuery({ model: opt(str('分组')), pageHelper: opt(int()) }),
      data: pageOf(
        obj({
          model: str(),
          modelName: str(),
          dictionarys: list(obj({ dictionaryId: str(), dictionaryCode: str(), dictionaryName: str(), version: int() })),
        }),
      ),
    }),
    /** One group with all values of its dictionaries: oldman, reception, service … */
    modelDictionarys: call.get(`${BASE}/modelDictionarys`, {
      needs: 'signedIn',
      act: '分组字典',
      query: pageQuery({ model: opt(str('分组')), pageHelper: opt(int()) }),
      data: pageOf(Grouped),
    }),
    /**
     * Dictionaries by code or group, comma-joined; with `known` ("code:version", comma-joined) only those that differ
     * from what the client has.
     */
    diff: call.get(`${BASE}/dictionaryDiff`, {
      needs: 'signedIn',
      act: '字典变动',
      query: obj({ dictionaryCode: opt(str('字典编码')), known: opt(str('已有版本')) }),
      data: list(Grouped),
    }),
  },
  pages: {
    list: {
      path: '/systemSetting/dictionarys',
      title: '数据字典',
      tab: true,
      needs: LIST,
      menu: { rail: 'setting', group: '基础资料', order: 50 },
    },
  },
})
