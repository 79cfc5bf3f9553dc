import { describe, expect, it } from 'vitest'
import { nearest } from './near.ts'

const DISEASES = ['高血压病', '冠心病', '糖尿病', '慢性阻塞性肺疾病', '脑卒中', '阿尔茨海默病', '其他']

describe('the name that was probably meant', () => {
  it.each([
    ['高血压', '高血压病'],
    ['高血压病史', '高血压病'],
    ['冠心', '冠心病'],
    ['慢性阻塞性肺病', '慢性阻塞性肺疾病'],
    ['阿尔兹海默病', '阿尔茨海默病'],
    ['脑 卒 中', '脑卒中'],
  ])('%s → %s', (typed, name) => expect(nearest(typed, DISEASES)).toBe(name))

  it('is not guessed where nothing is near, or two are equally near', () => {
    for (const typed of ['', '病', '骨折', '甲亢', '。', 'x'.repeat(5000)]) expect(nearest(typed, DISEASES)).toBeNull()
    expect(nearest('A', ['A型', 'B型', 'AB型', 'O型'])).toBe('A型')
    expect(nearest('汉', ['汉族', '回族'])).toBe('汉族')
    expect(nearest('护理', ['护理一部', '护理二部'])).toBeNull()
    expect(nearest('离异', ['未婚', '已婚', '离婚', '丧偶'])).toBe('离婚')
  })
})
