import { expect, test } from 'vitest'
import { incidentsIn, leftAlone } from '#contract/nursing/assess/incident'

test.each([
  ['跌倒，已扶起，无受伤', ['fall']],
  ['在卫生间滑倒', ['fall']],
  ['没站稳跌倒，左膝擦伤', ['fall']],
  ['摔了一跤，未受伤', ['fall']],
  ['发现老人坐在地上', ['fall']],
  ['坠床跌倒，已送医', ['bedFall']],
  ['从床上滚下来', ['bedFall']],
  ['走失，派出所送回', ['wander']],
  ['独自外出未归', ['wander']],
  ['吃汤圆噎住，已拍出', ['choking']],
  ['跌倒时热水烫伤', ['fall', 'scald']],
])('“%s” tells of what happened', (text, harms) => {
  expect(incidentsIn(text)).toEqual(harms)
})

test.each([
  '未跌倒，已扶回床',
  '没有摔倒',
  '无跌倒',
  '未发生跌倒',
  '差点摔倒，已扶住',
  '已做防跌倒宣教',
  '跌倒高风险，已加床栏',
  '跌倒风险评估',
  '有跌倒史，已提醒',
  '摔碎了杯子，已清扫',
  '误报，以为跌倒，老人安好',
  '误触',
  '已协助如厕',
  '家属陪同外出',
  '已扶起床洗漱',
  '',
])('“%s” tells of nothing', (text) => {
  expect(incidentsIn(text)).toEqual([])
})

test('whoever was brought back to the fence had gone', () => {
  expect(leftAlone('已陪同返回')).toBe(true)
  expect(leftAlone('在大门外找回')).toBe(true)
  expect(leftAlone('家属陪同外出')).toBe(false)
  expect(leftAlone('误报，老人安好')).toBe(false)
})
