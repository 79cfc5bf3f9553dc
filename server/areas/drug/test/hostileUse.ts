// What a hostile request to settings and takes needs to get past the first checks.
import { dayText, monthText, timeText } from '#contract/kit/clock'
import { elderCode } from '#contract/nursing/careCode'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { demoBatch, demoElder } from './keepDemoRows.ts'
import { demoAccount, demoOuting, demoTake, demoUse } from './useDemoRows.ts'

const order = (drugId: string) => ({
  drugId,
  dose: 1,
  route: 1,
  frequency: 'QD',
  clocks: ['05:05'],
  weekdays: null,
  timing: null,
  startDate: dayText(),
  endDate: null,
  orderSource: 'hospital',
  sheets: null,
  leastHours: null,
  mostPerDay: null,
  confirmed: null,
})
type Stage = Parameters<typeof demoTake>[1]
const takeOf =
  (state: Stage, more: object = {}) =>
  async (product: TestApp) => ({
    takeIds: [(await demoTake(product, state)).takeId],
    terminal: null,
    scanned: null,
    ...more,
  })

export const recipes: Knowledge['recipes'] = {
  'drug.use.add': async (product) => {
    const { oldmanId, drugId } = await demoBatch(product)
    return { oldmanId, ...order(drugId) }
  },
  'drug.use.save': async (product) => {
    const { useId, drugId } = await demoUse(product)
    return { useId, ...order(drugId), reason: '医生调整', version: null }
  },
  'drug.use.many': async (product) => ({ useIds: [(await demoUse(product)).useId], act: 'end', reason: '停药' }),
  'drug.use.keep': async (product) => ({ oldmanId: await demoElder(product) }),
  'drug.take.month': async (product) => ({ oldmanId: await demoElder(product), month: monthText() }),
  'drug.take.monthExcel': async (product) => ({ oldmanId: await demoElder(product), month: monthText() }),
  'drug.take.outing': async (product) => ({ oldmanId: await demoElder(product) }),
  'drug.take.saveSetting': () => ({
    slots: [{ name: '早餐后', clock: '08:00' }],
    earlyMinutes: 30,
    lateMinutes: 60,
    version: null,
  }),
  'drug.take.add': takeOf('CHECKED', { result: 'given', doneAt: null, reason: null, opened: null, seen: null }),
  'drug.take.setOut': async (product) => {
    const { takeId, oldmanId } = await demoTake(product, 'WAITING')
    return { takeIds: [takeId], outId: await demoOuting(product, oldmanId), terminal: null }
  },
  'drug.take.check': async (product) => {
    const { takeId, oldmanId } = await demoTake(product, 'SET_OUT')
    return { takeIds: [takeId], scanned: elderCode(oldmanId), allRight: true, terminal: null }
  },
  'drug.take.putBack': takeOf('SET_OUT', { reason: null }),
  'drug.take.retry': takeOf('REFUSED'),
  'drug.take.undo': takeOf('GIVEN'),
  'drug.take.late': async (product) => ({
    takeIds: [(await demoTake(product, 'MISSED')).takeId],
    doneAt: timeText(Date.now() - 80 * 60_000),
    reason: '忘记录',
    setOutBy: await demoAccount(product, 'lixiaomei'),
    checkedBy: await demoAccount(product, 'hejing'),
    asked: null,
  }),
  'drug.take.needed': async (product) => ({
    useId: (await demoUse(product, true)).useId,
    remark: '膝痛',
    terminal: null,
  }),
  'drug.take.effect': async (product) => ({
    takeId: (await demoTake(product, 'GIVEN', 'zhengkai', true)).takeId,
    effect: '疼痛减轻',
  }),
  'drug.take.along': async (product) => {
    const { takeId, oldmanId } = await demoTake(product, 'CHECKED')
    return { takeIds: [takeId], outId: await demoOuting(product, oldmanId), person: '女儿' }
  },
  'drug.take.alongBack': takeOf('ALONG'),
  'drug.take.handle': takeOf('REFUSED', { handling: '观察', toldDoctor: true, toldFamily: true }),
}

const aUse = async (product: TestApp) => ({ useId: (await demoUse(product)).useId })
export const places: Knowledge['places'] = {
  'drug.use.get': aUse,
  'drug.use.remove': aUse,
  'drug.take.get': async (product) => ({ takeId: (await demoTake(product, 'CHECKED')).takeId }),
}
