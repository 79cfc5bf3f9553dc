import { expect, test } from 'vitest'
import type { DishPlaceData, DishWeekData } from '#contract/nursing/dishPlan'
import { mondayOf, weekDays } from '#contract/nursing/dishWeek'
import { MealTime } from '#contract/nursing/mealWords'
import { checkAt, movedItem, nextSpot, refusalWords, weekWord } from './weekView.ts'

const { lunch, supper } = MealTime.is
const week = {
  weekStart: '2026-11-16',
  meals: [
    { meal: lunch, clock: '11:30' },
    { meal: supper, clock: '17:30' },
  ],
}

test('weeks begin on Monday, over the end of a year too', () => {
  expect(['2026-11-16', '2026-11-19', '2026-11-22'].map(mondayOf)).toEqual(Array(3).fill('2026-11-16'))
  expect(weekDays(mondayOf('2027-01-01'))).toEqual([
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
    '2027-01-03',
  ])
  expect([
    weekWord('2026-11-16', '2026-11-22'),
    weekWord('2026-11-23', '2026-11-22'),
    weekWord('2026-12-07', '2026-11-22'),
  ]).toEqual(['本周', '下周', null])
})

test('arrows lead from meal to meal and stop at the edges of the week', () => {
  const from = { day: '2026-11-22', meal: lunch }
  expect(nextSpot(week, from, 'ArrowRight')).toEqual(from)
  expect(nextSpot(week, from, 'ArrowUp')).toEqual(from)
  expect(nextSpot(week, from, 'ArrowDown')).toEqual({ day: '2026-11-22', meal: supper })
  expect(nextSpot(week, from, 'ArrowLeft')).toEqual({ day: '2026-11-21', meal: lunch })
})

test('a refused drop says why and what would fit', () => {
  const places: DishPlaceData[] = [
    { day: '2026-11-20', meal: lunch, conflicts: 0, why: '这一餐已经有这道菜' },
    { day: '2026-11-20', meal: supper, conflicts: 3, why: null },
    { day: '2026-11-21', meal: lunch, conflicts: 0, why: null },
  ]
  const spot = { day: '2026-11-20', meal: lunch }
  expect(checkAt(places, spot)).toMatchObject({ ok: false, text: '这一餐已经有这道菜' })
  expect(checkAt(places, { ...spot, meal: supper })).toMatchObject({ ok: true, text: '与 3 位老人冲突' })
  expect(refusalWords(places, spot, '这一餐已经有这道菜')).toBe('周五午餐放不下：这一餐已经有这道菜；可以放到周六午餐')
})

test('a dish that is dropped stands at its place before the answer is there', () => {
  const item = (itemId: string, day: string) => ({ itemId, day, meal: lunch })
  const before = {
    items: [item('a', '2026-11-20'), item('b', '2026-11-21'), item('c', '2026-11-21')],
  } as unknown as DishWeekData
  const after = movedItem(before, 'a', { day: '2026-11-21', meal: lunch }, 1)
  expect(after.items.map((one) => [one.itemId, one.day])).toEqual([
    ['b', '2026-11-21'],
    ['a', '2026-11-21'],
    ['c', '2026-11-21'],
  ])
})
