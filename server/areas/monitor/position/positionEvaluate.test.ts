import { describe, expect, it } from 'vitest'
import { context, every, inside, outside, play, rail, S, type Step, T0 } from '#server/areas/monitor/test/tagPlay'
import { evaluateTag } from './positionEvaluate.ts'
import type { TagContext } from './positionRun.ts'

describe('every default rule', () => {
  const table: [string, TagContext, Step[], string[]][] = [
    ['sos at once', context(), [{ s: 0, kind: 'press', button: 'sos' }], ['0:+sos']],
    ['one key at once', context(), [{ s: 0, kind: 'press', button: 'manual' }], ['0:+manualAlarm']],
    ['a button of a call point means nothing', context(), [{ s: 0, kind: 'press', button: 'bed' }], []],
    [
      'sos is never released by the system',
      context(),
      [{ s: 0, kind: 'press', button: 'sos' }, ...every(60, 60, 600, inside)],
      ['0:+sos'],
    ],
    [
      'left the fence: the third fix, released after 15 s back',
      context({ rails: [rail({})] }),
      [{ s: 0, ...inside }, ...every(5, 5, 20, outside), ...every(5, 25, 60, inside)],
      ['15:+railAlarm', '40:-railAlarm'],
    ],
    [
      'left the fence: 15 s with a tag that talks rarely',
      context({ rails: [rail({})] }),
      [
        { s: 0, ...inside },
        { s: 60, ...outside },
        { s: 80, ...outside },
      ],
      ['80:+railAlarm'],
    ],
    [
      'left and fell silent: the clock goes on',
      context({ rails: [rail({})] }),
      [
        { s: 0, ...inside },
        { s: 5, ...outside },
        { s: 30, kind: 'silence' },
      ],
      ['30:+railAlarm'],
    ],
    [
      'one wrong fix is nothing',
      context({ rails: [rail({})] }),
      [
        { s: 0, ...inside },
        { s: 5, ...outside },
        { s: 10, ...inside },
        { s: 15, ...outside },
        { s: 20, ...inside },
      ],
      [],
    ],
    [
      'a longer delay of the fence itself counts',
      context({ rails: [rail({ delayS: 60 })] }),
      every(5, 0, 70, outside),
      ['60:+railAlarm'],
    ],
    [
      'back for less than 15 s is not back',
      context({ rails: [rail({})] }),
      [
        ...every(5, 0, 10, outside),
        { s: 15, ...inside },
        { s: 20, ...inside },
        { s: 25, ...outside },
        { s: 35, ...inside },
      ],
      ['10:+railAlarm'],
    ],
    [
      'entered where nobody may go',
      context({ rails: [rail({ kind: 'ENTER', railName: '厨房' })] }),
      [{ s: 0, ...outside }, ...every(5, 5, 15, inside), ...every(5, 20, 40, outside)],
      ['15:+railAlarm', '35:-railAlarm'],
    ],
    [
      'stayed too long, also when the tag lies still and silent',
      context({ rails: [rail({ kind: 'STAY', stayS: 1800 })] }),
      [
        { s: 0, ...inside },
        { s: 60, ...inside },
        { s: 1800, kind: 'silence' },
        { s: 1801, kind: 'silence' },
      ],
      ['1800:+communicationOffline', '1801:+railAlarm'],
    ],
    [
      'a short look out of the bathroom does not begin the stay anew',
      context({ rails: [rail({ kind: 'STAY', stayS: 60 })] }),
      [
        { s: 0, ...inside },
        { s: 30, ...outside },
        { s: 35, ...inside },
        { s: 61, ...inside },
      ],
      ['61:+railAlarm'],
    ],
    [
      'left the bathroom for good: begins anew',
      context({ rails: [rail({ kind: 'STAY', stayS: 60 })] }),
      [
        { s: 0, ...inside },
        ...every(5, 30, 50, outside),
        { s: 55, ...inside },
        { s: 70, ...inside },
        { s: 116, ...inside },
      ],
      ['116:+railAlarm'],
    ],
    [
      'no fix for five minutes although it talks; released by the first fix',
      context(),
      [{ s: 0, ...inside }, ...every(60, 60, 360, {}), { s: 420, ...inside }],
      ['360:+locationOffline', '420:-locationOffline'],
    ],
    [
      'a press without position is not a lost position',
      context(),
      [
        { s: 0, ...inside },
        { s: 60, kind: 'press', button: 'manual' },
        { s: 400, kind: 'press', button: 'manual' },
      ],
      ['60:+manualAlarm', '400:+manualAlarm'],
    ],
    [
      'silent for ten minutes; released by the first message of any kind',
      context(),
      [
        { s: 0, ...inside },
        { s: 599, kind: 'silence' },
        { s: 600, kind: 'silence' },
        { s: 700, kind: 'silence' },
        { s: 710 },
      ],
      ['600:+communicationOffline', '710:-communicationOffline'],
    ],
    [
      'asleep: thirty minutes',
      context(),
      [
        { s: 0, ...inside, work: 'sleep' },
        { s: 700, kind: 'silence' },
        { s: 1799, kind: 'silence' },
        { s: 1800, kind: 'silence' },
      ],
      ['1800:+communicationOffline'],
    ],
    [
      'the server was away for two hours: its own absence is not the silence of a tag',
      context(),
      [
        { s: 0, ...inside },
        { s: 7205, kind: 'silence', listening: T0 + 7200 * S },
        { s: 7799, kind: 'silence', listening: T0 + 7200 * S },
        { s: 7800, kind: 'silence', listening: T0 + 7200 * S },
      ],
      ['7800:+communicationOffline'],
    ],
    ['never heard: nothing is lost', context(), [{ s: 5000, kind: 'silence' }], []],
    [
      'battery at 20 % in two reports, released at 30 %',
      context(),
      [
        { s: 0, battery: 20 },
        { s: 5, battery: 21 },
        { s: 10, battery: 20 },
        { s: 15, battery: 19 },
        { s: 20, battery: 18 },
        { s: 25, battery: 29 },
        { s: 30, battery: 30 },
      ],
      ['15:+lowPowerAlarm', '30:-lowPowerAlarm'],
    ],
    [
      'strap open for five seconds, closed again',
      context(),
      [
        { s: 0, strap: 0 },
        { s: 4, strap: 0 },
        { s: 5, strap: 0 },
        { s: 9, strap: 1 },
      ],
      ['5:+tamperAlarm', '9:-tamperAlarm'],
    ],
    [
      'strap open and then silent',
      context(),
      [
        { s: 0, strap: 0 },
        { s: 8, kind: 'silence' },
      ],
      ['8:+tamperAlarm'],
    ],
    [
      'strap open for a moment',
      context(),
      [
        { s: 0, strap: 0 },
        { s: 4, strap: 1 },
        { s: 20, strap: 1 },
      ],
      [],
    ],
    [
      'a fault at the first report, gone when cleared',
      context(),
      [{ s: 0, fault: '加速度计异常' }, { s: 5 }, { s: 10, fault: '' }],
      ['0:+maintenanceAlarm', '10:-maintenanceAlarm'],
    ],
  ]
  it.each(table)('%s', (_, known, steps, expected) => {
    expect(play(known, steps).said).toEqual(expected)
  })

  it('says what happened in words', () => {
    const { contents } = play(context({ rails: [rail({ kind: 'STAY', railName: '浴室', stayS: 1800 })] }), [
      { s: 0, ...inside, battery: 16, strap: 0 },
      { s: 8, ...inside, battery: 16 },
      { s: 2040, ...inside },
    ])
    expect(contents).toEqual(['电量低 16%', '腕带松开 8 秒', '在「浴室」停留 34 分钟'])
  })

  it('starts when the condition began', () => {
    const first = evaluateTag(context(), {}, { at: T0, kind: 'position', strap: 0 })
    const [event] = evaluateTag(context(), first.state, { at: T0 + 6 * S, kind: 'position', strap: 0 }).events
    expect(event).toMatchObject({ do: 'raise', startAt: T0, at: T0 + 6 * S, ruleId: 'tamperAlarm' })
  })
})
