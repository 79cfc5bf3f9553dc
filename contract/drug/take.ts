// Takes: one setting at one planned time, set out by one nurse, checked by another, given into the mouth. What is refused,
// thrown up or missed is told until somebody has dealt with it.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, dateTime, id, int, list, merge, named, nul, obj, opt, str, text } from '#contract/kit/schema'
import { RoundAnswer } from './roundAnswer.ts'
import { RoundSlot } from './rounds.ts'
import { READ_TAKES, TAKE_NEEDS } from './takeMoves.ts'
import { TakeDetail, TakeMonth, TakeOf, TakeRow } from './takeRows.ts'
import { DrugTakeState } from './useWords.ts'

export const TakeTerminal = options('TakeTerminal', '录入终端', [
  ['console', '管理后台'],
  ['bedside', '床旁'],
])

/** Takes as they are now. */
const Changed = obj({ takes: list(TakeOf) })

const BASE = '/pims/web-org/drug/take'
const names = { takeId: 'drugTake' } as const
export const MOST_TAKES = 200
const takeIds = list(id('服药', { of: 'drugTake' }), MOST_TAKES)
const terminal = opt(TakeTerminal.schema)
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'] as const
const why = (title: string) => text(title, { max: 100, pattern: /\S/, hint: '不能为空' })
const { set, give, late, handle, setting } = TAKE_NEEDS

/** How a house runs its rounds. */
const RoundSettings = obj({
  slots: list(RoundSlot, 24),
  earlyMinutes: int('提前（分钟）', { min: 0, max: 180 }),
  lateMinutes: int('时限（分钟）', { min: 15, max: 240 }),
})

/** What a press at the bedside says. */
export const TakeResult = options('TakeResult', '结果', [
  ['given', ['已服', 'green']],
  ['refused', ['拒服', 'orange']],
  ['vomited', ['呕吐', 'orange']],
])

export const drugTake = noun('drug', 'take', {
  title: '服药',
  calls: {
    /** A slot of a day for a ward: elders, what each takes, how it stands, and what is left of it. */
    round: call.get(`${BASE}/round`, {
      needs: READ_TAKES,
      act: '今日发药',
      query: obj({
        /** Today unless told. */
        day: opt(date('日期')),
        /** The one that is due unless told; * for the whole day. */
        slot: opt(str('时段')),
        deptId: opt(named('dept', '部门')),
        /** One, or those on a tablet, with commas between them. */
        oldmanId: opt(named('resident')),
        /** As on the board of care tasks. */
        place: opt(str('楼栋或楼层')),
      }),
      data: RoundAnswer,
    }),
    /** The newest planned time first; today unless told, of one elder 30 days. */
    list: call.get(BASE, {
      needs: READ_TAKES,
      act: '服药记录',
      query: pageQuery({
        keyword: opt(str('姓名、拼音或药名')),
        oldmanId: opt(named('resident')),
        drugId: opt(named('drug')),
        deptId: opt(named('dept', '部门')),
        dayFrom: opt(date('日期从')),
        dayTo: opt(date('日期到')),
        state: opt(DrugTakeState.schema),
        late: opt(bool('补记')),
        needed: opt(bool('必要时')),
        /** Refused, thrown up or missed, and nobody has dealt with it. */
        told: opt(bool('待处理')),
        /** Given as needed, and nobody has looked what it did. */
        effectDue: opt(bool('待看效果')),
      }),
      data: pageOf(TakeRow),
    }),
    /** Drugs that were taken in the last months, for filters. */
    dict: call.get(`${BASE}/dict`, {
      needs: READ_TAKES,
      act: '服药的药品',
      query: obj({ oldmanId: opt(named('resident')) }),
      data: list(obj({ drugId: str(), drugName: str(), spec: str() })),
    }),
    month: call.get(`${BASE}/month`, {
      needs: READ_TAKES,
      act: '服药月单',
      query: obj({ oldmanId: id('老人', { of: 'resident' }), month: opt(str('月份')) }),
      data: TakeMonth,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** The month sheet as a workbook. */
    monthExcel: call.get(`${BASE}/month/excel`, {
      needs: READ_TAKES,
      act: '导出服药月单',
      query: obj({ oldmanId: id('老人', { of: 'resident' }), month: opt(str('月份')) }),
      transfer: 'download',
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    setting: call.get(`${BASE}/setting`, {
      needs: READ_TAKES,
      act: '发药设置',
      data: merge(RoundSettings, obj({ version: int() })),
    }),
    saveSetting: call.put(`${BASE}/setting`, {
      needs: setting,
      act: '修改发药设置',
      codeNames: { [setting]: '发药设置' },
      body: merge(RoundSettings, obj({ version: opt(int()) })),
      data: merge(RoundSettings, obj({ version: int() })),
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    /** Of an outing: what falls into it, to be counted out. */
    outing: call.get(`${BASE}/outing`, {
      needs: READ_TAKES,
      act: '外出带药清单',
      query: obj({ oldmanId: id('老人', { of: 'resident' }) }),
      data: obj({
        outing: nul(
          obj({
            outId: str(),
            from: str('外出'),
            until: str('预计返回'),
            gone: bool('已离院'),
            companion: nul(str('陪同')),
          }),
        ),
        takes: list(TakeOf),
        sums: list(obj({ drugName: str(), spec: str(), quantityText: str(), doses: int() })),
      }),
      refuses: ['NOT_FOUND'],
    }),
    get: call.get(`${BASE}/{takeId}`, {
      names,
      needs: READ_TAKES,
      act: '服药详情',
      data: TakeDetail,
      refuses: ['NOT_FOUND'],
    }),
    /** One press at the bedside, of one elder: given, refused, or thrown up after it was given. */
    add: call.post(BASE, {
      needs: give,
      act: '记录服药',
      codeNames: { [give]: '发药到口' },
      body: obj({
        takeIds,
        result: TakeResult.schema,
        /** Now unless told; not in the future. */
        doneAt: opt(dateTime('时间')),
        reason: opt(text('原因', { max: 100 })),
        /** Of a refusal: out of its packing, so it does not come back. */
        opened: opt(bool('已拆封')),
        /** Of what was thrown up: the tablet was seen. */
        seen: opt(bool('看到药片')),
        scanned: opt(text('扫码', { max: 100 })),
        terminal,
      }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** Out of the boxes into the cup of one elder: the stock falls. All or nothing. */
    setOut: call.post(`${BASE}/setOut`, {
      needs: set,
      act: '摆药',
      codeNames: { [set]: '摆药、核对' },
      body: obj({
        takeIds,
        /** For this outing: also what falls into it later. */
        outId: opt(id('外出单', { of: 'outing' })),
        terminal,
      }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** By a second person, elder by elder, with the code of the bed or the wrist band. */
    check: call.post(`${BASE}/check`, {
      needs: set,
      act: '核对药品',
      body: obj({
        takeIds,
        scanned: text('床头码或腕带', { max: 100 }),
        /** All five were compared: person, drug, dose, time, route. */
        allRight: bool('五项核对'),
        terminal,
      }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** Out again of the cup, unopened: the stock comes back. Also of what was set out and missed. */
    putBack: call.post(`${BASE}/putBack`, {
      needs: set,
      act: '收回药品',
      body: obj({ takeIds, reason: opt(text('原因', { max: 100 })) }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** After a refusal once more. */
    retry: call.post(`${BASE}/retry`, {
      needs: give,
      act: '再试服药',
      body: obj({ takeIds }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** The last act, by who did it, within ten minutes. */
    undo: call.post(`${BASE}/undo`, {
      needs: `${set}|${give}|${late}`,
      act: '撤销服药记录',
      body: obj({ takeIds }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** Of what the clock says was missed: given late now, or given in time and not recorded. Marked for good. */
    late: call.post(`${BASE}/late`, {
      needs: late,
      act: '补记服药',
      codeNames: { [late]: '补记服药' },
      body: obj({
        takeIds,
        doneAt: dateTime('实际服药时间'),
        reason: why('补记原因'),
        /** Who set it out, where it was not recorded; the caller unless told. */
        setOutBy: opt(id('摆药人', { of: 'account' })),
        /** Who checked it, where it was not recorded. */
        checkedBy: opt(id('核对人', { of: 'account' })),
        /** Of a high-alert drug: which doctor was asked. */
        asked: opt(text('请示的医生', { max: 50 })),
      }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** As needed: set out at once, when the rules of the order allow it. */
    needed: call.post(`${BASE}/needed`, {
      needs: set,
      act: '必要时用药',
      body: obj({ useId: id('用药设置', { of: 'drugUse' }), remark: why('为什么需要'), terminal }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** What a drug given as needed did. */
    effect: call.post(`${BASE}/effect`, {
      needs: `${give}|${set}`,
      act: '记录用药效果',
      body: obj({ takeId: id('服药', { of: 'drugTake' }), effect: why('效果') }),
      data: Changed,
      refuses,
    }),
    /** Counted out for an outing and handed over. */
    along: call.post(`${BASE}/along`, {
      needs: set,
      act: '外出带药',
      body: obj({ takeIds, outId: id('外出单', { of: 'outing' }), person: why('交给谁') }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** What came back from an outing unopened. */
    alongBack: call.post(`${BASE}/alongBack`, {
      needs: set,
      act: '外出带药带回',
      body: obj({ takeIds }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** What was done about what was refused, thrown up or missed. */
    handle: call.post(`${BASE}/handle`, {
      needs: handle,
      act: '处理拒服漏服',
      codeNames: { [handle]: '处理拒服、漏服' },
      body: obj({
        takeIds,
        handling: why('处理'),
        toldDoctor: opt(bool('已告知医生')),
        toldFamily: opt(bool('已告知家属')),
      }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
  },
  pages: {
    round: {
      path: '/drug/round',
      title: '今日发药',
      tab: true,
      needs: READ_TAKES,
      ahead: 'round',
      menu: { rail: 'drug', group: '发药', order: 1 },
    },
    records: {
      path: '/drug/drugGetList',
      title: '服药记录',
      tab: true,
      needs: READ_TAKES,
      ahead: 'list',
      menu: { rail: 'drug', group: '发药', order: 2 },
    },
    monthSheet: {
      path: '/drug/month',
      title: '服药月单',
      tab: true,
      needs: READ_TAKES,
      menu: { rail: 'drug', group: '发药', order: 4 },
    },
  },
  events: {
    /** Takes as they are now; where `oldmanIds` names somebody, or both are empty, the page asks again. */
    changed: event('drug.take.changed', {
      needs: READ_TAKES,
      payload: obj({ takes: list(TakeOf), oldmanIds: list(str()) }),
    }),
  },
})
