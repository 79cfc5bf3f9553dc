// Contract documents: made for a resident from a template, edited, sent out to be signed, signed with drawn signatures or
// on paper, filed, voided. A draft keeps its places for values apart from the text; what went out never changes.
import { call, noun } from '#contract/kit/call'
import { machine } from '#contract/kit/machine'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  date,
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
  type TSchema,
  text,
} from '#contract/kit/schema'
import { LONGEST_HTML, Paper } from '#contract/systemSetting/documentTemplate'
import { ResidenceStatus, ResidentMarks } from './resident.ts'

const NEEDS = {
  list: 'live:contractDocument:list',
  add: 'live:contractDocument:add',
  edit: 'live:contractDocument:edit',
  sign: 'live:contractDocument:sign',
  file: 'live:contractDocument:file',
  void: 'live:contractDocument:void',
  remove: 'live:contractDocument:delete',
} as const

export const ContractState = options('ContractState', '状态', [
  [0, 'draft', ['草稿', 'slate']],
  [1, 'signing', ['待签', 'amber']],
  [2, 'signed', ['已签', 'blue']],
  [3, 'filed', ['已归档', 'green']],
  [4, 'voided', ['已作废', 'grey', 'hollow']],
])
export type ContractStateValue = Static<typeof ContractState.schema>

/** Who signs. What the template calls their places is told apart by partyOf. */
export const SignParty = options('SignParty', '签署方', [
  ['elder', '老人'],
  ['guardian', '监护人'],
  ['guarantor', '担保人'],
  ['organisation', '机构'],
])
export type SignPartyValue = Static<typeof SignParty.schema>

const PARTY_WORDS: readonly (readonly [RegExp, SignPartyValue])[] = [
  [/担保/, 'guarantor'],
  [/监护|家属|子女|丙方|受托|付费/, 'guardian'],
  [/机构|甲方|经办|院方|中心|护士|收费员/, 'organisation'],
  [/老人|本人|乙方|入住人|委托人/, 'elder'],
]

/** Whose place to sign a label is: 监护人签字 → guardian. Null for places that are signed on paper only (见证人). */
export const partyOf = (label: string): SignPartyValue | null =>
  PARTY_WORDS.find(([words]) => words.test(label))?.[1] ?? null

const { draft, signing, signed, filed, voided } = ContractState.is
/** Signed by everybody, filed or not. */
export const CONTRACT_SIGNED: readonly ContractStateValue[] = [signed, filed]

export const contractMoves = machine<ContractStateValue>()({
  edit: { from: [draft], to: draft, title: '修改（已送签的请先撤回）', needs: NEEDS.edit },
  send: { from: [draft], to: signing, title: '送签', needs: NEEDS.edit },
  withdraw: { from: [signing], to: draft, title: '撤回修改', needs: NEEDS.edit },
  sign: { from: [signing], to: [signing, signed], title: '签名', needs: NEEDS.sign },
  scan: { from: [signing], to: signed, title: '上传签好的扫描件', needs: NEEDS.sign },
  file: { from: [signed], to: filed, title: '归档', needs: NEEDS.file },
  renew: { from: CONTRACT_SIGNED, to: CONTRACT_SIGNED, title: '续签', needs: NEEDS.add },
  void: { from: [signing, signed, filed], to: voided, title: '作废', needs: NEEDS.void },
  remove: { from: [draft], to: draft, title: '删除（送签以后只能作废）', needs: NEEDS.remove },
})
export type ContractMove = keyof typeof contractMoves.moves

/** Placeholders that the document itself knows. */
export const OWN_FIELDS = { no: '合同编号', start: '合同开始日期', end: '合同结束日期' } as const

const Row = merge(
  ResidentMarks,
  obj({
    contractId: str(),
    contractNo: str('文书编号'),
    title: str('文书名称'),
    docType: nul(str()),
    docTypeName: nul(str('文书类型')),
    /** html: written in the editor; word: made from a Word file */
    kind: str(),
    templateId: nul(str()),
    startDate: nul(str('开始日期')),
    endDate: nul(str('到期日期')),
    /** Days until the last day, for documents that are in force; below zero it is over. */
    daysLeft: nul(int('剩余天数')),
    signed: int('已签'),
    signerCount: int('应签'),
    state: ContractState.schema,
    signedAt: nul(str('签署时间')),
    filedAt: nul(str('归档时间')),
    voidReason: nul(str('作废原因')),
    /** The paper was signed by hand and its scan is kept. */
    scanned: bool(),
    owedFen: fenSchema('欠费'),
    bedPath: nul(str('床位')),
    deptName: nul(str('部门')),
    createUser: nul(str('经办人')),
    createTime: str('创建时间'),
    version: int(),
    /** Moves that this reader may make now. */
    can: list(str()),
  }),
)
export type ContractRow = Static<typeof Row>

const Signature = obj({
  party: SignParty.schema,
  name: str(),
  picture: str(),
  at: str(),
  byName: str(),
})
export type SignatureData = Static<typeof Signature>

const FieldValue = obj({
  name: str(),
  /** 老人, 机构, 合同; null: a name that only this document knows. */
  group: nul(str()),
  value: str(),
  /** Filled by the document itself: number and dates. */
  own: bool(),
})
export type ContractField = Static<typeof FieldValue>

const Linked = nul(obj({ contractId: str(), contractNo: str(), state: ContractState.schema, endDate: nul(str()) }))

const Detail = merge(
  Row,
  obj({
    templateName: nul(str()),
    templateVersion: nul(int()),
    /** Drafts: the text with its places; null later and for Word documents. */
    html: nul(str()),
    /** As it stands on paper: values, and the signatures given so far. Null for Word documents. */
    paperHtml: nul(str()),
    paper: Paper,
    fields: list(FieldValue),
    /** Names without a value; their places are blank. */
    missing: list(str()),
    signers: list(SignParty.schema),
    /** Who would sign for each party, from the archive. */
    names: list(obj({ party: SignParty.schema, name: str() })),
    signatures: list(Signature),
    scanName: nul(str()),
    voidedAt: nul(str()),
    remark: nul(str()),
    previous: Linked,
    next: Linked,
    updateTime: str(),
  }),
)
export type ContractDetail = Static<typeof Detail>

const PaperBody = opt(Paper)
/** Values by placeholder: checked by hand, because their names are free. */
export const Fields = obj({ name: text('项目', { max: 40 }), value: text('内容', { min: 0, max: 500 }) })

const written = {
  title: text('文书名称', { max: 80 }),
  html: opt(text('正文', { max: LONGEST_HTML })),
  paper: PaperBody,
  fields: opt({ ...list(Fields, 300), title: '填写项目' } as ReturnType<typeof list<typeof Fields>>),
  signers: opt({ ...list(SignParty.schema, 4), title: '签署方' } as ReturnType<typeof list<typeof SignParty.schema>>),
  startDate: opt(date('开始日期')),
  endDate: opt(date('到期日期')),
  remark: opt(text('备注', { max: 500 })),
} satisfies Record<string, TSchema>

const version = opt(int('版本', { min: 0 }))

export const CreateContract = obj({
  oldmanId: id('老人', { of: 'resident' }),
  templateId: id('文书模板', { of: 'documentTemplate' }),
  /** The version that was looked at; the current one unless told. */
  templateVersion: opt(int('模板版本', { min: 1, max: 1_000_000 })),
  /** The document that this one renews. */
  previousId: opt(id('原文书', { of: 'contractDocument' })),
  ...written,
  title: opt(written.title),
})
export const SaveContract = obj({ contractId: id('文书', { of: 'contractDocument' }), version, ...written })

const BASE = '/api/form/org/files/contracts'
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const move = { data: Detail, refuses, repeatable: true } as const

/** A signature drawn on a screen is a few KB; what is larger is none. */
const PICTURE_LIMIT = 400_000
export const SCAN_LIMIT_MB = 20

export const contractDocument = noun('live', 'contractDocument', {
  title: '合同文书',
  calls: {
    list: call.get(BASE, {
      needs: NEEDS.list,
      act: '合同文书列表',
      query: pageQuery({
        /** Resident by name, pinyin or initials; number or name of the document. */
        keyword: opt(str('老人或文书')),
        oldmanId: opt(named('resident', '老人')),
        docType: opt(str('文书类型')),
        templateId: opt(named('documentTemplate', '模板')),
        state: opt(ContractState.schema),
        status: opt(ResidenceStatus.schema),
        deptId: opt(named('dept', '部门')),
        startDate: opt(date('创建日期从')),
        endDate: opt(date('创建日期到')),
        dueFrom: opt(date('到期日期从')),
        dueTo: opt(date('到期日期到')),
        /** ending: in force, near its end or past it, and not renewed */
        due: opt(str('待办')),
      }),
      data: pageOf(Row),
    }),
    create: call.post(BASE, {
      needs: NEEDS.add,
      act: '新增合同文书',
      body: CreateContract,
      data: Detail,
      refuses: [...refuses, 'IN_USE'],
      repeatable: true,
    }),
    save: call.put(BASE, { needs: NEEDS.edit, act: '修改合同文书', body: SaveContract, data: Detail, refuses }),
    /** Templates that documents can be made from. */
    templates: call.get(`${BASE}/templates`, {
      needs: NEEDS.add,
      act: '可选文书模板',
      data: list(
        obj({
          templateId: str(),
          templateName: str(),
          docType: str(),
          docTypeName: nul(str()),
          kind: str(),
          remark: nul(str()),
          pinyin: str(),
          initials: str(),
        }),
      ),
    }),
    /** What a document for this resident would be; nothing is stored. */
    start: call.get(`${BASE}/start`, {
      needs: NEEDS.add,
      act: '预填合同文书',
      query: obj({
        oldmanId: id('老人', { of: 'resident' }),
        templateId: id('文书模板', { of: 'documentTemplate' }),
        previousId: opt(id('原文书', { of: 'contractDocument' })),
      }),
      data: obj({
        ...ResidentMarks.properties,
        bedPath: nul(str()),
        templateId: str(),
        templateName: str(),
        templateVersion: int(),
        title: str(),
        docType: str(),
        docTypeName: nul(str()),
        kind: str(),
        html: nul(str()),
        paper: Paper,
        fields: list(FieldValue),
        signers: list(SignParty.schema),
        startDate: nul(str()),
        endDate: nul(str()),
        previous: Linked,
        /** Documents of the same type that are in force or under way, so that nobody makes a second by mistake. */
        others: list(obj({ contractId: str(), contractNo: str(), state: ContractState.schema, endDate: nul(str()) })),
      }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    detail: call.get(`${BASE}/{contractId}`, {
      needs: NEEDS.list,
      act: '合同文书详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${BASE}/{contractId}`, {
      needs: NEEDS.remove,
      act: '删除合同文书草稿',
      data: nothing(),
      refuses,
    }),
    /** The document as a Word file. */
    download: call.get(`${BASE}/download/{contractId}`, {
      needs: NEEDS.list,
      act: '下载合同文书',
      // Who took a copy is written down.
      writes: true,
      transfer: 'download',
      refuses: ['NOT_FOUND'],
    }),
    /** The archive's present values into the fields of a draft; the text stays. */
    refresh: call.put(`${BASE}/refresh/{contractId}`, {
      needs: NEEDS.edit,
      act: '重新带出档案内容',
      body: obj({ version }),
      data: Detail,
      refuses,
    }),
    send: call.put(`${BASE}/send/{contractId}`, {
      needs: NEEDS.edit,
      act: '送签',
      body: obj({ version }),
      ...move,
    }),
    withdraw: call.put(`${BASE}/withdraw/{contractId}`, {
      needs: NEEDS.edit,
      act: '撤回送签',
      body: obj({ reason: text('撤回原因', { max: 200 }), version }),
      ...move,
    }),
    sign: call.put(`${BASE}/sign/{contractId}`, {
      needs: NEEDS.sign,
      act: '签署合同文书',
      body: obj({
        party: SignParty.schema,
        name: text('签署人姓名', { max: 30 }),
        picture: text('签名', { max: PICTURE_LIMIT }),
        version,
      }),
      ...move,
    }),
    /** The paper was signed by hand: its scan takes the place of the drawn signatures. */
    scan: call.post(`${BASE}/scan`, {
      needs: NEEDS.sign,
      act: '上传签署扫描件',
      transfer: 'multipart',
      bodyLimit: SCAN_LIMIT_MB * 1024 * 1024,
      body: obj({ contractId: id('文书', { of: 'contractDocument' }), version }),
      data: Detail,
      refuses: [...refuses, 'UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
    }),
    scanFile: call.get(`${BASE}/scan/{contractId}`, {
      needs: NEEDS.list,
      act: '查看签署扫描件',
      // Who looked at it is written down.
      writes: true,
      transfer: 'download',
      refuses: ['NOT_FOUND'],
    }),
    file: call.put(`${BASE}/file/{contractId}`, {
      needs: NEEDS.file,
      act: '归档合同文书',
      body: obj({ version }),
      ...move,
    }),
    void: call.put(`${BASE}/void/{contractId}`, {
      needs: NEEDS.void,
      act: '作废合同文书',
      body: obj({ reason: text('作废原因', { max: 200 }), version }),
      ...move,
    }),
  },
  pages: {
    list: {
      path: '/live/contractDocument',
      title: '合同文书',
      tab: true,
      needs: NEEDS.list,
      ahead: 'list',
      menu: { rail: 'live', group: '合同与文书', order: 40 },
    },
    form: {
      path: '/live/contract/oldman',
      title: '合同表单',
      tab: true,
      needs: `${NEEDS.add}|${NEEDS.list}`,
      menu: { rail: 'live', group: '合同与文书', order: 41 },
    },
  },
})
