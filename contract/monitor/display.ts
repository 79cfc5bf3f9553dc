// The alarm wall as a display of its own: opened by somebody who is signed in, it hangs on without them. It shows; an act
// is taken only with the key of whoever stands there, and is theirs.
import { call, noun } from '#contract/kit/call'
import { bool, id, list, nothing, nul, obj, opt, str, text } from '#contract/kit/schema'
import { MadeScreen } from '#contract/platform/screen'
import { AlarmCard, alarm, also, overTaker } from './alarm.ts'
import { wall } from './wall.ts'

export const PIN_LENGTH = 6
const Pin = text('大屏口令', {
  max: PIN_LENGTH,
  pattern: /^\d{6}$/,
  hint: `应为 ${PIN_LENGTH} 位数字`,
})

/** null: fine; else why it would be guessed at once. */
export function pinFault(pin: string): string | null {
  const steps = new Set([...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index])))
  const step = steps.size === 1 ? [...steps][0]! : null
  return step !== null && Math.abs(step) <= 1 ? '口令太简单，不能是相同或连续的数字' : null
}

const base = '/pims/web-org/alarmDisplay'
const person = { userId: id('处理人', { of: 'account' }), pin: Pin, also }

export const display = noun('monitor', 'display', {
  title: '告警大屏',
  calls: {
    /** Answers the address once. A name that hangs already is refused, or with `replace` moved here. */
    open: call.post(base, {
      needs: wall.calls.beds.needs,
      act: '打开告警大屏',
      body: obj({ name: text('大屏名称', { max: 20 }), replace: opt(bool('已有同名大屏时，换到这里打开')) }),
      data: MadeScreen,
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
    }),
    /** Who may be asked for at the display: those on duty first. `ready`: has a key. */
    people: call.get(`${base}/people`, {
      needs: wall.calls.beds.needs,
      display: true,
      act: '大屏处理人',
      data: list(obj({ userId: str(), userName: str('姓名'), onDuty: bool(), ready: bool() })),
    }),
    /** 我去处理, at a display only: whoever is signed in takes it up as themselves. */
    claim: call.post(`${base}/{recordId}/claim`, {
      needs: alarm.calls.take.needs,
      display: true,
      act: '在大屏接手告警',
      body: obj(person),
      data: AlarmCard,
      refuses: ['NOT_FOUND', 'NO_PIN', 'WRONG_PIN', 'PIN_FROZEN', 'NO_PERMISSION', 'STATE_NOT_ALLOWED'],
    }),
    finish: call.post(`${base}/{recordId}/finish`, {
      needs: alarm.calls.handle.needs,
      display: true,
      act: '在大屏处理告警',
      body: obj({
        ...person,
        result: text('处理结果', { max: 100 }),
        remark: opt(text('备注', { max: 500 })),
        overTaker,
      }),
      data: AlarmCard,
      refuses: [
        'NOT_FOUND',
        'NO_PIN',
        'WRONG_PIN',
        'PIN_FROZEN',
        'NO_PERMISSION',
        'STATE_NOT_ALLOWED',
        'TAKEN_BY_OTHER',
      ],
    }),
    pin: call.get(`${base}/pin`, {
      needs: alarm.calls.take.needs,
      act: '我的大屏口令',
      data: obj({ set: bool(), updatedAt: nul(str()) }),
    }),
    savePin: call.put(`${base}/pin`, {
      needs: alarm.calls.take.needs,
      act: '设置大屏口令',
      body: obj({ pin: Pin }),
      data: nothing(),
      refuses: ['INVALID_INPUT'],
    }),
  },
})
