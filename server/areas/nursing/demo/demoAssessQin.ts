// 秦月娥: assessed a year ago and being assessed now, eighteen items of twenty-six. Her words are those that the house shows
// its own people when they learn to assess.
import { assess } from '#contract/nursing/assess/engine'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { kindOf } from '#contract/nursing/assess/kinds'
import { presetLevelId } from '#server/areas/nursing/level/levelPresets'
import type { Tx } from '#server/kit/caller'
import type { Chance } from '#server/kit/chance'
import type { DemoContext } from '#server/kit/demo'
import { keepNumbers } from '#server/kit/numbers'

/** Who she is, is the residents' part (demoQin.ts). */
export const QIN = '秦月娥'

/** Points of the items, section by section. */
const LAST = {
  'B.1': [4, 3, 2, 3, 3, 3, 3, 3],
  'B.2': [3, 3, 3, 2],
  'B.3': [3, 3, 3, 3, 3, 4, 1, 1, 2],
  'B.4': [1, 1, 1, 1, 1],
}
const NOW = { 'B.1': [3, 3, 2, 3, 2, 2, 3, 2], 'B.2': [3, 3, 3, 1], 'B.3': [2, 3, 3, 2, 3, 3], 'B.4': [] }

const EVIDENCE: Readonly<Record<string, string>> = {
  'B.1.1': '午饭看着吃，汤匙要人递到手里，吃到一半会停',
  'B.1.5': '裤子能自己提，鞋袜要人穿',
  'B.1.6': '近两周夜里尿湿 3 次，白天提醒就好',
  'B.2.4': '下楼要人扶着，一次只下一级',
  'B.3.1': '说今天是夏天，问了两次',
  'B.3.4': '早饭吃了什么说不出，女儿的名字记得',
  'B.3.6': '要喝水时停顿很久才说出；家属：近半年找不到词，会着急。',
}

function answersOf(points: Readonly<Record<string, readonly number[]>>): Record<string, string> {
  const { sections } = kindOf('of2023')!
  return Object.fromEntries(
    sections.flatMap((section) =>
      section.items.slice(0, points[section.key]?.length ?? 0).map((item, i): [string, string] => {
        const option = item.options.find((one) => one.score === points[section.key]![i])
        if (!option) throw new Error(`${item.key} has no option of ${points[section.key]![i]} points`)
        return [item.key, option.key]
      }),
    ),
  )
}

const ADD = `insert into assessment (org_id, assessment_id, assess_no, type, kind, oldman_id, reason, assess_date, place, assessor1, assessor2,
  informant, informant_relation, answers, inputs, answered, item_count, section_scores, total, preliminary_level, proposed_level, fired_rules,
  final_level, level_name, level_reason, suggested_level_id, state, next_date, bound, signature1, signature2, signed_at, stacking, version, updated_name, updated_at, created_at)
select t.org_id, x.id, x.no, 2, 'of2023', t.oldman_id, x.reason, x.day, x.place, x.first, x.second, '秦刚', '子女', x.answers, x.inputs, x.answered, 26,
  x.sections, x.total, x.preliminary, x.proposed, x.fired, x.final, x.words, x.why, x.suggested, x.state, x.next, x.state = 'DONE', x.sign1,
  x.sign2, case when x.sign1 is not null then x.day + time '16:05' end, x.stacking, x.version, '何静', x.day + time '15:38', x.day + time '14:50'
from jsonb_to_recordset($2::jsonb) as x(id text, no text, reason int, day date, place text, first text, second text, answers jsonb, inputs jsonb,
  answered int, sections jsonb, total int, preliminary int, proposed int, fired jsonb, final int, words text, why text, suggested text, state text,
  next date, sign1 text, sign2 text, stacking text, version int)
join oldman t on t.org_id = $1 and t.oldman_name = $3`

interface Sheet {
  id: string
  /** Its number of that day. */
  no: string
  days: number
  points: Readonly<Record<string, readonly number[]>>
  inputs: Readonly<Record<string, number>>
  second: string
  evidence: Readonly<Record<string, string>>
}

function rowOf(demo: DemoContext, sheet: Sheet) {
  const kind = kindOf('of2023')!
  const answers = answersOf(sheet.points)
  const done = assess(kind, answers, sheet.inputs)
  const day = demo.day(sheet.days)
  const filled = <V>(value: V, i: number) => ({ value, version: i + 2, by: '何静', at: demo.at(sheet.days, '15:38') })
  return {
    done,
    row: {
      id: demo.id(sheet.id),
      no: `PG${day.replaceAll('-', '')}${sheet.no}`,
      day,
      place: '208室，秦月娥本人在场',
      first: demo.staff('何静'),
      second: demo.staff(sheet.second),
      answers: Object.fromEntries(
        Object.entries(answers).map(([key, option], i) => [
          key,
          filled({ option, evidence: sheet.evidence[key] ?? null }, i),
        ]),
      ),
      inputs: Object.fromEntries(Object.entries(sheet.inputs).map(([key, value], i) => [key, filled(value, i)])),
      answered: done.answered,
      sections: Object.fromEntries(done.sections.map((one) => [one.key, one.score])),
      preliminary: done.preliminary.level,
      proposed: done.final.level,
      fired: done.rules.filter((one) => one.outcome === 'changed').map((one) => one.key),
    },
  }
}

const NONE = { coma: 0, otherMentalDisorder: 0, lost: 0, choking: 0, suicideSelfHarm: 0, other: 0 }

export async function addQin(tx: Tx, demo: DemoContext, luck: Chance, signatures: readonly string[]): Promise<void> {
  const kind = kindOf('of2023')!
  const last = rowOf(demo, {
    id: 'assessment:qin:last',
    no: '0099',
    days: -366,
    points: LAST,
    inputs: { ...NONE, dementia: 0, fall: 0 },
    second: '宋文博',
    evidence: {},
  })
  const now = rowOf(demo, {
    id: 'assessment:qin:now',
    no: '0001',
    days: 0,
    points: NOW,
    inputs: { ...NONE, dementia: 1, fall: 1 },
    second: '陆小燕',
    evidence: EVIDENCE,
  })
  const final = last.done.final.level!
  const level = indexOf(kind).levels.get(final)!
  const rows = [
    {
      ...last.row,
      reason: 2,
      total: last.done.total,
      final,
      words: level.short,
      suggested: presetLevelId(demo.orgId, level.nursing!),
      state: 'DONE',
      next: demo.day(-1),
      sign1: luck.pick(signatures),
      sign2: luck.pick(signatures),
      stacking: kind.stacking,
      version: 40,
    },
    { ...now.row, reason: 2, total: null, state: 'DRAFT', version: 40 },
  ]
  await tx.client.query(ADD, [demo.orgId, JSON.stringify(rows), QIN])
  await keepNumbers(
    tx,
    demo.orgId,
    'PG',
    rows.map((one) => ({ day: one.day, last: Number(one.no.slice(-4)) })),
  )
}
