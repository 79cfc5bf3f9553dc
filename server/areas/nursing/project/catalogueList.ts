// The catalogue of care an organisation begins with: what is done, how long it takes, and how often at each level.
import { CareWindow, type CareWindowValue, type SignPartValue } from '#contract/nursing/project'

/** Levels by their code (levelPresets.ts), as the columns of the list stand. */
export const LISTED_LEVELS = ['SPECIAL', 'FULL', 'HALF2', 'HALF3', 'SELF', 'DEMENTIA'] as const

interface More {
  /** Times of day, the one that matters most first: twice a day takes the first two. */
  at?: readonly string[]
  /** Days of the week, likewise. */
  on?: readonly number[]
  /** Every few hours: within this stretch. */
  within?: readonly [from: string, to: string]
  window?: CareWindowValue
  photo?: true
  scan?: true
  evaluation?: true
  signs?: readonly SignPartValue[]
  /** Charged each time. */
  yuan?: number
}

/**
 * Name, minutes, how often at each level: `2d` twice a day, `1w` a week, `1m` a month, `h2` every two hours, `s` each
 * shift, `n` as needed, `o` by a doctor's order, `-` not part of it.
 */
export type Listed = readonly [name: string, minutes: number, often: string, more?: More]

const { exact, turning, half, shift, day } = CareWindow.is
const MEALS = { at: ['07:00', '11:30', '17:30'] } as const
const DAY_ROUNDS = { within: ['06:00', '20:00'] } as const
const NIGHT_ROUNDS = { within: ['21:00', '05:00'] } as const

export const catalogue: readonly (readonly [category: string, projects: readonly Listed[]])[] = [
  [
    '生活照料',
    [
      ['晨间护理', 15, '1d 1d 1d n - 1d', { at: ['06:30'] }],
      ['晚间护理', 15, '1d 1d 1d n - 1d', { at: ['19:00'] }],
      ['协助穿脱衣', 8, '2d 2d 2d 2d - 2d', { at: ['06:30', '19:30'] }],
      ['洗脸洗手', 5, '3d 3d 2d n - 2d', { at: ['06:40', '19:10', '11:15'] }],
      ['口腔清洁', 6, '2d 2d 2d n - 2d', { at: ['06:45', '19:15'] }],
      ['义齿清洁', 5, '1d 1d 1d n - 1d', { at: ['19:20'] }],
      ['梳头剃须', 5, '1d 1d 1d n - 1d', { at: ['06:50'] }],
      ['床上擦浴', 25, '1d 1d n - - n', { at: ['15:00'], window: half }],
      ['助浴', 40, '1w 1w 2w 1w - 2w', { at: ['09:30'], on: [2, 5], window: half, scan: true }],
      ['床上洗头', 20, '1w 1w n - - n', { at: ['10:00'], on: [4], window: half, yuan: 30 }],
      ['洗脚', 10, '1d 1d 1d n - 1d', { at: ['19:00'] }],
      ['修剪指（趾）甲', 10, '1w 1w 1w 1w n 1w', { at: ['15:30'], on: [6], window: day }],
      ['理发', 20, '1m 1m 1m 1m n 1m', { at: ['09:30'], window: day, yuan: 20 }],
      ['协助如厕', 8, 'n n n n - n'],
      ['更换尿裤', 8, '6d 5d n - - n', { at: ['06:00', '09:30', '14:30', '17:00', '20:30', '01:00'] }],
      ['会阴清洁', 8, '2d 2d 1d - - n', { at: ['20:00', '06:10'] }],
      ['床椅转移', 8, '2d 2d n n - n', { at: ['09:00', '15:00'] }],
      ['整理衣柜', 10, '1w 1w 1w 1w - 1w', { at: ['10:00'], on: [6], window: day }],
    ],
  ],
  [
    '膳食服务',
    [
      ['喂食', 25, '3d 3d n - - n', MEALS],
      ['协助进食', 15, '- - 3d n - 3d', MEALS],
      [
        '鼻饲',
        20,
        '5d o - - - o',
        { at: ['06:30', '10:00', '14:00', '17:30', '21:00'], window: exact, signs: ['intake'] },
      ],
      [
        '喂水饮水提醒',
        3,
        '8d 8d 6d 4d - 6d',
        { at: ['09:00', '15:00', '10:30', '16:30', '07:30', '18:30', '14:00', '20:30'] },
      ],
      ['餐前准备与餐后清洁', 6, '3d 3d 3d - - 3d', { at: ['06:50', '11:20', '17:20'] }],
      ['加餐', 8, '2d 2d 1d n - 1d', { at: ['15:00', '09:30'] }],
      ['送餐到房', 5, '3d 3d n n - n', { at: ['06:55', '11:25', '17:25'] }],
    ],
  ],
  [
    '基础护理',
    [
      ['翻身拍背', 6, 'h2 h2 n - - -', { window: turning }],
      ['皮肤检查', 5, 's s 1d 1w - 1d', { at: ['08:30'], on: [1], window: shift, photo: true }],
      ['减压垫检查', 2, 's s 1d - - -', { at: ['08:30'], window: shift }],
      [
        '生命体征测量',
        5,
        '6d 2d 1d 1d 1w 1d',
        {
          at: ['07:00', '15:00', '11:00', '19:00', '23:00', '03:00'],
          on: [1],
          signs: ['temperature', 'pulse', 'breathing', 'pressure'],
        },
      ],
      ['体重测量', 5, '1m 1m 1m 1m 1m 1m', { at: ['07:00'], window: day, signs: ['weight'] }],
      ['排便记录', 1, '1d 1d 1d 1d - 1d', { at: ['18:30'], window: day, signs: ['stool'] }],
      ['出入量记录', 3, 's o o - - o', { window: shift, signs: ['intake', 'output'] }],
      ['便秘护理', 15, 'n n n n - n'],
      ['体位摆放', 5, 'n n n - - -'],
      ['冷热敷', 15, 'o o o o - o'],
    ],
  ],
  [
    '医疗护理',
    [
      ['发药到口', 3, 'o o o o - o', { window: exact, scan: true }],
      ['用药提醒', 2, '- - - o n -', { window: exact }],
      ['血糖监测', 5, 'o o o o o o', { window: exact, signs: ['glucose'] }],
      ['胰岛素注射', 5, 'o o o o o o', { window: exact, scan: true }],
      ['吸氧护理', 5, 'o o o - - o', { signs: ['oxygen'] }],
      ['雾化吸入', 15, 'o o o o - o', { yuan: 10 }],
      ['吸痰', 10, 'n o - - - -', { signs: ['oxygen'] }],
      ['胃管护理', 10, '1d o - - - o', { at: ['10:30'] }],
      ['尿管护理', 10, '2d o o - - o', { at: ['08:00', '20:00'] }],
      ['伤口换药', 15, 'o o o o - o', { window: half, photo: true, scan: true, yuan: 25 }],
      ['造口护理', 15, 'o o o - - o', { window: half, photo: true, yuan: 25 }],
    ],
  ],
  [
    '康复护理',
    [
      ['关节被动活动', 15, '2d 2d 1d - - n', { at: ['10:00', '16:00'], window: half }],
      ['站立步行训练', 20, '- o 1d 1d - 1d', { at: ['10:00'], window: half }],
      ['吞咽训练', 15, 'o o o - - o'],
      ['轮椅户外活动', 30, 'n 3w 5w - - 3w', { at: ['15:30'], on: [1, 3, 5, 2, 4], window: half, yuan: 10 }],
      ['手指操', 15, '- 3w 1d 1d 3w 1d', { at: ['10:30'], on: [2, 4, 6], window: half }],
    ],
  ],
  [
    '心理护理',
    [
      ['陪伴聊天', 15, '1d 1d 1d 3w 1w 1d', { at: ['16:00'], on: [3, 1, 5], window: day, evaluation: true }],
      ['定向训练', 15, '- - n - - 1d', { at: ['09:30'], window: half }],
      ['怀旧活动', 30, '- 1w 1w 1w 1w 2w', { at: ['15:00'], on: [4, 2], window: half, evaluation: true }],
      ['情绪安抚', 10, 'n n n n n n'],
    ],
  ],
  [
    '安全防护',
    [
      ['日间巡视', 2, 'h1 h2 h3 h4 2d h1', { ...DAY_ROUNDS, at: ['09:00', '16:00'] }],
      ['夜间巡视', 2, 'h1 h2 h2 h4 1d h1', { ...NIGHT_ROUNDS, at: ['22:00'] }],
      ['床栏与呼叫器检查', 2, 's s s 1d 1d s', { at: ['20:30'], window: shift }],
      ['防走失点名', 1, '- - - - - h1', { ...DAY_ROUNDS, window: turning }],
      ['约束观察', 3, 'o o - - - o', { window: exact }],
      // Part of no level: proposed to whoever a risk sheet says it of.
      ['行走陪护', 10, '- - - - - -'],
      ['外出陪同', 60, '- - - - - -', { window: half }],
    ],
  ],
  [
    '清洁卫生',
    [
      ['居室清洁', 15, '1d 1d 1d 1d 1d 1d', { at: ['08:30'], window: half }],
      ['床单更换', 10, '1w 1w 1w 2m 2m 1w', { at: ['09:00'], on: [1], window: day }],
      ['衣物洗涤', 10, '3w 3w 2w 2w 2w 3w', { at: ['08:30'], on: [2, 5, 7], window: day }],
      ['开窗通风', 2, '2d 2d 2d 2d 2d 2d', { at: ['08:30', '16:00'], window: half }],
      ['轮椅助行器清洁', 10, '1w 1w 1w 1w - 1w', { at: ['10:30'], on: [3], window: day }],
    ],
  ],
]
